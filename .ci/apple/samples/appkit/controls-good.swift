public import AppKit

@MainActor public final class Actions: NSObject {
  private weak var control: NSControl?
  private let action: @MainActor () -> Void

  public init(_ control: NSControl, _ action: @escaping @MainActor () -> Void) {
    self.control = control
    self.action = action
    super.init()
    control.target = self
    control.action = #selector(fire)
  }
  @objc private func fire(_ sender: Any?) { action() }
  public func stop() {
    guard control?.target === self else { return }
    control?.target = nil
    control?.action = nil
  }
}

@MainActor public func fill(_ field: NSTextField, _ button: NSButton) -> [Actions] {
  field.stringValue = "Alice"
  button.title = field.stringValue
  button.isHidden = !field.isEnabled
  button.state = .on
  return [Actions(field) { button.title = field.stringValue }, Actions(button) { field.stringValue = "" }]
}
