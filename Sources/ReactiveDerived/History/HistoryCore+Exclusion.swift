/// A step that was made before an exclusion, in the midst of a batch or delivery. If that restores the values, the step
/// is removed. Until then the steps to redo stay.
struct UnfinishedStep {
  /// What was open and awaited when the step was made.
  var open: HistoryPile?
  var awaited: HistoryPile?
}

extension HistoryCore {
  /// Makes a step of the changes so far, which goes on after the exclusion.
  func collectBeforeExclusion() {
    isBeforeExclusion = true
    collect()
    isBeforeExclusion = false
  }

  /// From here on, changes are no step.
  func beginExclusion() { exclusions += 1 }

  func endExclusion() {
    absorb()
    exclusions -= 1
  }

  /// Makes no step of the changes so far.
  func absorb() {
    _ = takeTouched()
    lookAhead()
    if hasWaiting && counted == nil { counted = HistoryStep.gone }
    var isAny = false
    for track in tracks where track.look(keepingIn: nil) { isAny = true }
    if isAny { coalescing?.end() }
    lookAgain()
  }

  /// The batch or delivery of an unfinished step has ended, or a step follows. If the values are back, the step is
  /// removed, and what was open before goes on.
  @inline(__always) func finishUnfinishedStep() {
    // In place: this runs at each step.
    if let unfinished { finish(unfinished) }
  }

  private func finish(_ before: UnfinishedStep) {
    unfinished = nil
    let last = steps(in: .undo) { $0.last }.map { tracks[Int($0)] }
    if let first = last.first, last.contains(where: { !$0.perform(.isRestored) }) { return finishStep(of: first) }
    let step = removeLastStep(of: .undo)
    for track in step { _ = track.perform(.fetch(.undo)) }
    for track in step { _ = track.look(keepingIn: nil) }
    resume(before.open, before.awaited)
    coalescing?.end()
    for track in step { _ = track.perform(.finish) }
    show()
  }
}
