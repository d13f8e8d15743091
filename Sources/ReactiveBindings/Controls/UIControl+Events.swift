#if canImport(UIKit) && !os(watchOS)
public import ReactiveCore
public import UIKit

/// A UIKit control, whose events are streams of its own type.
///
/// ```swift
/// import ReactiveBindings
/// import UIKit
///
/// @MainActor func report(_ field: UITextField) {
///   field.events(for: .editingChanged).sink { field in print(field.text ?? "") }
/// }
/// ```
///
/// Every `UIControl` conforms. This is a protocol, since an extension of a class cannot name a stream of its subclass.
public protocol TargetActionControl: AnyObject {}

extension UIControl: TargetActionControl {}

extension TargetActionControl where Self: UIControl {
  /// A stream that emits the control itself for each of the given events.
  ///
  /// ```swift
  /// import ReactiveBindings
  /// import UIKit
  ///
  /// @MainActor final class Form {
  ///   let name = OpenBehavior("")
  ///   let field = UITextField()
  ///   init() {
  ///     field.events(for: .editingChanged).sink(with: self) { form, field in form.name.value = field.text ?? "" }
  ///   }
  /// }
  /// ```
  ///
  /// Each call makes a new stream, which adds a target only while observed. The control then keeps the stream, but not
  /// vice versa. Observed streams end with the control. Observers need not capture the control, which is the payload.
  /// Cost: about 300 bytes and a target while observed. Compiled for Apple's systems, but never run there.
  @MainActor
  public func events(for controlEvents: UIControl.Event) -> EventStream<Self> {
    CallbackStream { [weak self] emit in
      guard let self else { return {} }
      let receiver = ActionReceiver { control in
        if let control = control as? Self { emit(control) }
      }
      addTarget(receiver, action: #selector(ActionReceiver.receive), for: controlEvents)
      addLayoutGuide(receiver)
      return { [weak self, weak receiver] in
        guard let self, let receiver else { return }
        removeTarget(receiver, action: #selector(ActionReceiver.receive), for: controlEvents)
        removeLayoutGuide(receiver)
      }
    }
  }
}

/// The target of a control.
///
/// A layout guide, since a control retains those, but not its targets. Without constraints, it does not affect layout.
private final class ActionReceiver: UILayoutGuide {
  private let received: (UIControl) -> Void

  @MainActor init(_ received: @escaping (UIControl) -> Void) {
    self.received = received
    super.init()
  }

  required init?(coder: NSCoder) { nil }

  @MainActor @objc func receive(_ sender: UIControl) {
    // The observers may release it.
    withExtendedLifetime(self) { received(sender) }
  }
}
#endif
