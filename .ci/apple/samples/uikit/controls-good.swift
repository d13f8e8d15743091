public import UIKit

@MainActor public final class Actions: NSObject {
  private weak var control: UIControl?
  private let events: UIControl.Event
  private let action: @MainActor () -> Void

  public init(_ control: UIControl, _ events: UIControl.Event, _ action: @escaping @MainActor () -> Void) {
    self.control = control
    self.events = events
    self.action = action
    super.init()
    control.addTarget(self, action: #selector(fire), for: events)
  }
  @objc private func fire(_ sender: UIControl) { action() }
  public func stop() { control?.removeTarget(self, action: nil, for: events) }
}

@MainActor public func fill(_ field: UITextField, _ label: UILabel, _ button: UIButton) -> [Actions] {
  field.text = "Alice"
  label.text = field.text
  label.isHidden = !field.isEnabled
  button.setTitle("Send", for: [])
  return [
    Actions(field, [.editingChanged, .editingDidEnd]) { label.text = field.text },
    Actions(button, .touchUpInside) { field.text = nil },
  ]
}
