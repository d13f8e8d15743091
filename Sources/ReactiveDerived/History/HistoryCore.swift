/// The steps of a ``History``.
///
/// A step is a row of entries, each the number of a track; the old values lie with the tracks, in the same order. So a step
/// allocates nothing of its own.
final class HistoryCore {
  /// What the next look finds is part of.
  enum Mode {
    case writing, undoing, redoing

    /// Where the old values go.
    var pile: HistoryPile { self == .undoing ? .redo : .undo }
  }

  private struct Entry {
    let track: Int32
    let beginsStep: Bool
  }

  private let tracks: [HistoryTrack]
  private let limit: Int
  private let coalescing: Coalescing?
  private let label: String
  let canUndo = OpenBehavior(false)
  let canRedo = OpenBehavior(false)
  // Exclusivity-unchecked, as with the tracks.

  @safe @exclusivity(unchecked) private var undoSteps = Shelf<Entry>()
  @safe @exclusivity(unchecked) private var redoSteps = Shelf<Entry>()
  @safe @exclusivity(unchecked) private var undoCount = 0
  @safe @exclusivity(unchecked) private var redoCount = 0
  @safe @exclusivity(unchecked) private var mode = Mode.writing
  /// The tracks that have notified since the last look.
  @safe @exclusivity(unchecked) private var touched: [Int32] = []
  @safe @exclusivity(unchecked) private var later: IdleCall?

  init(_ tracks: [HistoryTrack], _ limit: Int, _ coalescing: Coalescing?, _ label: String) {
    self.tracks = tracks
    self.limit = limit
    self.coalescing = coalescing
    self.label = label
  }

  func begin() {
    let label = label
    // Unowned, and not weak: that would make each use of this slower. It is cancelled at the end.
    later = IdleCall(label: label) { [unowned self] in closeStep() }
    for (number, track) in tracks.enumerated() { track.begin(Int32(number), of: self) }
  }

  /// The behavior of this track has notified.
  func touch(_ number: Int32) {
    touched.append(number)
    later?.request()
  }

  /// Everything that runs is over.
  private func closeStep() {
    // Nearly always it is one, and nothing is allocated.
    if touched.count == 1 { return close(CollectionOfOne(touched.removeLast())) }
    let numbers = touched
    touched = []
    close(numbers)
  }

  /// What has changed so far is a step of its own, also in a batch that has not notified of it.
  func collect() {
    touched = []
    close(0..<Int32(tracks.count))
    lookAgain()
  }

  /// What has changed so far is no step.
  func absorb() {
    touched = []
    for track in tracks { _ = track.look(keepingIn: nil) }
    lookAgain()
  }

  /// A batch may yet take back what was seen, and notifies nothing then.
  private func lookAgain() {
    if !Context.isCollecting { return }
    touched = Array(0..<Int32(tracks.count))
    later?.request()
  }

  private func close(_ numbers: some Sequence<Int32>) {
    let step = mode
    mode = .writing
    var count = 0
    for number in numbers where tracks[Int(number)].look(keepingIn: step.pile) {
      let entry = Entry(track: number, beginsStep: count == 0)
      if step.pile == .undo { undoSteps.append(entry) } else { redoSteps.append(entry) }
      count += 1
    }
    if count == 0 { return }
    if step.pile == .redo {
      redoCount += 1
    } else if step == .writing && joinsLastStep(count) {
      return
    } else {
      undoCount += 1
      if undoCount > limit { forgetFirst() }
    }
    if step == .writing { forgetRedo() } else { coalescing?.end() }
    show()
  }

  /// Joins the entries that were made last to the step before, if that is so recent. It has the older values.
  private func joinsLastStep(_ count: Int) -> Bool {
    guard let coalescing else { return false }
    let changed = undoSteps.last(count).map(\.track)
    if !coalescing.joins(changed.sorted()) || undoCount == 0 { return false }
    for number in changed {
      _ = undoSteps.removeLast()
      _ = tracks[Int(number)].perform(.dropLast(.undo))
    }
    return true
  }

  private func forgetFirst() {
    undoCount -= 1
    var isFirst = true
    while let entry = undoSteps.first, isFirst || !entry.beginsStep {
      isFirst = false
      _ = undoSteps.removeFirst()
      _ = tracks[Int(entry.track)].perform(.dropFirst(.undo))
    }
  }

  private func forgetRedo() {
    if redoCount == 0 { return }
    redoCount = 0
    redoSteps = Shelf()
    for track in tracks { _ = track.perform(.clear(.redo)) }
  }

  private func show() {
    let (hasUndo, hasRedo) = (undoCount > 0, redoCount > 0)
    if hasUndo == canUndo.peek() && hasRedo == canRedo.peek() { return }
    batch {
      canUndo.value = hasUndo
      canRedo.value = hasRedo
    }
  }

  func move(_ direction: Mode) {
    collect()
    let isUndo = direction == .undoing
    if (isUndo ? undoCount : redoCount) == 0 { return }
    if isUndo { undoCount -= 1 } else { redoCount -= 1 }
    mode = direction
    coalescing?.end()
    withoutTracking {
      batch {
        // Also where nothing is written in the end.
        later?.request()
        while let entry = isUndo ? undoSteps.removeLast() : redoSteps.removeLast() {
          _ = tracks[Int(entry.track)].perform(.restore(isUndo ? .undo : .redo))
          if entry.beginsStep { break }
        }
        show()
      }
    }
  }

  func clear() {
    collect()
    (undoCount, redoCount) = (0, 0)
    (undoSteps, redoSteps) = (Shelf(), Shelf())
    coalescing?.end()
    for track in tracks {
      _ = track.perform(.clear(.undo))
      _ = track.perform(.clear(.redo))
    }
    show()
  }

  func end() {
    later?.cancel()
    for track in tracks { track.end() }
  }
}

/// Whether a step is joined to the one before.
@usableFromInline
final class Coalescing {
  private let isQuick: () -> Bool
  private var last: [Int32]?

  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  @usableFromInline
  convenience init(_ interval: Duration, _ clock: any Clock<Duration>) { self.init(interval, on: clock) }

  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  private init<Time: Clock>(_ interval: Duration, on clock: Time) where Time.Duration == Duration {
    var end = clock.now
    isQuick = {
      let now = clock.now
      defer { end = now }
      return end.duration(to: now) < interval
    }
  }

  /// A step ends that changes these tracks.
  func joins(_ changed: [Int32]) -> Bool {
    let isQuick = isQuick()
    defer { last = changed }
    return isQuick && last == changed
  }

  /// The next step is not joined to what was before.
  func end() { last = nil }
}
