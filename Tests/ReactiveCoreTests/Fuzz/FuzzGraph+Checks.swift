import ReactiveCore
import ReactiveTestSupport

// What must hold of every run and operation.

extension FuzzGraph {
  // MARK: Runs

  /// A derivation or reaction begins to run: was there a reason, and is the node needed?
  func checkRun(_ id: Int) {
    guard let run = runs[id] else { return fail("node \(id) runs after its end") }
    // What reads or notifies it keeps it alive meanwhile.
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

  /// Does an observed derivation or a reaction depend on the node, or did one in this operation? What is being verified
  /// when its last observer goes is verified to the end; what ran in a batch is settled at its end.
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

  /// A source runs while observers or reactions depend on it, and no longer.
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

  /// What the nodes have read, and what that has, as far as it lives.
  private func reach(from nodes: [Int], where isRead: (FuzzInput) -> Bool) -> Set<Int> {
    model.reach(from: nodes) { id in runs[id]?.inputs.filter(isRead).map(\.id) ?? [] }
  }

  // MARK: Operations

  func beginOperation() {
    beginObservers()
    noLongerNeeded = []
  }

  /// A derivation lives for as long as a token of it is kept, and no longer.
  func checkTokens() {
    for derivation in untokened where derivation.node != nil { fail("derivation \(derivation.id) outlives its tokens") }
    untokened = []
    for id in nodes.keys.sorted() {
      if case .kept(let derivation) = nodes[id], derivation.node == nil { fail("\(name(id)) is gone, despite a token") }
    }
  }

  /// Everything has settled.
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

  /// What a derivation or reaction has read is what there is to read: values that compare less than they hold differ from
  /// what their readers saw in nothing.
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
