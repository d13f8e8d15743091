/// What a ``History`` does: makes steps of changes, and takes them back.
///
/// A step is a list of tracks, which hold the old values in the same order.
final class HistoryCore {
  let tracks: [HistoryTrack]
  private let limit: Int
  let coalescing: Coalescing?
  let label: String
  /// Fields of a program. What waiting messages will bring them counts where a step ends before they are handled.
  let lateTracks: [HistoryTrack]
  let canUndo: OpenBehavior<Bool>
  let canRedo: OpenBehavior<Bool>
  private(set) var stepEvent: Event<UndoStep>?
  // Exclusivity-unchecked, like the tracks.

  @safe @exclusivity(unchecked) private var undoSteps = HistorySteps()
  @safe @exclusivity(unchecked) private var redoSteps = HistorySteps()
  /// The pile of the last step since the thread was idle, to which observers' changes belong.
  @safe @exclusivity(unchecked) var open: HistoryPile?
  /// The pile for the step of an undo or redo that has changed nothing yet: a behavior with functions of the user's may
  /// change when the thread is idle.
  @safe @exclusivity(unchecked) var awaited: HistoryPile?
  /// It may change behind the next call of `later`.
  @safe @exclusivity(unchecked) var waitsLonger = false
  /// What waiting messages will bring has been counted.
  @safe @exclusivity(unchecked) var hasWaiting = false
  /// The first step, closed by now, that has counted it.
  @safe @exclusivity(unchecked) var counted: HistoryStep?
  private(set) lazy var arrival = Arrival(
    prepare: { [weak self] in self?.lookBeforeArrival() },
    complete: { [weak self] in
      self?.arrive()
      self?.later?.request()
    })
  /// `later` was requested by an undo or redo, and has not been called.
  @safe @exclusivity(unchecked) var isCallDue = false
  /// The number of exclusions that have begun and not ended.
  @safe @exclusivity(unchecked) var exclusions = 0
  @safe @exclusivity(unchecked) var isBeforeExclusion = false
  /// The last step, if it was made before an exclusion in a batch or delivery that has not ended.
  @safe @exclusivity(unchecked) var unfinished: UnfinishedStep?
  /// An undo or redo was called in a running batch or observer, whose further writes are no part of it.
  @safe @exclusivity(unchecked) var isBehindUndo = false
  /// The tracks that may have changed, each once.
  @safe @exclusivity(unchecked) private(set) var touched: [HistoryTrack] = []
  /// Closes the step. Retained by the observers of the tracks; retains this.
  @safe @exclusivity(unchecked) weak var later: IdleCall?

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

  /// The next change touches them again.
  func takeTouched() -> [HistoryTrack] {
    var all: [HistoryTrack] = []
    swap(&all, &touched)
    for track in all { track.isTouched = false }
    return all
  }

  /// Called when the thread is idle.
  func closeStep() {
    isCallDue = false
    if !lateTracks.isEmpty {
      // Then it is called again.
      if anyWaits(.awaitMessage(arrival)) { return }
      // It may be called before the program calls `arrival`.
      arrive()
    }
    if awaited != nil { return closeAwaited() }
    // Usually one. The memory of several is reused.
    if touched.count == 1 {
      let track = touched.removeLast()
      track.isTouched = false
      closeStep(of: track)
    } else {
      var all = takeTouched()
      close(all)
      all.removeAll(keepingCapacity: true)
      if touched.isEmpty { swap(&all, &touched) }
    }
    finishUnfinishedStep()
    open = nil
  }

  /// Puts the changes so far into the open step, or a new one if they lie apart, even before a batch notifies.
  func collect(isApart: Bool = false) {
    if exclusions > 0 { return absorb() }
    _ = takeTouched()
    lookAhead()
    if isApart || isBehindUndo { closeApart() } else { close(tracks) }
    lookAgain()
  }

  /// Later changes are no part of the open step.
  func leaveOpenStep() {
    leaveMadeStep()
    settleAwaited()
  }

  /// The same, but an undo or redo that has changed nothing yet is still awaited.
  func leaveMadeStep() {
    finishUnfinishedStep()
    if hasWaiting && counted == nil, let open { counted = lastStep(in: open) }
    open = nil
  }

  /// Ends the wait for an undo or redo that has changed nothing. It has a step nevertheless: each undo has its redo.
  func settleAwaited() {
    guard let pile = awaited else { return }
    awaited = nil
    steps(in: pile) { $0.begin(with: nil) }
  }

  /// Makes a step of the changes so far. Without changes, the open step stays open.
  func closeApart() {
    finishUnfinishedStep()
    let (last, pile) = (open, awaited)
    leaveOpenStep()
    close(tracks)
    if open == nil { return resume(last, pile) }
    if unfinished != nil { unfinished = UnfinishedStep(open: last, awaited: pile) }
    show()
  }

  func resume(_ last: HistoryPile?, _ pile: HistoryPile?) {
    if let pile { _ = steps(in: pile) { $0.removeLast() } }
    (open, awaited) = (last, pile)
  }

  func endStep() {
    collect()
    leaveOpenStep()
    show()
    coalescing?.end()
  }

  /// A batch may still revert the changes, and then does not notify.
  func lookAgain() {
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

  func close(_ touched: some Collection<HistoryTrack>) {
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
    if makeStep(of: touched, in: .undo), let first = touched.first {
      if !isBeforeExclusion { return finishStep(of: first) }
      unfinished = UnfinishedStep()
      later?.request()
    }
  }

  /// A step of this track, and perhaps others, was made.
  func finishStep(of track: HistoryTrack) {
    let (isFirst, hadRedo) = (undoSteps.count == 1, !redoSteps.isEmpty)
    if undoSteps.count > limit { forgetFirst(before: track) }
    if hadRedo { forgetRedo() }
    if isFirst || hadRedo { show() }
    stepEvent?.trigger(.made)
  }

  /// Returns false if nothing has changed.
  func makeStep(of touched: some Collection<HistoryTrack>, in pile: HistoryPile) -> Bool {
    var isAny = false
    for track in touched where track.look(keepingIn: pile) {
      steps(in: pile) { if isAny { $0.add(track.number) } else { $0.begin(with: track.number) } }
      isAny = true
    }
    if isAny { open = pile }
    return isAny
  }

  /// Adds changes to the last step of the pile.
  func join(_ touched: some Collection<HistoryTrack>, to pile: HistoryPile) {
    if steps(in: pile, { $0.isEmpty }) {
      open = nil
      return close(touched)
    }
    join(touched, to: lastStep(in: pile))
  }

  /// Adds changes to the step, which keeps its older values.
  func join(_ touched: some Collection<HistoryTrack>, to step: HistoryStep) {
    for track in touched {
      let isMissing = steps(in: step.pile) { $0.admits(track.number, to: step.number) }
      if track.look(keepingIn: isMissing ? step.pile : nil) && isMissing {
        steps(in: step.pile) { $0.add(track.number, to: step.number) }
      }
    }
  }

  /// Removes the last step, and returns its tracks.
  func removeLastStep(of pile: HistoryPile) -> [HistoryTrack] {
    let step = steps(in: pile) { $0.removeLast() }.map { tracks[Int($0)] }
    if let step = counted, step.pile == pile, step.number > lastStep(in: pile).number { counted = HistoryStep.gone }
    return step
  }

  func lastStep(in pile: HistoryPile) -> HistoryStep {
    HistoryStep(pile: pile, number: steps(in: pile) { $0.lastNumber })
  }

  func steps<Result>(in pile: HistoryPile, _ body: (inout HistorySteps) -> Result) -> Result {
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
    redoSteps.removeAll()
    for track in tracks { _ = track.perform(.clear(.redo)) }
  }

  func show() {
    let (hasUndo, hasRedo) = (!undoSteps.isEmpty, !redoSteps.isEmpty)
    if hasUndo == canUndo.peek() && hasRedo == canRedo.peek() { return }
    batch {
      canUndo.value = hasUndo
      canRedo.value = hasRedo
    }
  }

  func clear() {
    collect()
    (open, awaited, counted) = (nil, nil, hasWaiting ? HistoryStep.gone : nil)
    unfinished = nil
    undoSteps.removeAll()
    redoSteps.removeAll()
    coalescing?.end()
    for track in tracks {
      _ = track.perform(.clear(.undo))
      _ = track.perform(.clear(.redo))
    }
    show()
    stepEvent?.trigger(.cleared)
  }

  /// Ends each track in the isolation that uses its behavior. Retains the core meanwhile.
  func end(with history: History) {
    for (number, track) in tracks.enumerated() {
      track.behavior.isolation.perform(atEndOf: number == 0 ? history : nil) { [self] in
        if number == 0 { later?.cancel() }
        track.end()
      }
    }
  }
}
