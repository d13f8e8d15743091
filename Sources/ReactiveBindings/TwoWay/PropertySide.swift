import ReactiveCore

/// A property of an object that is bound. The object is not kept alive.
///
/// What the property announces may be an echo: of what the binding wrote there, at once or, when that was in a delivery,
/// later. Where values can be compared, an echo is what is known already. Where they cannot, it is what nobody announced
/// beforehand, or else the first announcement after a write that was made in a delivery.
final class PropertySide<Target: AnyObject, Value>: BindingSide<Value> {
  private weak var target: Target?
  private let keyPath: ReferenceWritableKeyPath<Target, Value>
  /// Nil where values cannot be compared.
  private let isEqual: ((Value, Value) -> Bool)?
  /// What the property had when the binding last wrote or read it.
  private var known: Value?
  private var isWriting = false
  private var announcedWhileWriting = false
  private var awaitsEcho = false
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

  override func read() -> Value? { target?[keyPath: keyPath] }

  override func write(_ value: Value, from time: UInt64) {
    guard let target else { return }
    stamp.carry(from: time) {
      known = value
      // An equal text is not written again: a field would lose its cursor.
      if let isEqual, isEqual(target[keyPath: keyPath], value) { return }
      isWriting = true
      announcedWhileWriting = false
      target[keyPath: keyPath] = value
      isWriting = false
    }
    if let isEqual {
      guard announcedWhileWriting else { return }
      // The setter may have made something else of it.
      let present = target[keyPath: keyPath]
      if isEqual(present, value) { return }
      known = present
      stamp.noteWrite()
    } else if !announcedWhileWriting {
      awaitsEcho = true
      callWhenIdle(label: "two-way binding") { [weak self] in self?.awaitsEcho = false }
    }
    announcedWhileWriting = false
  }

  /// The binding was cancelled: what the property says is no longer heard.
  func leave() { target = nil }

  /// The property is about to change: this is the time of its write.
  func willChange() {
    isForewarned = true
    if isWriting { return }
    isStamped = true
    stamp.noteWrite()
  }

  /// The property says that it has changed. Returns whether that is news.
  func takeAnnouncement() -> Bool {
    if isWriting {
      announcedWhileWriting = true
      return false
    }
    guard let target else { return false }
    let wasStamped = isStamped
    isStamped = false
    if let isEqual {
      let present = target[keyPath: keyPath]
      if !wasStamped, let known, isEqual(known, present) { return false }
      known = present
    } else if !wasStamped && (isForewarned || awaitsEcho) {
      awaitsEcho = false
      return false
    }
    if !wasStamped { stamp.noteWrite() }
    return true
  }
}
