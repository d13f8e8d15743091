#if canImport(AppKit) && !canImport(UIKit)
public import AppKit
public import ReactiveCore

/// An AppKit control, whose actions are a stream of its own type.
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
/// Every `NSControl` conforms. This is a protocol, since an extension of a class cannot name a stream of its subclass.
public protocol TargetActionControl: AnyObject {}

extension NSControl: TargetActionControl {}

extension TargetActionControl where Self: NSControl {
  /// A stream that emits the control itself for each of its actions, such as a click or the entry of a text.
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
  /// A control has one target and one action. While the stream is observed, it is the target. The previous target still
  /// receives its action, before the observers, and is restored after the last observer ends. If other code sets
  /// `target` or `action` meanwhile, the streams emit nothing until they are observed again.
  ///
  /// While observed, the control keeps the stream, but not vice versa. An observer need not capture the control, which
  /// is the payload. Cost: about 600 bytes while observed. Compiled for Apple's systems, but never run there.
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

/// The target of a control, shared by its streams.
///
/// A layout guide, since a control retains those, but not its target. Without constraints, it does not affect layout.
private final class ActionReceiver: NSLayoutGuide {
  let received: Event<NSControl>
  private weak var control: NSControl?
  private weak var displacedTarget: AnyObject?
  private let displacedAction: Selector?

  /// The present or a new receiver as the target of `control`.
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
    // The observers may release it.
    withExtendedLifetime(self) {
      if let displacedAction { sender.sendAction(displacedAction, to: displacedTarget) }
      received.trigger(sender)
    }
  }
}
#endif
