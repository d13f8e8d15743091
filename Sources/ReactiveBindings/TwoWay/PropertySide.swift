import ReactiveCore

/// A bound property of an object, which is not kept alive.
///
/// An announcement may echo the binding's write: at once, or later if that was made in a delivery. The signs of an
/// echo:
/// - If values can be compared, the binding has seen the value.
/// - If not, and changes are also announced beforehand, no such announcement preceded it.
/// - Otherwise it is the first one after a write in a delivery.
///
/// A different value announced in the same delivery is a correction by the setter. A correction of a correction is not
/// carried back: two properties of one behavior could correct each other forever.
final class PropertySide<Target: AnyObject, Value>: BindingSide<Value> {
  private var reference: WeakObject<Target>?
  private var target: Target? { reference?.object }
  private let keyPath: ReferenceWritableKeyPath<Target, Value>
  /// Nil if values cannot be compared.
  private let isEqual: ((Value, Value) -> Bool)?
  /// The last value that the binding wrote or read.
  private var seenValue: Value?
  private var isWriting = false
  private var announcedWhileWriting = false
  private var awaitsEcho = false
  /// ``awaitsEcho`` ends when the thread is idle.
  private var ceasesWhenIdle = false
  private lazy var ceaseAwaiting: () -> Void = { [weak self] in
    self?.ceasesWhenIdle = false
    self?.awaitsEcho = false
  }
  /// Changes are also announced beforehand; those announcements are never echoes.
  private var isForewarned = false
  private var isStamped = false

  init(
    _ target: Target, _ keyPath: ReferenceWritableKeyPath<Target, Value>, isEqual: ((Value, Value) -> Bool)?
  ) {
    reference = WeakObject(target)
    self.keyPath = keyPath
    self.isEqual = isEqual
    super.init(stamp: WriteStamp())
  }

  override var label: String {
    // Swift cannot name every property.
    let path = "\(keyPath)"
    return path.contains("<") ? "a property of \(Target.self)" : path
  }
  override var isGone: Bool { target == nil }
  override func read() -> Value? { target.map(present) }

  private func present(in target: Target) -> Value { withoutTracking { target[keyPath: keyPath] } }

  override func write(_ value: Value, from source: WriteStamp?) {
    guard let target else { return }
    isStamped = false
    announcedWhileWriting = false
    stamp.carry(from: source) {
      noteSeen(value)
      // Writing an equal text would lose a field's cursor.
      if let isEqual, isEqual(present(in: target), value) { return }
      isWriting = true
      target[keyPath: keyPath] = value
      isWriting = false
      if !announcedWhileWriting { awaitEcho() }
    }
    guard announcedWhileWriting, let isEqual else { return }
    let result = present(in: target)
    if isEqual(result, value) { return }
    noteSeen(result)
    if !stamp.isCorrection { stamp.noteWrite(isCorrection: true) }
  }

  private func awaitEcho() {
    awaitsEcho = true
    if ceasesWhenIdle { return }
    ceasesWhenIdle = true
    callLater(after: .idleThread, label: "a two-way binding of a property", ceaseAwaiting)
  }

  /// Releases the previous value last: that may run any code.
  private func noteSeen(_ value: Value) {
    var old: Value? = value
    swap(&seenValue, &old)
    withExtendedLifetime(old) {}
  }

  func leave() { reference = nil }

  /// The property is about to change: this is the time of its write.
  func willChange() {
    isForewarned = true
    if isWriting { return }
    isStamped = true
    stamp.noteWrite()
  }

  /// Returns whether the announcement is a change, not an echo.
  func takeAnnouncement() -> Bool {
    if isWriting {
      announcedWhileWriting = true
      return false
    }
    guard let target else { return false }
    let wasStamped = isStamped
    isStamped = false
    if let isEqual {
      let present = present(in: target)
      if !wasStamped, let seenValue, isEqual(seenValue, present) { return false }
      noteSeen(present)
    } else if !wasStamped && (isForewarned || awaitsEcho) {
      awaitsEcho = false
      return false
    }
    if wasStamped { return true }
    if awaitsEcho && stamp.isCorrection { return false }
    stamp.noteWrite(isCorrection: awaitsEcho)
    return true
  }
}

/// `==` for an `Equatable` type, identity for objects, otherwise nil. Found at run time, once for a binding, instead of
/// by overloads.
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  func operation<Compared: Equatable>(of _: Compared.Type) -> Any { { $0 == $1 } as (Compared, Compared) -> Bool }
  if let type = type as? any Equatable.Type { return operation(of: type) as? (Value, Value) -> Bool }
  return heldObjects(of: type) == .always ? { isSameInstance($0, $1) } : nil
}
