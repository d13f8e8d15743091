/// The alarms of a timeline that are armed: a binary heap, whose first one is due first.
///
/// It points at alarms by checked references, and keeps only those that ask for it. An alarm leaves it before it ends.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
struct AlarmHeap {
  struct Entry {
    /// No later than the alarm's: an alarm that was put off is found when this has come.
    var deadline: Duration
    /// 0, or the number of alarms due at one time each of which armed the next one, for no time at all.
    var round: Int
    /// See ``Alarm/turn``.
    let turn: Int
    unowned let alarm: Alarm
    /// The alarm, if nothing else keeps it.
    let kept: Alarm?

    func comesBefore(_ other: Entry) -> Bool {
      (deadline, round, turn) < (other.deadline, other.round, other.turn)
    }
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }
  var first: Entry? { entries.first }
  /// When the last of the alarms is due.
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

  /// Not by the entry's reference: the alarm may be ending.
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

  /// Has `heir` ring when `alarm` was to. Both have one turn.
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

  /// The first alarm was put off since it was inserted: it goes where it belongs.
  mutating func putOffFirst() {
    let alarm = entries[0].alarm
    entries[0].deadline = alarm.deadline
    entries[0].round = 0
    alarm.listedDeadline = alarm.deadline
    moveDown(from: 0)
  }

  private mutating func moveUp(from start: Int) {
    var place = start
    while place > 0 {
      let parent = (place - 1) / 2
      if !entries[place].comesBefore(entries[parent]) { return }
      exchange(place, parent)
      place = parent
    }
  }

  private mutating func moveDown(from start: Int) {
    var place = start
    while true {
      var first = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < entries.count && entries[child].comesBefore(entries[first]) { first = child }
      if first == place { return }
      exchange(place, first)
      place = first
    }
  }

  private mutating func exchange(_ one: Int, _ other: Int) {
    entries.swapAt(one, other)
    entries[one].alarm.place = one
    entries[other].alarm.place = other
  }
}
