import ExampleTerminal
import ReactiveBindings

/// An on-off choice.
///
/// It announces changes by an event, and a text field by a callback: bindings accept both.
final class CheckBox: Widget {
  let title: String
  var isChecked = false
  /// Triggered by the user, not by a write of ``isChecked``.
  let toggled = Event<Void>()

  init(_ title: String) { self.title = title }

  func press(_ key: Key) -> Bool {
    guard key == .enter || key == " " else { return false }
    isChecked.toggle()
    toggled.trigger()
    return true
  }
}
