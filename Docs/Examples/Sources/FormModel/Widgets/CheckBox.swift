import ExampleTerminal
import ReactiveBindings

/// Something that is so or not.
///
/// It announces changes by an event, and a text field by a callback: a binding takes either.
final class CheckBox: Widget {
  let title: String
  var isChecked = false
  /// The user has changed it. Not triggered by a write of ``isChecked``.
  let toggled = Event<Void>()

  init(_ title: String) { self.title = title }

  func press(_ key: Key) -> Bool {
    guard key == .enter || key == " " else { return false }
    isChecked.toggle()
    toggled.trigger()
    return true
  }
}
