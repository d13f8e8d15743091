import ExampleTerminal
import ReactiveBindings

/// Something that is so or not.
///
/// It tells by an event, where a text field tells by a callback: a binding takes either.
final class CheckBox: Widget {
  let title: String
  var isChecked = false
  /// Somebody has changed it; not told for those who write ``isChecked``.
  let toggled = Event<Void>()

  init(_ title: String) { self.title = title }

  func press(_ key: Key) -> Bool {
    guard key == .enter || key == " " else { return false }
    isChecked.toggle()
    toggled.trigger()
    return true
  }
}
