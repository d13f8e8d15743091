import ExampleTerminal

/// Does something when it is pressed, unless it is disabled.
final class Button: Widget {
  let title: String
  var isEnabled = true
  /// Called when somebody presses it.
  var onPress: () -> Void = {}

  init(_ title: String) { self.title = title }

  func press(_ key: Key) -> Bool {
    guard isEnabled, key == .enter || key == " " else { return false }
    onPress()
    return true
  }
}
