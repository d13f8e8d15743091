/// The armed alarms of a timeline: a binary heap ordered by deadline.
///
/// References are unowned and checked; only alarms that are kept while armed are retained. An alarm leaves the heap
/// before it is deallocated.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
struct AlarmHeap: BinaryHeap {
  struct Entry: BinaryHeapEntry {
    /// Not later than the alarm's own: a postponed alarm is found when this has passed.
    var deadline: Duration
    /// 0, or the number of alarms at one time that each armed the next without delay.
    var round: Int
    let turn: Int
    unowned let alarm: Alarm
    /// The alarm, if it is kept while armed.
    let kept: Alarm?

    func comesBefore(_ other: Entry) -> Bool {
      (deadline, round, turn) < (other.deadline, other.round, other.turn)
    }
  }

  var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }
  var first: Entry? { entries.first }
  var kept: [Alarm] { entries.compactMap(\.kept) }
  var lastDeadline: Duration? { entries.map(\.alarm.deadline).max() }

  mutating func insert(_ alarm: Alarm, round: Int) {
    entries.append(
      Entry(
        deadline: alarm.deadline, round: round, turn: alarm.turn, alarm: alarm,
        kept: alarm.isKeptWhileArmed ? alarm : nil))
    alarm.listedDeadline = alarm.deadline
    alarm.place = entries.count - 1
    moveUp(from: alarm.place)
  }

  /// Does not use the entry's reference, since the alarm may be in its `deinit`.
  mutating func takeOut(_ alarm: Alarm) -> Entry {
    let place = alarm.place
    alarm.place = -1
    let taken = entries[place]
    let last = entries.removeLast()
    if place < entries.count {
      entries[place] = last
      last.alarm.place = place
      moveUp(from: place)
      moveDown(from: place)
    }
    return taken
  }

  /// `heir` rings in place of `alarm`. Both have the same turn.
  mutating func replace(_ alarm: Alarm, by heir: Alarm) -> Entry {
    let place = alarm.place
    let last = entries[place]
    entries[place] = Entry(
      deadline: last.deadline, round: last.round, turn: heir.turn, alarm: heir,
      kept: heir.isKeptWhileArmed ? heir : nil)
    heir.deadline = alarm.deadline
    heir.listedDeadline = last.deadline
    heir.place = place
    alarm.place = -1
    return last
  }

  /// Moves the first alarm to its place after it was postponed.
  mutating func putOffFirst() {
    let alarm = entries[0].alarm
    entries[0].deadline = alarm.deadline
    entries[0].round = 0
    alarm.listedDeadline = alarm.deadline
    moveDown(from: 0)
  }

  mutating func exchange(_ one: Int, _ other: Int) {
    entries.swapAt(one, other)
    entries[one].alarm.place = one
    entries[other].alarm.place = other
  }
}
