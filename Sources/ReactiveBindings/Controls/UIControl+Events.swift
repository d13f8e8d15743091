#if canImport(UIKit) && !os(watchOS)
public import ReactiveCore
public import UIKit

/// A control of UIKit, whose events are streams of the control's own type.
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
/// Every `UIControl` is one. It is there because an extension of a class cannot speak of a stream of its subclass.
public protocol TargetActionControl: AnyObject {}

extension UIControl: TargetActionControl {}

extension TargetActionControl where Self: UIControl {
  /// What happens to the control, as a stream of the control itself.
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
  /// Each call gives a stream of its own. While it is observed, the control has one target more, keeps the stream, and
  /// is not kept by it; otherwise nothing is registered. An observer need not capture the control, which is the
  /// payload. Streams that are still observed end with the control. Cost: about 300 bytes while observed, and what a
  /// target costs the control. It was compiled for Apple's systems, but never run on one.
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
/// A layout guide, since a control does not keep its targets, but its layout guides. Without constraints it takes part
/// in no layout.
private final class ActionReceiver: UILayoutGuide {
  private let received: (UIControl) -> Void

  @MainActor init(_ received: @escaping (UIControl) -> Void) {
    self.received = received
    super.init()
  }

  required init?(coder: NSCoder) { nil }

  @MainActor @objc func receive(_ sender: UIControl) {
    // The observers may end it.
    withExtendedLifetime(self) { received(sender) }
  }
}
#endif
