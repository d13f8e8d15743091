#if canImport(AppKit) && !canImport(UIKit)
public import AppKit
public import ReactiveCore

/// A control of AppKit, whose actions are a stream of the control's own type.
///
/// ```swift
/// import AppKit
/// import ReactiveBindings
///
/// @MainActor func report(_ slider: NSSlider) {
///   slider.actions.sink { slider in print(slider.doubleValue) }
/// }
/// ```
///
/// Every `NSControl` is one. It is there because an extension of a class cannot speak of a stream of its subclass.
public protocol TargetActionControl: AnyObject {}

extension NSControl: TargetActionControl {}

extension TargetActionControl where Self: NSControl {
  /// The actions that the control sends, as a stream of the control itself: of a button when it is clicked, of a text
  /// field when its text is entered.
  ///
  /// ```swift
  /// import AppKit
  /// import ReactiveBindings
  ///
  /// @MainActor final class Form {
  ///   let name = OpenBehavior("")
  ///   let field = NSTextField()
  ///   init() {
  ///     field.actions.sink(with: self) { form, field in form.name.value = field.stringValue }
  ///   }
  /// }
  /// ```
  ///
  /// A control has one target and one action. While such a stream is observed, it is the target. The target that the
  /// control had before is sent its action all the same, before the observers are called, and is put back when the last
  /// observer has ended. Code that sets `target` or `action` in the meantime takes the place of the streams: they emit
  /// nothing until they are observed anew. While it is observed, the control keeps the stream, and is not kept by it.
  /// An observer need not capture the control, which is the payload. Cost: about 600 bytes while observed. It was
  /// compiled for Apple's systems, but never run on one.
  @MainActor
  public var actions: EventStream<Self> {
    CallbackStream { [weak self] emit in
      guard let self else { return {} }
      let receiver = ActionReceiver.present(in: self)
      let subscription = receiver.received.sink { control in
        if let control = control as? Self { emit(control) }
      }
      return { [weak receiver] in
        subscription.cancel()
        receiver?.leaveIfUnobserved()
      }
    }
  }
}

/// The target of a control, one for all of its streams.
///
/// A layout guide, since a control does not keep its target, but its layout guides. Without constraints it takes part in
/// no layout.
private final class ActionReceiver: NSLayoutGuide {
  let received: Event<NSControl>
  private weak var control: NSControl?
  private weak var displacedTarget: AnyObject?
  private let displacedAction: Selector?

  /// The one that is the target of `control`, or a new one that becomes it.
  @MainActor static func present(in control: NSControl) -> ActionReceiver {
    if let receiver = control.target as? ActionReceiver, receiver.isTarget { return receiver }
    return ActionReceiver(control)
  }

  @MainActor private init(_ control: NSControl) {
    received = Event(name: "actions of a control")
    self.control = control
    displacedTarget = control.target
    displacedAction = control.action
    super.init()
    control.addLayoutGuide(self)
    control.target = self
    control.action = #selector(receive)
  }

  required init?(coder: NSCoder) { nil }

  @MainActor private var isTarget: Bool { control?.target === self && control?.action == #selector(receive) }

  @MainActor func leaveIfUnobserved() {
    guard received.observers.isEmpty, let control else { return }
    if isTarget {
      control.target = displacedTarget
      control.action = displacedAction
    }
    control.removeLayoutGuide(self)
  }

  @MainActor @objc func receive(_ sender: NSControl) {
    // The observers may end it.
    withExtendedLifetime(self) {
      if let displacedAction { sender.sendAction(displacedAction, to: displacedTarget) }
      received.trigger(sender)
    }
  }
}
#endif
