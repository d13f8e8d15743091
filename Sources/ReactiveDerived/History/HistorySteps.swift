/// The steps of one pile: for each, the numbers of the tracks that hold its old values.
///
/// They lie in one row, so a step allocates nothing.
struct HistorySteps {
  private struct Entry {
    /// nil for a step that has changed nothing.
    let track: Int32?
    let beginsStep: Bool
  }
  private var entries = Deque<Entry>()
  private(set) var count = 0
  private var removedFirst = 0

  var isEmpty: Bool { count == 0 }
  /// The number of the last step. Only the removal of later steps frees a number.
  var lastNumber: Int { removedFirst + count }

  /// Adds a step, whose first track is this one.
  mutating func begin(with track: Int32?) {
    entries.append(Entry(track: track, beginsStep: true))
    count += 1
  }

  /// Adds a track to the last step.
  mutating func add(_ track: Int32) { entries.append(Entry(track: track, beginsStep: false)) }

  /// Whether a track can be added to the step: neither that nor a later one has it.
  func admits(_ track: Int32, to step: Int) -> Bool { place(for: track, in: step) != nil }

  mutating func add(_ track: Int32, to step: Int) {
    guard let place = place(for: track, in: step) else { return }
    entries.insert(Entry(track: track, beginsStep: false), at: place)
  }

  /// The index behind the step.
  private func place(for track: Int32, in step: Int) -> Int? {
    var (number, place, index) = (lastNumber, entries.count, entries.count)
    if number < step { return nil }
    while index > 0 {
      index -= 1
      let entry = entries[index]
      if entry.track == track { return nil }
      if !entry.beginsStep { continue }
      if number == step { return place }
      (number, place) = (number - 1, index)
    }
    return nil
  }

  mutating func removeAll() {
    entries = Deque()
    (count, removedFirst) = (0, lastNumber)
  }

  /// The tracks of the last step, last first.
  var last: [Int32] {
    var (step, index): ([Int32], Int) = ([], entries.count)
    while index > 0 {
      index -= 1
      if let track = entries[index].track { step.append(track) }
      if entries[index].beginsStep { break }
    }
    return step
  }

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
    (count, removedFirst) = (count - 1, removedFirst + 1)
    return true
  }

  mutating func removeFirst() -> [Int32] {
    var step: [Int32] = []
    repeat {
      guard let entry = entries.removeFirst() else { break }
      if let track = entry.track { step.append(track) }
    } while entries.first?.beginsStep == false
    (count, removedFirst) = (count - 1, removedFirst + 1)
    return step
  }
}

/// A step, by its number in a pile.
struct HistoryStep {
  let pile: HistoryPile
  let number: Int
  /// A step that is gone.
  static var gone: HistoryStep { HistoryStep(pile: .undo, number: 0) }
}
