internal import ReactiveCore

/// The values of a program's fields that wait in messages. A later write of a part changes that value rather than the
/// model's, which would take the earlier write back.
@safe
@usableFromInline
final class WaitingFields {
  /// Fields with the same path are one.
  struct Field: Hashable {
    let whole: ObjectIdentifier
    let path: AnyKeyPath
  }
  private struct Entry {
    let value: Any
    /// The number of the message.
    let number: Int
  }

  /// Copied for each access: hashing a path may run code of the user's.
  @safe @exclusivity(unchecked) private var entries: [Field: Entry] = [:]
  /// The number of messages that have been taken, and wait no more.
  private var takenCount = 0
  private var calls: [IdleCall] = []

  /// The value in the last message of the field, as long as that waits.
  func value(of field: Field, _ purpose: WaitingPurpose) -> Any? {
    if entries.isEmpty { return nil }
    let entries = entries
    guard let entry = entries[field], entry.number > takenCount else { return nil }
    if case .look(let call?) = purpose, calls.last !== call { calls.append(call) }
    return entry.value
  }

  /// The last of `count` waiting messages has this value.
  func note(_ value: Any, of field: Field, behind count: Int) {
    var new: [Field: Entry] = [:]
    swap(&new, &entries)
    new[field] = Entry(value: value, number: takenCount + count)
    entries = new
  }

  /// Called before the first `count` waiting messages are handled; `isLast` if no other waits.
  @usableFromInline
  func take(_ count: Int, isLast: Bool) {
    takenCount += count
    // Released last: a value's `deinit` may use the program.
    var old: [Field: Entry] = [:]
    swap(&old, &entries)
    if !isLast { entries = old.filter { $0.value.number > takenCount } }
    withExtendedLifetime(old) {}
  }

  /// Called when those messages have been handled.
  @usableFromInline
  func finish() {
    if calls.isEmpty { return }
    var all: [IdleCall] = []
    swap(&all, &calls)
    for call in all { call.request() }
  }
}
