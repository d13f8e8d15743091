import ReactiveCore

/// A field that is edited, and notifies of it in one of two ways.
final class PlainField<Value> {
  private var stored: Value
  /// What was written from outside.
  private(set) var writes: [Value] = []
  /// What the setter makes of a value.
  var accept: (Value) -> Value = { $0 }
  /// Whether the setter announces what is written from outside, too.
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

  /// The user types.
  func edit(_ value: Value) {
    stored = value
    announce()
  }
  func announce() {
    onEdit()
    edited.trigger()
  }
}
