#if canImport(AppKit) && !canImport(UIKit)
public import AppKit
public import ReactiveCore

extension TargetActionControl where Self: NSControl {
  /// A stream that emits the control itself on each change of its text, not only on entry like ``actions``.
  ///
  /// ```swift
  /// import AppKit
  /// import ReactiveBindings
  ///
  /// @MainActor func report(_ field: NSTextField) {
  ///   field.textChanges.sink { field in print(field.stringValue) }
  /// }
  /// ```
  ///
  /// It follows the control's `textDidChangeNotification`, only while observed. The control then keeps the stream, but
  /// not vice versa. Cost: about 300 bytes while observed, plus the notification center's. Compiled for Apple's
  /// systems, but never run there.
  @MainActor
  public var textChanges: EventStream<Self> {
    CallbackStream { [weak self] emit in
      guard let self else { return {} }
      let receiver = TextChangeReceiver { [weak self] in
        if let self { emit(self) }
      }
      NotificationCenter.default.addObserver(
        receiver, selector: #selector(TextChangeReceiver.receive), name: NSControl.textDidChangeNotification,
        object: self)
      addLayoutGuide(receiver)
      return { [weak self, weak receiver] in
        guard let self, let receiver else { return }
        NotificationCenter.default.removeObserver(receiver)
        removeLayoutGuide(receiver)
      }
    }
  }
}

/// A layout guide; see `ActionReceiver`.
private final class TextChangeReceiver: NSLayoutGuide {
  private let received: () -> Void

  @MainActor init(_ received: @escaping () -> Void) {
    self.received = received
    super.init()
  }

  required init?(coder: NSCoder) { nil }

  @MainActor @objc func receive(_ notification: Notification) {
    // The observers may release it.
    withExtendedLifetime(self) { received() }
  }
}
#endif
