public import AppKit

@MainActor public final class TextChanges: NSObject, NSTextFieldDelegate {
  public init(_ field: NSTextField) {
    super.init()
    NotificationCenter.default.addObserver(
      self, selector: #selector(changed), name: NSControl.textDidChangeNotification, object: field)
    field.delegate = self
  }
  @objc private func changed(_ notification: Notification) { print(notification.object is NSTextField) }
  public func controlTextDidChange(_ notification: Notification) {}
  public func stop() { NotificationCenter.default.removeObserver(self) }
}
