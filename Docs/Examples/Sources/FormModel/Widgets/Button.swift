import ExampleTerminal

/// Calls an action when pressed, unless disabled.
final class Button: Widget {
  let title: String
  var isEnabled = true
  var onPress: () -> Void = {}

  init(_ title: String) { self.title = title }

  func press(_ key: Key) -> Bool {
    guard isEnabled, key == .enter || key == " " else { return false }
    onPress()
    return true
  }
}
