internal import ReactiveCore

/// Waiting numbers, ordered by due time, then by number.
package struct DueList {
  private struct Entry: Comparable {
    let time: TimeSpan
    let number: Int

    static func < (a: Entry, b: Entry) -> Bool { (a.time, a.number) < (b.time, b.number) }
  }
  /// In reverse order.
  private var entries: [Entry] = []

  package init() {}

  /// The numbers and due times, in order.
  package var all: [(number: Int, time: TimeSpan)] { entries.reversed().map { ($0.number, $0.time) } }

  package mutating func insert(_ number: Int, at time: TimeSpan) {
    let entry = Entry(time: time, number: number)
    entries.insert(entry, at: place(of: entry))
  }

  /// Does nothing if it is absent.
  package mutating func remove(_ number: Int, at time: TimeSpan) {
    let entry = Entry(time: time, number: number)
    let place = place(of: entry)
    if place < entries.count && entries[place] == entry { entries.remove(at: place) }
  }

  /// Removes the first entry that is due at `time`.
  package mutating func takeFirst(dueAt time: TimeSpan) -> (number: Int, time: TimeSpan)? {
    guard let first = entries.last, first.time <= time else { return nil }
    entries.removeLast()
    return (first.number, first.time)
  }

  /// The index of an entry, or of its insertion.
  private func place(of entry: Entry) -> Int { entries.partitioningIndex { $0 <= entry } }
}
