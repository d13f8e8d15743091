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
    let field: Field
    let value: Any
    /// The number of the message.
    let number: Int
  }

  /// By hash, or the next free number, so no function of a path runs during an access.
  @safe @exclusivity(unchecked) private var entries: [Int: Entry] = [:]
  /// The number of changes of `entries`, which a path's `hash(into:)` or `==` may make.
  private var changeCount = 0
  /// The number of messages that have been taken, and wait no more.
  private var takenCount = 0
  private var arrivals: [Arrival] = []
  /// The same, so that each is noted once.
  private var awaited: Set<ObjectIdentifier> = []

  /// The value in the last message of the field, as long as that waits.
  func value(of field: Field, _ purpose: WaitingPurpose) -> Any? {
    if entries.isEmpty { return nil }
    guard let entry = find(field).entry, entry.number > takenCount else { return nil }
    if case .look(let arrival?) = purpose, awaited.insert(ObjectIdentifier(arrival)).inserted {
      arrivals.append(arrival)
    }
    return entry.value
  }

  /// The last of `count` waiting messages has this value.
  func note(_ value: Any, of field: Field, behind count: Int) {
    let number = takenCount + count
    let place = find(field).place
    changeCount += 1
    let old = entries.updateValue(Entry(field: field, value: value, number: number), forKey: place)
    // Released last: a value's `deinit` may use the program.
    withExtendedLifetime(old) {}
  }

  private func find(_ field: Field) -> (place: Int, entry: Entry?) {
    let hash = field.hashValue
    var (place, restarts) = (hash, 0)
    while let present = entries[place] {
      let count = changeCount
      let isFound = present.field == field
      if changeCount != count && restarts < 100 {
        (place, restarts) = (hash, restarts + 1)
      } else if isFound {
        return (place, present)
      } else {
        place &+= 1
      }
    }
    return (place, nil)
  }

  /// Called before messages are handled, while they still wait.
  @usableFromInline
  func begin() { for arrival in arrivals { arrival.prepare() } }

  /// Called before the first `count` waiting messages are handled; `isLast` if no other waits.
  @usableFromInline
  func take(_ count: Int, isLast: Bool) {
    takenCount += count
    if !isLast { return }
    changeCount += 1
    var old: [Int: Entry] = [:]
    swap(&old, &entries)
    // Released last, too.
    withExtendedLifetime(old) {}
  }

  /// Called when those messages have been handled.
  @usableFromInline
  func finish() {
    if arrivals.isEmpty { return }
    var all: [Arrival] = []
    swap(&all, &arrivals)
    awaited.removeAll()
    for arrival in all { arrival.complete() }
  }
}
