/// The steps of a ``History``.
///
/// A step is a row of entries, each the number of a track; the old values lie with the tracks, in the same order. So a step
/// allocates nothing of its own.
final class HistoryCore {
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
  /// Made when it is asked for.
  private var stepEvent: Event<UndoStep>?
  // Exclusivity-unchecked, as with the tracks.

  @safe @exclusivity(unchecked) private var undoSteps = Shelf<Entry>()
  @safe @exclusivity(unchecked) private var redoSteps = Shelf<Entry>()
  @safe @exclusivity(unchecked) private var undoCount = 0
  @safe @exclusivity(unchecked) private var redoCount = 0
  /// The pile with the last step that was made since the thread was idle. What observers change belongs to it.
  @safe @exclusivity(unchecked) private var open: HistoryPile?
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

  var steps: EventStream<UndoStep> {
    if let stepEvent { return stepEvent }
    let new = Event<UndoStep>(name: "the steps of \(label)")
    stepEvent = new
    return new
  }

  /// The behavior of this track has notified.
  func touch(_ number: Int32) {
    touched.append(number)
    later?.request()
  }

  private var allNumbers: Range<Int32> { 0..<Int32(tracks.count) }

  /// Everything that runs is over.
  private func closeStep() {
    defer { open = nil }
    // Nearly always it is one, and nothing is allocated.
    if touched.count == 1 { return close(CollectionOfOne(touched.removeLast())) }
    let numbers = touched
    touched = []
    close(numbers)
  }

  /// What has changed so far belongs to the open step, or to a step of its own, also in a batch that has not notified of it.
  func collect() {
    touched = []
    close(allNumbers)
    lookAgain()
  }

  /// What is changed from here on is a step of its own.
  func endStep() {
    collect()
    open = nil
    coalescing?.end()
  }

  /// What was changed is no step.
  func absorb() {
    touched = []
    var isAny = false
    for track in tracks where track.look(keepingIn: nil) { isAny = true }
    if isAny { coalescing?.end() }
    lookAgain()
  }

  /// A batch may yet take back what was seen, and notifies nothing then.
  private func lookAgain() {
    if !Context.isCollecting { return }
    touched = Array(allNumbers)
    later?.request()
  }

  private func close(_ numbers: some Sequence<Int32>) {
    if let open { return join(numbers, to: open) }
    // The step before has the older values of one that is joined to it.
    if let coalescing {
      let changed = numbers.filter { tracks[Int($0)].perform(.isChanged) }
      if changed.isEmpty { return }
      if coalescing.joins(changed.sorted()) && undoCount > 0 {
        open = .undo
        for number in changed { _ = tracks[Int(number)].look(keepingIn: nil) }
        return
      }
    }
    if !makeStep(of: numbers, in: .undo) { return }
    if undoCount > limit { forgetFirst() }
    forgetRedo()
    show()
    stepEvent?.trigger(.made)
  }

  /// What has changed is a step; false if nothing has.
  private func makeStep(of numbers: some Sequence<Int32>, in pile: HistoryPile) -> Bool {
    var isAny = false
    for number in numbers where tracks[Int(number)].look(keepingIn: pile) {
      add(Entry(track: number, beginsStep: !isAny), to: pile)
      isAny = true
    }
    if !isAny { return false }
    if pile == .undo { undoCount += 1 } else { redoCount += 1 }
    open = pile
    return true
  }

  /// What has changed belongs to the last step of the pile, which has the older values of what it has.
  private func join(_ numbers: some Sequence<Int32>, to pile: HistoryPile) {
    if (pile == .undo ? undoCount : redoCount) == 0 {
      open = nil
      return close(numbers)
    }
    let present = (pile == .undo ? undoSteps : redoSteps).lastStep { $0.beginsStep }.map(\.track)
    for number in numbers {
      let isThere = present.contains(number)
      if tracks[Int(number)].look(keepingIn: isThere ? nil : pile) && !isThere {
        add(Entry(track: number, beginsStep: false), to: pile)
      }
    }
  }

  private func add(_ entry: Entry, to pile: HistoryPile) {
    if pile == .undo { undoSteps.append(entry) } else { redoSteps.append(entry) }
  }

  private func forgetFirst() {
    guard let first = undoSteps.removeFirst() else { return }
    undoCount -= 1
    // Nearly always it has one entry, and nothing is allocated.
    var others: [Int32] = []
    while let entry = undoSteps.first, !entry.beginsStep {
      others.append(entry.track)
      _ = undoSteps.removeFirst()
    }
    // The end of a value may use this.
    _ = tracks[Int(first.track)].perform(.dropFirst(.undo))
    for number in others { _ = tracks[Int(number)].perform(.dropFirst(.undo)) }
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

  /// Takes back the last step of `pile`, which makes one of the other pile.
  func takeBack(from pile: HistoryPile) {
    let isBusy = !Context.isIdle
    // What the code that calls this has written in its batch is no part of an undo before.
    if Context.isCollecting { open = nil }
    collect()
    if (pile == .undo ? undoCount : redoCount) == 0 { return }
    if pile == .undo { undoCount -= 1 } else { redoCount -= 1 }
    coalescing?.end()
    withoutTracking {
      batch {
        var numbers: [Int32] = []
        while let entry = pile == .undo ? undoSteps.removeLast() : redoSteps.removeLast() {
          numbers.append(entry.track)
          if entry.beginsStep { break }
        }
        // What is computed from others comes after these: an override ends with its source.
        for isComputed in [false, true] {
          for number in numbers where tracks[Int(number)].behavior.forwardsWrites == isComputed {
            _ = tracks[Int(number)].perform(.restore(pile))
          }
        }
        open = nil
        _ = makeStep(of: allNumbers, in: pile == .undo ? .redo : .undo)
        show()
        stepEvent?.trigger(pile == .undo ? .undone : .redone)
        later?.request()
      }
    }
    if isBusy { closeBehind() }
  }

  /// What the code that called this changes behind it, in its batch or observer, is a step of its own.
  private func closeBehind() {
    callLater(after: .batch, label: label) { [weak self] in
      guard let self else { return }
      let last = open
      open = nil
      close(allNumbers)
      if open == nil { open = last }
    }
  }

  func clear() {
    collect()
    open = nil
    (undoCount, redoCount) = (0, 0)
    (undoSteps, redoSteps) = (Shelf(), Shelf())
    coalescing?.end()
    for track in tracks {
      _ = track.perform(.clear(.undo))
      _ = track.perform(.clear(.redo))
    }
    show()
    stepEvent?.trigger(.cleared)
  }

  /// Ends each track in the isolation that uses its behavior now, wherever the last reference has gone. Keeps the core
  /// meanwhile.
  func end(with history: AnyObject) {
    for (number, track) in tracks.enumerated() {
      track.behavior.isolation.perform(atEndOf: number == 0 ? history : nil) { [self] in
        if number == 0 { later?.cancel() }
        track.end()
      }
    }
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
