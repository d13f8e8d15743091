import ReactiveCore

/// An editable field that notifies of edits in one of two ways.
final class PlainField<Value> {
  private var stored: Value
  private(set) var writes: [Value] = []
  /// Converts a value in the setter.
  var accept: (Value) -> Value = { $0 }
  /// Whether the setter also announces writes from outside.
  var announcesWrites = false
  let edited = Event<Void>()
  var onEdit: () -> Void = {}

  init(_ value: Value) { stored = value }

  var value: Value {
    get { stored }
    set {
      writes.append(newValue)
      stored = accept(newValue)
      if announcesWrites { announce() }
    }
  }

  func edit(_ value: Value) {
    stored = value
    announce()
  }
  func announce() {
    onEdit()
    edited.trigger()
  }
}
