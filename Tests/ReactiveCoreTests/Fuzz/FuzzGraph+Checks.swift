import ReactiveCore
import ReactiveTestSupport

extension FuzzGraph {
  // MARK: Runs

  func checkRun(_ id: Int) {
    guard let run = runs[id] else { return fail("node \(id) runs after its end") }
    // Its reader or notifier keeps it alive meanwhile.
    if run.isDropped { return }
    if run.count > 0 && !run.isLoose && !run.isTouched && !(depth > 0 && run.isTouchedInBatch) && !isOutdated(run)
      && !(run.mayBePostponed && !isWatched(id))
    {
      fail("\(name(id)) runs though nothing that it read has changed\(place)")
    }
    if reading.isEmpty, reactions[id] == nil, !isNeeded(id) {
      fail("\(name(id)) runs though it is neither read nor observed")
    }
  }

  /// Whether an observed derivation or a reaction depends on the node, or did in this operation: verification is
  /// completed even if the last observer ends, and nodes that ran in a batch settle at its end.
  private func isNeeded(_ id: Int) -> Bool {
    var reached: Set<Int> = []
    var open =
      reactions.keys.sorted() + observers.map(\.node) + maybeObserved + noLongerNeeded
      + runs.filter { $0.value.isDropped || $0.value.ranInOperation }.keys
    while let next = open.popLast() {
      if next == id { return true }
      guard reached.insert(next).inserted, let run = runs[next] else { continue }
      open += run.inputs.map(\.id)
    }
    return false
  }

  private func checkLiveSources() {
    if liveSources.isEmpty { return }
    let reactions = model.planted == .reactionsLeftOut ? [] : reactions.keys.sorted()
    let observed = observers.filter { !$0.isEnded }.map(\.node)
    let (live, perhapsLive) = (
      reach(from: reactions + observed) { !$0.isInherited },
      reach(from: reactions + observed + maybeObserved) { _ in true }
    )
    for (id, isOn) in liveSources.sorted(by: { $0.key < $1.key }) where nodes[id] != nil {
      if !isOn && live.contains(id) { fail("\(name(id)) does not run, though it is observed") }
      if isOn && !perhapsLive.contains(id) { fail("\(name(id)) runs on, though nothing observes it") }
    }
  }

  /// The nodes and their living transitive dependencies.
  private func reach(from nodes: [Int], where isRead: (FuzzInput) -> Bool) -> Set<Int> {
    model.reach(from: nodes) { id in runs[id]?.inputs.filter(isRead).map(\.id) ?? [] }
  }

  // MARK: Operations

  func beginOperation() {
    beginObservers()
    noLongerNeeded = []
  }

  func checkTokens() {
    for derivation in untokened where derivation.node != nil { fail("derivation \(derivation.id) outlives its tokens") }
    untokened = []
    for id in nodes.keys.sorted() {
      if case .kept(let derivation) = nodes[id], derivation.node == nil { fail("\(name(id)) is gone, despite a token") }
    }
  }

  func endOperation() {
    checkStack()
    for (id, run) in runs where reactions[id] != nil {
      if let missed = run.inputs.first(where: { !$0.isRepeated && model.value($0.id) != $0.value }) {
        fail(
          "\(name(id)) saw \(missed.value) of \(name(missed.id)), which is \(model.value(missed.id)), and did not run")
      }
    }
    bury()
    checkTokens()
    checkObservers()
    checkLiveSources()
    for id in nodes.keys.sorted() where nodes[id]?.face != nil {
      if checksAll || model.isSource(id) || observers.contains(where: { $0.node == id }) { _ = read(id) }
    }
    for id in runs.keys.sorted() where checksAll || reactions[id] != nil { checkAgreement(id) }
    for id in runs.keys {
      runs[id]?.ranInBatch = false
      runs[id]?.ranInOperation = false
    }
  }

  /// A node's last reads equal the present values, also in the part that coarse comparisons ignore.
  private func checkAgreement(_ id: Int) {
    guard nodes[id] != nil, let run = runs[id] else { return }
    var last: [Int: Int] = [:]
    for input in run.inputs where !input.isInherited { last[input.id] = input.value }
    for (input, seen) in last.sorted(by: { $0.key < $1.key }) {
      guard let present = nodes[input]?.face?.peek(), present != seen else { continue }
      fail("\(name(id)) saw \(seen) in \(name(input)), which has \(present)")
    }
  }
}
