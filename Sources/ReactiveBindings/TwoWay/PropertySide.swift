import ReactiveCore

/// A property of an object that is bound. The object is not kept alive.
///
/// What the property announces may be an echo: of what the binding wrote there, at once or, when that was in a
/// delivery, later. Where values can be compared, an echo is a value that the binding has seen. Where they cannot, and
/// the property also announces changes beforehand, an echo is an announcement that was not preceded by one of those;
/// otherwise it is the first announcement after a write that was made in a delivery.
///
/// A different value that is announced in the same delivery is a correction: the setter has stored a different value. A
/// correction of a correction is not carried back, since two properties of one behavior that never agree would correct
/// each other for ever.
final class PropertySide<Target: AnyObject, Value>: BindingSide<Value> {
  private weak var target: Target?
  private let keyPath: ReferenceWritableKeyPath<Target, Value>
  /// Nil where values cannot be compared.
  private let isEqual: ((Value, Value) -> Bool)?
  /// The value that the binding last wrote to the property or read from it.
  private var seenValue: Value?
  private var isWriting = false
  private var announcedWhileWriting = false
  private var awaitsEcho = false
  /// ``awaitsEcho`` ends as soon as the thread is idle.
  private var ceasesWhenIdle = false
  private lazy var ceaseAwaiting: () -> Void = { [weak self] in
    self?.ceasesWhenIdle = false
    self?.awaitsEcho = false
  }
  /// Whether changes are announced beforehand, too; those are never echoes.
  private var isForewarned = false
  private var isStamped = false

  init(
    _ target: Target, _ keyPath: ReferenceWritableKeyPath<Target, Value>, isEqual: ((Value, Value) -> Bool)?
  ) {
    self.target = target
    self.keyPath = keyPath
    self.isEqual = isEqual
    super.init(stamp: WriteStamp())
  }

  override var label: String {
    // Swift does not know the name of each property.
    let path = "\(keyPath)"
    return path.contains("<") ? "a property of \(Target.self)" : path
  }
  override var isGone: Bool { target == nil }
  override func read() -> Value? { target.map(present) }

  /// The property's value. What its getter reads is not tracked by the code that binds or announces.
  private func present(in target: Target) -> Value { withoutTracking { target[keyPath: keyPath] } }

  override func write(_ value: Value, from source: WriteStamp?) {
    guard let target else { return }
    isStamped = false
    announcedWhileWriting = false
    stamp.carry(from: source) {
      noteSeen(value)
      // An equal text is not written again: a field would lose its cursor.
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

  /// Releases the value seen before it, whose deinitialiser may run any code.
  private func noteSeen(_ value: Value) {
    var old: Value? = value
    swap(&seenValue, &old)
    withExtendedLifetime(old) {}
  }

  /// The binding was cancelled: announcements of the property are ignored from now on.
  func leave() { target = nil }

  /// The property is about to change: this is the time of its write.
  func willChange() {
    isForewarned = true
    if isWriting { return }
    isStamped = true
    stamp.noteWrite()
  }

  /// The property announces that it has changed. Returns whether that is a change, and no echo.
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

/// `==` of a type that is `Equatable`, identity of one whose values are objects, nil of any other: found out at run time,
/// once for a binding, so that no function has to be there twice.
func equality<Value>(of type: Value.Type) -> ((Value, Value) -> Bool)? {
  func operation<Compared: Equatable>(of _: Compared.Type) -> Any { { $0 == $1 } as (Compared, Compared) -> Bool }
  if let type = type as? any Equatable.Type { return operation(of: type) as? (Value, Value) -> Bool }
  return heldObjects(of: type) == .always ? { isSameInstance($0, $1) } : nil
}
