extension ModelRun {
  func perform(_ statements: [FuzzStatement], as subject: Int) {
    do { try attempt(statements, as: subject) } catch { complain("the model throws \(error)") }
  }

  func attempt(_ statements: [FuzzStatement], as subject: Int) throws(FuzzError) {
    for statement in statements {
      if complaint != nil { return }
      defer { recountObserved() }
      switch statement {
      case .read(let id, let access): if let node = graph.nodes[id] { read(node, access, as: subject) }
      case .write, .increment, .touch, .recompute: change(statement)
      case .when(let id, let odd, let even):
        guard let node = graph.nodes[id] else { continue }
        let isOdd = read(node, .value, as: subject) % 2 == 1
        // On an idle thread the read is an operation of its own: what a paused effect depends on may change.
        recountObserved()
        if isOdd { try attempt(odd, as: subject) } else { try attempt(even, as: subject) }
      case .batch(let body, let ending): try runBatch(body, ending, as: subject)
      case .untracked(let body):
        graph.readers.append(nil)
        defer { graph.readers.removeLast() }
        try attempt(body, as: subject)
      case .fail(let id):
        guard let node = graph.nodes[id] else { continue }
        let value = read(node, .value, as: subject)
        if value % 2 == 1 { throw FuzzError(code: value) }
      case .make(let template, let slot): if subject == 0 || takeFuel() { make(template, slot) }
      case .cancel(let slot): if let effect = effects[slot] { hold(effect) { end($0) } }
      case .drop(let slot): dropEffect(slot)
      case .rerun(let slot):
        guard takeFuel(), let effect = effects[slot] else { continue }
        hold(effect) {
          rerun($0)
          // The run may drop its own effect, which then ends after the call: the effects that it owns are observed.
          recountObserved()
        }
      case .cleanup(let body): addCleanup(cleanup(body, as: subject), as: subject)
      case .makeScope, .inScope, .scopeCleanup, .cancelScope, .dropScope, .pause, .resume:
        try scopeStatement(statement, as: subject)
      case .observe(let slot, let id, let isInitial, let body): observe(slot, id, isInitial, body)
      case .unobserve(let slot): unobserve(slot)
      case .flush: flushManually()
      case .advance(let count): for _ in 0..<count { passTime() }
      case .inspect: break
      case .temporary(let id): readTemporarily(id, as: subject)
      case .dropNode(let id): dropNode(id)
      }
    }
  }

  private func change(_ statement: FuzzStatement) {
    switch statement {
    case .write(let id, let amount):
      guard let atom = atom(id), takeFuel() else { return }
      switch amount {
      case .constant(let value): write(value, to: atom)
      case .of(let other, let access, let more):
        guard let node = graph.nodes[other] else { return }
        let value = graph.read(node, access)
        // As in `when`.
        recountObserved()
        write((value + more) % 6, to: atom)
      }
    case .increment(let id):
      guard let atom = atom(id), takeFuel() else { return }
      write(((atom.stored ?? 0) + 1) % 6, to: atom, inPlace: true)
    case .touch(let id):
      guard let atom = atom(id), takeFuel() else { return }
      graph.touch(atom)
      spread(atom)
    case .recompute(let id): if takeFuel(), let node = graph.nodes[id], node.formula != nil { recompute(node) }
    default: break
    }
  }
  private func atom(_ id: Int) -> ModelNode? {
    guard let node = graph.nodes[id], node.formula == nil else { return nil }
    return node
  }
  private func write(_ value: Int, to atom: ModelNode, inPlace: Bool = false) {
    if graph.store(value, in: atom, inPlace: inPlace) { spread(atom) }
  }

  private func recompute(_ node: ModelNode) {
    if graph.depth > 0, let stored = node.stored { graph.keepSnapshot(of: node, stored) }
    graph.keepSnapshots()
    graph.beginBatch()
    let before = node.stamp
    graph.compute(node)
    if node.stamp != before {
      enqueue(node)
      graph.mark(node)
    }
    endBatch()
  }

  private func runBatch(_ body: [FuzzStatement], _ ending: FuzzEnding, as subject: Int) throws(FuzzError) {
    let before = graph.nodes.map { $0?.stored ?? 0 }
    graph.beginBatch()
    defer { endBatch() }
    try attempt(body, as: subject)
    if case .reverting = ending, takeFuel() {
      for (id, value) in before.enumerated() {
        if let atom = atom(id) { write(atom.cut.duplicate(of: value), to: atom) }
      }
    }
  }

  /// Runs untracked code. `owner`, if any, owns the objects made in it.
  func callFreely(in owner: ModelScope? = nil, _ body: () -> Void) {
    graph.readers.append(nil)
    owners.append(owner)
    body()
    owners.removeLast()
    graph.readers.removeLast()
  }

  func cleanup(_ body: [FuzzStatement], as subject: Int) -> ModelCleanup {
    let event = FuzzEvent(kind: .cleansUp, subject: subject, what: nextCleanup(of: subject))
    return ModelCleanup(event: event) { [unowned self] in
      callFreely {
        note(event)
        perform(body, as: subject)
      }
    }
  }

  // MARK: Observers

  private func observe(_ slot: Int, _ id: Int, _ isInitial: Bool, _ body: [FuzzStatement]) {
    let subject = nextSerial()
    guard let node = graph.nodes[id] else { return }
    graph.bringUpToDate(node)
    let observer = ModelObserver(serial: subject, seenStamp: node.stamp) { [unowned self] value in
      note(.notified, subject, 0, value)
      perform(body, as: subject)
    }
    node.observers.append(observer)
    if isInitial {
      let value = node.seen(node.stored ?? 0)
      let isIdle = graph.depth == 0 && !isDelivering
      isDelivering = true
      call(observer, value)
      if isIdle { finishDelivery() }
    }
    recountObserved()
    unobserve(slot)
    subscriptions[slot] = observer
  }

  private func unobserve(_ slot: Int) {
    guard let observer = subscriptions.removeValue(forKey: slot) else { return }
    observer.isCancelled = true
    for node in graph.everyNode { node.observers.removeAll { $0 === observer } }
    graph.bury()
  }

  // MARK: Nodes that go

  /// The reader inherits the reads of the released derivation.
  private func readTemporarily(_ id: Int, as subject: Int) {
    guard let node = graph.nodes[id] else { return }
    note(.reads, subject, id, graph.read(node, .value))
  }

  private func dropNode(_ id: Int) {
    graph.nodes[id] = nil
    graph.bury()
  }
}
