#if canImport(AppKit) && !canImport(UIKit)
public import AppKit
public import ReactiveCore

extension TargetActionControl where Self: NSControl {
  /// What is typed into the control, as a stream of the control itself: of a text field at each change of its text, and
  /// not only when it is entered, as ``actions``.
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
  /// It follows the control's `textDidChangeNotification`. While it is observed, the control keeps the stream, and is not
  /// kept by it; otherwise nothing is registered. Cost: about 300 bytes while observed, and what the notification center
  /// needs. It was compiled for Apple's systems, but never run on one.
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

/// The observer of a control's notifications. A layout guide, since a control keeps these; see `ActionReceiver`.
private final class TextChangeReceiver: NSLayoutGuide {
  private let received: () -> Void

  @MainActor init(_ received: @escaping () -> Void) {
    self.received = received
    super.init()
  }

  required init?(coder: NSCoder) { nil }

  @MainActor @objc func receive(_ notification: Notification) {
    // The observers may end it.
    withExtendedLifetime(self) { received() }
  }
}
#endif
