/// The steps of a ``History``.
///
/// A step is a run of entries, each the number of a track. The tracks hold the old values in this order, so a step
/// allocates nothing.
final class HistoryCore {
  private struct Entry {
    let track: Int32
    let beginsStep: Bool
    /// In place of a track, for a step that has changed nothing.
    static let none: Int32 = -1
  }

  private let tracks: [HistoryTrack]
  private let limit: Int
  private let coalescing: Coalescing?
  private let label: String
  let canUndo: OpenBehavior<Bool>
  let canRedo: OpenBehavior<Bool>
  private var stepEvent: Event<UndoStep>?
  // Exclusivity-unchecked, like the tracks.

  @safe @exclusivity(unchecked) private var undoSteps = Shelf<Entry>()
  @safe @exclusivity(unchecked) private var redoSteps = Shelf<Entry>()
  @safe @exclusivity(unchecked) private var undoCount = 0
  @safe @exclusivity(unchecked) private var redoCount = 0
  /// The pile of the last step since the thread was idle, to which observers' changes belong.
  @safe @exclusivity(unchecked) private var open: HistoryPile?
  /// The pile for the step of an undo or redo that has changed nothing yet: a program's field changes when the thread is
  /// idle.
  @safe @exclusivity(unchecked) private var awaited: HistoryPile?
  /// That undo was called in work after which the thread was not idle yet.
  @safe @exclusivity(unchecked) private var waitsLonger = false
  /// The number of exclusions that have begun and not ended.
  @safe @exclusivity(unchecked) private var exclusions = 0
  /// An undo or redo was called in a running batch or observer, whose further writes are no part of it.
  @safe @exclusivity(unchecked) private var isBehindUndo = false
  @safe @exclusivity(unchecked) private var touched: [HistoryTrack] = []
  /// Closes the step. Retained by the observers of the tracks; retains this.
  @safe @exclusivity(unchecked) private weak var later: IdleCall?

  init(_ tracks: [HistoryTrack], _ limit: Int, _ coalescing: Coalescing?, _ label: String) {
    self.tracks = tracks
    self.limit = limit
    self.coalescing = coalescing
    self.label = label
    canUndo = OpenBehavior(false, name: "canUndo of \(label)")
    canRedo = OpenBehavior(false, name: "canRedo of \(label)")
  }

  func begin() {
    let later = IdleCall(label: self.label) { self.closeStep() }
    self.later = later
    for (number, track) in tracks.enumerated() { track.begin(Int32(number), of: self, later) }
  }

  var steps: EventStream<UndoStep> {
    if let stepEvent { return stepEvent }
    let new = Event<UndoStep>(name: "the steps of \(label)")
    stepEvent = new
    return new
  }

  func touch(_ track: HistoryTrack) { touched.append(track) }

  /// Called when the thread is idle.
  private func closeStep() {
    if waitsLonger && touched.isEmpty {
      waitsLonger = false
      later?.request()
      open = nil
      return
    }
    // Usually one. The memory of several is reused.
    if touched.count == 1 {
      closeStep(of: touched.removeLast())
    } else {
      var all: [HistoryTrack] = []
      swap(&all, &touched)
      close(all)
      all.removeAll(keepingCapacity: true)
      if touched.isEmpty { swap(&all, &touched) }
    }
    open = nil
    if let awaited {
      // The undo has changed nothing.
      self.awaited = nil
      makeEmptyStep(in: awaited)
      show()
    }
  }

  /// Puts the changes so far into the open step or a new one, even before a batch notifies.
  func collect() {
    if exclusions > 0 { return absorb() }
    touched = []
    if isBehindUndo { closeApart() } else { close(tracks) }
    lookAgain()
  }

  /// Makes a step of the changes so far. Without changes, the open step stays open.
  private func closeApart() {
    let (last, pile) = (open, awaited)
    (open, awaited) = (nil, nil)
    close(tracks)
    if open == nil { (open, awaited) = (last, pile) }
  }

  func endStep() {
    collect()
    (open, awaited) = (nil, nil)
    coalescing?.end()
  }

  /// From here on, changes are no step.
  func beginExclusion() { exclusions += 1 }

  func endExclusion() {
    absorb()
    exclusions -= 1
  }

  /// Makes no step of the changes so far.
  private func absorb() {
    touched = []
    var isAny = false
    for track in tracks where track.look(keepingIn: nil) { isAny = true }
    if isAny { coalescing?.end() }
    lookAgain()
  }

  /// A batch may still revert the changes, and then does not notify.
  private func lookAgain() {
    if !Context.isCollecting { return }
    for track in tracks where !track.isTouched {
      track.isTouched = true
      touch(track)
    }
    later?.request()
  }

  /// The usual case. Allocates nothing, and retains only the track.
  private func closeStep(of track: HistoryTrack) {
    if open != nil || awaited != nil { return close(CollectionOfOne(track)) }
    if let coalescing {
      if !track.isChanged() { return }
      if coalescing.joins(CollectionOfOne(track.number)) && undoCount > 0 {
        open = .undo
        _ = track.look(keepingIn: nil)
        return
      }
    }
    if !track.look(keepingIn: .undo) { return }
    undoSteps.append(Entry(track: track.number, beginsStep: true))
    undoCount += 1
    open = .undo
    finishStep(of: track)
  }

  private func close(_ touched: some Collection<HistoryTrack>) {
    if let open { return join(touched, to: open) }
    if let pile = awaited {
      if makeStep(of: touched, in: pile) {
        awaited = nil
        show()
      }
      return
    }
    // The previous step has the older values of a joined one.
    if let coalescing {
      let changed = touched.filter { $0.isChanged() }
      if changed.isEmpty { return }
      if coalescing.joins(changed.map(\.number).sorted()) && undoCount > 0 {
        open = .undo
        for track in changed { _ = track.look(keepingIn: nil) }
        return
      }
    }
    if makeStep(of: touched, in: .undo), let first = touched.first { finishStep(of: first) }
  }

  /// A step of this track, and perhaps others, was made.
  private func finishStep(of track: HistoryTrack) {
    let (isFirst, hadRedo) = (undoCount == 1, redoCount > 0)
    if undoCount > limit { forgetFirst(before: track) }
    if hadRedo { forgetRedo() }
    if isFirst || hadRedo { show() }
    stepEvent?.trigger(.made)
  }

  /// Returns false if nothing has changed.
  private func makeStep(of touched: some Collection<HistoryTrack>, in pile: HistoryPile) -> Bool {
    var isAny = false
    for track in touched where track.look(keepingIn: pile) {
      add(Entry(track: track.number, beginsStep: !isAny), to: pile)
      isAny = true
    }
    if !isAny { return false }
    if pile == .undo { undoCount += 1 } else { redoCount += 1 }
    open = pile
    return true
  }

  /// Adds changes to the last step of the pile, which keeps its older values.
  private func join(_ touched: some Collection<HistoryTrack>, to pile: HistoryPile) {
    if (pile == .undo ? undoCount : redoCount) == 0 {
      open = nil
      return close(touched)
    }
    let present = (pile == .undo ? undoSteps : redoSteps).lastStep { $0.beginsStep }.map(\.track)
    for track in touched {
      let isThere = present.contains(track.number)
      if track.look(keepingIn: isThere ? nil : pile) && !isThere {
        add(Entry(track: track.number, beginsStep: false), to: pile)
      }
    }
  }

  private func add(_ entry: Entry, to pile: HistoryPile) {
    if pile == .undo { undoSteps.append(entry) } else { redoSteps.append(entry) }
  }

  /// Usually the oldest step has one entry, of the track that has just changed.
  private func forgetFirst(before track: HistoryTrack) {
    guard let first = undoSteps.removeFirst() else { return }
    undoCount -= 1
    // Entries are removed first, because a value's `deinit` may use this.
    if undoSteps.first?.beginsStep != false && first.track == track.number {
      _ = track.perform(.dropFirst(.undo))
      return
    }
    for number in removeRest(of: first) where number != Entry.none {
      _ = tracks[Int(number)].perform(.dropFirst(.undo))
    }
  }

  private func removeRest(of first: Entry) -> [Int32] {
    var all = [first.track]
    while let entry = undoSteps.first, !entry.beginsStep {
      all.append(entry.track)
      _ = undoSteps.removeFirst()
    }
    return all
  }

  private func forgetRedo() {
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
    // The caller's writes in its batch are no part of an earlier undo.
    if Context.isCollecting { (open, awaited) = (nil, nil) }
    collect()
    if (pile == .undo ? undoCount : redoCount) == 0 { return }
    if pile == .undo { undoCount -= 1 } else { redoCount -= 1 }
    coalescing?.end()
    withoutTracking {
      batch {
        let isComplete = History.restoring { restoreStep(of: pile) }
        open = nil
        let other = pile == .undo ? HistoryPile.redo : .undo
        if !makeStep(of: tracks, in: other) {
          if isComplete { makeEmptyStep(in: other) } else { awaited = other }
        }
        waitsLonger = awaited != nil
        show()
        stepEvent?.trigger(pile == .undo ? .undone : .redone)
        later?.request()
      }
    }
    if isBusy {
      closeBehind()
    } else if open != nil || awaited != nil {
      // In a call of `independently`, whose caller's later writes are no part of it.
      waitsLonger = false
      closeStep()
    }
  }

  /// Brings all behaviors to their values before the step. Returns whether each has its value.
  private func restoreStep(of pile: HistoryPile) -> Bool {
    var step: [HistoryTrack] = []
    while let entry = pile == .undo ? undoSteps.removeLast() : redoSteps.removeLast() {
      if entry.track != Entry.none { step.append(tracks[Int(entry.track)]) }
      if entry.beginsStep { break }
    }
    for track in step { _ = track.perform(.fetch(pile)) }
    var isComplete = true
    // Computed behaviors come last: an override ends with its source.
    for isComputed in [false, true] {
      for track in step where track.behavior.forwardsWrites == isComputed {
        if !track.perform(.restore) { isComplete = false }
      }
    }
    // The source of one may be another computed behavior, in any order, or may be in the step while its draft is not.
    let computed = tracks.filter(\.behavior.forwardsWrites)
    for _ in computed {
      var isAny = false
      for track in computed where track.perform(.restoreLost) { isAny = true }
      if !isAny { break }
    }
    for track in step { _ = track.perform(.finish) }
    return isComplete
  }

  /// Keeps a step that changed nothing, so that each undo has its redo.
  private func makeEmptyStep(in pile: HistoryPile) {
    add(Entry(track: Entry.none, beginsStep: true), to: pile)
    if pile == .undo { undoCount += 1 } else { redoCount += 1 }
  }

  /// Makes a new step of the caller's later changes in its batch or observer.
  private func closeBehind() {
    if isBehindUndo { return }
    isBehindUndo = true
    callLater(after: .batch, label: label) { [weak self] in
      guard let self else { return }
      closeApart()
      isBehindUndo = false
    }
  }

  func clear() {
    collect()
    (open, awaited) = (nil, nil)
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

  /// Ends each track in the isolation that uses its behavior. Retains the core meanwhile.
  func end(with history: AnyObject) {
    for (number, track) in tracks.enumerated() {
      track.behavior.isolation.perform(atEndOf: number == 0 ? history : nil) { [self] in
        if number == 0 { later?.cancel() }
        track.end()
      }
    }
  }
}

/// Whether a step joins the previous one.
@usableFromInline
final class Coalescing {
  private let isQuick: () -> Bool
  /// The tracks that the previous step changed, in order; empty if nothing joins it.
  private var last: [Int32] = []

  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  @usableFromInline
  convenience init(_ interval: Duration, _ clock: any Clock<Duration>) {
    // Specializes the usual clock.
    if let clock = clock as? ContinuousClock {
      self.init(interval, on: clock)
    } else {
      self.init(interval, on: clock)
    }
  }

  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  private init<Time: Clock>(_ interval: Duration, on clock: Time) where Time.Duration == Duration {
    let end = LastEnd(clock.now)
    isQuick = {
      let now = clock.now
      let isQuick = end.instant.duration(to: now) < interval
      end.instant = now
      return isQuick
    }
  }

  /// Called at the end of a step that changes these tracks.
  func joins(_ changed: some Collection<Int32>) -> Bool {
    let isQuick = isQuick()
    if last.elementsEqual(changed) { return isQuick }
    last = Array(changed)
    return false
  }

  func end() { last = [] }
}

private final class LastEnd<Instant> {
  // A captured variable would be checked for exclusivity.
  @safe @exclusivity(unchecked) var instant: Instant
  init(_ instant: Instant) { self.instant = instant }
}
