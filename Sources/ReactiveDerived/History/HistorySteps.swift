/// The steps of one pile: for each, the numbers of the tracks that hold its old values.
///
/// They lie in one row, so a step allocates nothing.
struct HistorySteps {
  private struct Entry {
    /// nil for a step that has changed nothing.
    let track: Int32?
    let beginsStep: Bool
  }
  private var entries = Shelf<Entry>()
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Adds a step, whose first track is this one.
  mutating func begin(with track: Int32?) {
    entries.append(Entry(track: track, beginsStep: true))
    count += 1
  }

  /// Adds a track to the last step.
  mutating func add(_ track: Int32) { entries.append(Entry(track: track, beginsStep: false)) }

  var last: [Int32] { entries.lastStep { $0.beginsStep }.compactMap(\.track) }

  mutating func removeLast() -> [Int32] {
    var step: [Int32] = []
    while let entry = entries.removeLast() {
      if let track = entry.track { step.append(track) }
      if entry.beginsStep { break }
    }
    count -= 1
    return step
  }

  /// The usual case, without an array: removes the first step if it has this track alone.
  mutating func removeFirst(ifOnly track: Int32) -> Bool {
    guard entries.first?.track == track, entries.second?.beginsStep != false else { return false }
    _ = entries.removeFirst()
    count -= 1
    return true
  }

  mutating func removeFirst() -> [Int32] {
    var step: [Int32] = []
    repeat {
      guard let entry = entries.removeFirst() else { break }
      if let track = entry.track { step.append(track) }
    } while entries.first?.beginsStep == false
    count -= 1
    return step
  }
}
