/// Undo and redo.
extension HistoryCore {
  /// Takes back the last step of `pile`, which makes one of the other pile.
  func takeBack(from pile: HistoryPile) {
    let isBusy = !Context.isIdle
    // The caller's writes in its batch are no part of an earlier undo.
    let isApart = Context.isCollecting
    if isApart { leaveMadeStep() }
    collect(isApart: isApart)
    finishUnfinishedStep()
    if awaited != pile && steps(in: pile, { $0.isEmpty }) { return }
    leaveOpenStep()
    coalescing?.end()
    withoutTracking {
      batch {
        let step = removeLastStep(of: pile)
        let isComplete = Restoring.ofThread.run { restore(step, from: pile) }
        lookAhead()
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
    // Sources come first: an override ends with its source.
    let ranked = step.map { (rank: $0.rank, track: $0) }
    for rank in 0..<3 {
      for one in ranked where one.rank == rank {
        if !one.track.perform(.restore) { isComplete = false }
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

  /// Makes the step of an undo or redo whose changes come late, or not at all. Each undo has its redo.
  func closeAwaited() {
    open = nil
    close(takeTouched())
    open = nil
    if awaited == nil { return }
    if waitsLonger {
      waitsLonger = false
      later?.request()
      return
    }
    settleAwaited()
    show()
  }
}
