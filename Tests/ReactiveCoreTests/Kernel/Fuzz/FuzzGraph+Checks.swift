import ReactiveCore

// What must hold of every run, call and operation.

extension FuzzGraph {
  // MARK: Runs

  /// A derivation or reaction begins to run: was there a reason, and somebody who needs it?
  func checkRun(_ id: Int) {
    guard let run = runs[id] else { return fail("node \(id) runs after its end") }
    // Whoever reads or tells it keeps it alive meanwhile.
    if run.isDropped { return }
    if run.count > 0 && !run.isLoose && !run.isTouched && !(depth > 0 && run.isTouchedInBatch) && !isOutdated(run) {
      fail("\(name(id)) runs though nothing that it read has changed\(place)")
    }
    if reading.isEmpty, reactions[id] == nil, !isNeeded(id) {
      fail("\(name(id)) runs though nobody reads or observes it")
    }
  }

  /// Does an observed derivation or a reaction depend on the node, or did one in this operation? What is being verified
  /// when its last observer goes is verified to the end; what ran in a batch is settled at its end.
  private func isNeeded(_ id: Int) -> Bool {
    var reached: Set<Int> = []
    var open =
      reactions.keys.sorted() + observers.map(\.node) + ownerless + noLongerNeeded
      + runs.filter { $0.value.isDropped || $0.value.ranInOperation }.keys
    while let next = open.popLast() {
      if next == id { return true }
      guard reached.insert(next).inserted, let run = runs[next] else { continue }
      open += run.inputs.map(\.id)
    }
    return false
  }

  // MARK: Calls

  /// An observer is called.
  func check(_ observer: FuzzObserver, isTold value: Int) {
    note("observer of \(name(observer.node)) is told \(value)")
    if observer.isEnded && !observer.isOrphaned { fail("a cancelled observer of \(name(observer.node)) is called") }
    observer.calls += 1
    if observer.isInitial {
      if value != model.value(observer.node) && !isUnsettled(observer.node) {
        fail("observe(_:) notifies of \(value), not the current value")
      }
      observer.last = value
      return
    }
    let isCut = isCut(observer.node)
    var upcoming = observer.upcoming[...]
    if isCut && value == observer.last && !observer.mayRepeat { upcoming = upcoming.drop { $0 == value } }
    observer.mayRepeat = false
    upcoming = upcoming.drop { $0 != value }
    if upcoming.isEmpty && !observer.isOrphaned {
      fail(
        """
        an observer of \(name(observer.node)) that was told \(observer.last) is told \(value); since then the node \
        has been \(observer.upcoming)
        """)
    }
    let isMissed = observer.writes.contains { $0 < upcoming.startIndex }
    if isMissed && !upcoming.isEmpty && !observer.isOrphaned {
      fail("an observer of \(name(observer.node)) is notified of \(value), and not of what was written before")
    }
    observer.writes = Set(observer.writes.filter { $0 > upcoming.startIndex }.map { $0 - upcoming.startIndex })
    if !isCut { upcoming = upcoming.dropFirst() }
    observer.upcoming = Array(upcoming)
    observer.last = value
  }

  /// How many changes the node has had, if it is one that changes without another value.
  private func stampedChanges(_ id: Int) -> Int? {
    if everChanging.contains(id) || (model.isSource(id) && model.comparison(of: id) == .never) { return stamp(id) }
    return nil
  }

  /// Whether the node tells only of other values.
  func isCut(_ id: Int) -> Bool { stampedChanges(id) == nil }

  func check(_ observer: FuzzEventObserver, isTold payload: Int) {
    note("observer of event \(observer.event) is told \(payload)")
    if observer.isEnded { fail("a cancelled observer of event \(observer.event) is called") }
    if payload < lastPayload { fail("payload \(payload) is told after payload \(lastPayload)") }
    lastPayload = payload
    observer.received.append(payload)
  }

  // MARK: Operations

  func beginOperation() {
    fuel = mostFuel
    model.forgetBaselines()
    noLongerNeeded = []
    outdatedBefore = []
    epochs = 0
    for observer in observers {
      observer.callsBefore = observer.calls
      observer.lastBefore = observer.last
      observer.stampBefore = stamp(observer.node)
      observer.existedBefore = true
    }
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
    fuel = 0
    if depth != 0 || !running.isEmpty { fail("the fuzzer itself is at depth \(depth)") }
    for (id, run) in runs where reactions[id] != nil {
      if let missed = run.inputs.first(where: { !$0.isRepeated && model.value($0.id) != $0.value }) {
        fail(
          "\(name(id)) saw \(missed.value) of \(name(missed.id)), which is \(model.value(missed.id)), and did not run")
      }
    }
    bury()
    checkTokens()
    for observer in observers where !observer.isEnded { checkSettled(observer) }
    observers.removeAll { $0.isEnded }
    for observer in eventObservers where observer.received != observer.expected {
      fail("an observer of event \(observer.event) was told \(observer.received), not \(observer.expected)")
    }
    eventObservers.removeAll { $0.isEnded || nodes[$0.event] == nil }
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

  private func checkSettled(_ observer: FuzzObserver) {
    let value = model.value(observer.node)
    if observer.last != value {
      fail("an observer of \(name(observer.node)) was told \(observer.last) last; it is \(value)")
    }
    if !observer.writes.isEmpty { fail("an observer of \(name(observer.node)) was not told what was written") }
    observer.upcoming = []
    guard observer.existedBefore, epochs <= 1 else { return }
    var expected = epochs == 1 && observer.lastBefore != value ? 1 : 0
    if let changes = stampedChanges(observer.node) {
      if !model.isSource(observer.node) { return }
      expected = epochs == 1 && changes != observer.stampBefore ? 1 : 0
    }
    if observer.calls - observer.callsBefore != expected {
      fail(
        """
        an observer of \(name(observer.node)) was called \(observer.calls - observer.callsBefore) times, \
        not \(expected), for one change from \(observer.lastBefore) to \(value)
        """)
    }
  }
}
