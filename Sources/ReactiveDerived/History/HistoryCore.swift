/// What a ``History`` does: makes steps of changes, and takes them back.
///
/// A step is a list of tracks, which hold the old values in the same order.
final class HistoryCore {
  private let tracks: [HistoryTrack]
  private let limit: Int
  private let coalescing: Coalescing?
  private let label: String
  /// Fields of a program. What waiting messages will bring them counts where a step ends before they are handled.
  private let lateTracks: [HistoryTrack]
  let canUndo: OpenBehavior<Bool>
  let canRedo: OpenBehavior<Bool>
  private var stepEvent: Event<UndoStep>?
  // Exclusivity-unchecked, like the tracks.

  @safe @exclusivity(unchecked) private var undoSteps = HistorySteps()
  @safe @exclusivity(unchecked) private var redoSteps = HistorySteps()
  /// The pile of the last step since the thread was idle, to which observers' changes belong.
  @safe @exclusivity(unchecked) private var open: HistoryPile?
  /// The pile for the step of an undo or redo that has changed nothing yet: a behavior with functions of the user's may
  /// change when the thread is idle.
  @safe @exclusivity(unchecked) private var awaited: HistoryPile?
  /// It may change behind the next call of `later`.
  @safe @exclusivity(unchecked) private var waitsLonger = false
  /// What waiting messages will bring has been counted.
  @safe @exclusivity(unchecked) private var hasWaiting = false
  /// `later` was requested by an undo or redo, and has not been called.
  @safe @exclusivity(unchecked) private var isCallDue = false
  /// The number of exclusions that have begun and not ended.
  @safe @exclusivity(unchecked) private var exclusions = 0
  /// An undo or redo was called in a running batch or observer, whose further writes are no part of it.
  @safe @exclusivity(unchecked) private var isBehindUndo = false
  /// The changes of a running batch or observer are looked at behind it.
  @safe @exclusivity(unchecked) private var isLookDue = false
  @safe @exclusivity(unchecked) private var touched: [HistoryTrack] = []
  /// Closes the step. Retained by the observers of the tracks; retains this.
  @safe @exclusivity(unchecked) private weak var later: IdleCall?

  init(
    _ tracks: [HistoryTrack], _ limit: Int, _ coalescing: Coalescing?, _ label: String, _ file: StaticString,
    _ line: UInt
  ) {
    self.tracks = tracks
    self.limit = limit
    self.coalescing = coalescing
    self.label = label
    lateTracks = tracks.filter(\.behavior.writesLate)
    canUndo = OpenBehavior(false, file: file, line: line)
    canRedo = OpenBehavior(false, file: file, line: line)
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
    isCallDue = false
    // Then it is called again.
    if !lateTracks.isEmpty && anyWaits(.awaitMessage(later)) { return }
    if hasWaiting { arrive() }
    if awaited != nil { return closeAwaited() }
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
  }

  /// Lets looks show what waiting messages will bring.
  private func lookAhead() { hasWaiting = anyWaits(.lookAhead(later)) }

  private func anyWaits(_ request: HistoryTrack.Request) -> Bool {
    var isAny = false
    for track in lateTracks where track.perform(request) { isAny = true }
    return isAny
  }

  /// The messages have been handled. What the program has made of them is no step of its own.
  private func arrive() {
    hasWaiting = false
    if let open { join(lateTracks, to: open) } else { for track in lateTracks { _ = track.perform(.arrive) } }
  }

  /// Makes the step of an undo or redo whose changes come late, or not at all. Each undo has its redo.
  private func closeAwaited() {
    open = nil
    var all: [HistoryTrack] = []
    swap(&all, &touched)
    close(all)
    open = nil
    guard let pile = awaited else { return }
    if waitsLonger {
      waitsLonger = false
      later?.request()
      return
    }
    awaited = nil
    steps(in: pile) { $0.begin(with: nil) }
    show()
  }

  /// Puts the changes so far into the open step or a new one, even before a batch notifies.
  func collect() {
    if exclusions > 0 { return absorb() }
    touched = []
    lookAhead()
    if isBehindUndo { closeApart() } else { close(tracks) }
    if hasWaiting && open == nil { lookBehind() }
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
    if hasWaiting { lookBehind() }
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
    if open != nil { return close(CollectionOfOne(track)) }
    if let coalescing {
      if !track.isChanged() { return }
      if coalescing.joins(CollectionOfOne(track.number)) && !undoSteps.isEmpty {
        open = .undo
        _ = track.look(keepingIn: nil)
        return
      }
    }
    if !track.look(keepingIn: .undo) { return }
    undoSteps.begin(with: track.number)
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
      if coalescing.joins(changed.map(\.number).sorted()) && !undoSteps.isEmpty {
        open = .undo
        for track in changed { _ = track.look(keepingIn: nil) }
        return
      }
    }
    if makeStep(of: touched, in: .undo), let first = touched.first { finishStep(of: first) }
  }

  /// A step of this track, and perhaps others, was made.
  private func finishStep(of track: HistoryTrack) {
    let (isFirst, hadRedo) = (undoSteps.count == 1, !redoSteps.isEmpty)
    if undoSteps.count > limit { forgetFirst(before: track) }
    if hadRedo { forgetRedo() }
    if isFirst || hadRedo { show() }
    stepEvent?.trigger(.made)
  }

  /// Returns false if nothing has changed.
  private func makeStep(of touched: some Collection<HistoryTrack>, in pile: HistoryPile) -> Bool {
    var isAny = false
    for track in touched where track.look(keepingIn: pile) {
      steps(in: pile) { if isAny { $0.add(track.number) } else { $0.begin(with: track.number) } }
      isAny = true
    }
    if isAny { open = pile }
    return isAny
  }

  /// Adds changes to the last step of the pile, which keeps its older values.
  private func join(_ touched: some Collection<HistoryTrack>, to pile: HistoryPile) {
    if steps(in: pile, { $0.isEmpty }) {
      open = nil
      return close(touched)
    }
    let present = steps(in: pile) { $0.last }
    for track in touched {
      let isThere = present.contains(track.number)
      if track.look(keepingIn: isThere ? nil : pile) && !isThere { steps(in: pile) { $0.add(track.number) } }
    }
  }

  private func steps<Result>(in pile: HistoryPile, _ body: (inout HistorySteps) -> Result) -> Result {
    pile == .undo ? body(&undoSteps) : body(&redoSteps)
  }

  /// Usually the oldest step is of the track that has just changed.
  private func forgetFirst(before track: HistoryTrack) {
    // The step is removed first, because a value's `deinit` may use this.
    if undoSteps.removeFirst(ifOnly: track.number) {
      _ = track.perform(.dropFirst(.undo))
    } else {
      for number in undoSteps.removeFirst() { _ = tracks[Int(number)].perform(.dropFirst(.undo)) }
    }
  }

  private func forgetRedo() {
    redoSteps = HistorySteps()
    for track in tracks { _ = track.perform(.clear(.redo)) }
  }

  private func show() {
    let (hasUndo, hasRedo) = (!undoSteps.isEmpty, !redoSteps.isEmpty)
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
    if steps(in: pile, { $0.isEmpty }) { return }
    coalescing?.end()
    withoutTracking {
      batch {
        let step = steps(in: pile) { $0.removeLast() }.map { tracks[Int($0)] }
        let isComplete = Restoring.ofThread.run { restore(step, from: pile) }
        lookAhead()
        open = nil
        let other = pile == .undo ? HistoryPile.redo : .undo
        if !makeStep(of: tracks, in: other) {
          if isComplete { steps(in: other) { $0.begin(with: nil) } } else { awaited = other }
        }
        waitsLonger = awaited != nil
        show()
        stepEvent?.trigger(pile == .undo ? .undone : .redone)
        isCallDue = true
        later?.request()
      }
    }
    if isBusy {
      closeBehind()
    } else if isCallDue {
      // In a call of `independently`, whose caller's later writes are no part of it.
      waitsLonger = false
      closeStep()
      open = nil
    }
  }

  /// Brings all behaviors to their values before the step. Returns whether each has its value.
  private func restore(_ step: [HistoryTrack], from pile: HistoryPile) -> Bool {
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

  /// Makes a new step of the caller's later changes in its batch or observer, also of those that still wait.
  private func closeBehind() {
    if isBehindUndo { return }
    isBehindUndo = true
    callLater(after: .batch, label: label) { [weak self] in
      guard let self else { return }
      lookAhead()
      closeApart()
      isBehindUndo = false
    }
  }

  /// Makes a step of what the caller writes later in its batch or observer, which may arrive together with what waits
  /// now.
  private func lookBehind() {
    if isBehindUndo || isLookDue { return }
    isLookDue = true
    callLater(after: .batch, label: label) { [weak self] in
      guard let self else { return }
      isLookDue = false
      if isBehindUndo { return }
      lookAhead()
      close(tracks)
    }
  }

  func clear() {
    collect()
    (open, awaited) = (nil, nil)
    if hasWaiting { lookBehind() }
    (undoSteps, redoSteps) = (HistorySteps(), HistorySteps())
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
