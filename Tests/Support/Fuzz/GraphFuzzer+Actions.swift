import ReactiveCore

// What every fuzzer does to its graph, and what a change is for its model.

extension GraphFuzzer {
  /// One action that is an operation of its own.
  package func actAlone() {
    if prefersCoarse && random.once(in: 3) { runBatch() } else { act() }
  }

  /// A few actions inside a callback.
  package func act(times: Int, onceIn chance: Int) {
    // What is written or triggered in an independent call is notified before it ends, which no model knows.
    for _ in 0..<times where fuel > 0 && independentReads == 0 && random.once(in: chance) {
      fuel -= 1
      act()
    }
  }

  package func runBatch() {
    if openBatches == (isSmall ? 1 : 3) { return }
    openBatches += 1
    defer { openBatches -= 1 }
    note("batch")
    let before = written
    do {
      try batch {
        enter()
        defer {
          note("end of batch")
          leave()
        }
        for _ in 0..<1 + random.below(5) {
          if prefersCoarse { writeAndRead() } else { act() }
        }
        if random.once(in: 3) {
          for (id, value) in before { writeAgain(id, value) }
          if random.once(in: 2) { act() }
        }
        if random.once(in: 8) { throw Surprise() }
      }
    } catch {}
  }

  private func writeAndRead() {
    if let source = random.pick(written) { writeAgain(source.id, random.below(6)) }
    if let id = random.pick(readable) {
      note("read \(name(id))")
      read(id)
    }
    if random.once(in: 2) { act() }
  }

  package func trigger(_ id: Int) {
    if event(id) == nil { return }
    let payload = nextPayload
    nextPayload += 1
    note("trigger \(name(id)) with \(payload)")
    for observer in eventObservers where observer.event == id && !observer.isEnded && isSending(id) {
      let end = model.fault == .lastTriggeredFirst ? observer.received.count : observer.expected.count
      observer.expected.insert(payload, at: end)
    }
    send(payload, to: id)
  }

  package func observeEvent(_ id: Int) {
    guard let event = event(id) else { return }
    note("observe \(name(id))")
    let observer = FuzzEventObserver(event: id)
    eventObservers.append(observer)
    observer.subscription = event.sink { [unowned self, unowned observer, token = ledger.token()] payload in
      _ = token
      check(observer, receives: payload)
      act(times: 2, onceIn: 6)
    }
  }

  /// One of the ways to read a node.
  package func draw(tracked: Bool, value: () -> Int, peek: () -> Int) -> Int {
    if tracked { return value() }
    switch random.below(4) {
    case 0:
      note("  independently")
      return readIndependently(value)
    case 1: return running.isEmpty ? value() : withoutTracking(value)
    default: return peek()
    }
  }

  private func readIndependently(_ value: () -> Int) -> Int {
    independentReads += 1
    let result = independently(value)
    independentReads -= 1
    if independentReads == 0 { noteIndependentRuns() }
    return result
  }

  /// An observer is called: what it receives is right, and it does something.
  package func notify(_ observer: FuzzObserver, _ value: Int) {
    let isInitial = observer.isInitial
    check(observer, receives: value)
    observer.isInitial = false
    notifying.append(observer.node)
    defer { notifying.removeLast() }
    if !isInitial && depth == 0 && random.once(in: 3), let other = random.pick(readable) { read(other) }
    act(times: 2, onceIn: 6)
  }

  package func cancel(_ observer: FuzzObserver) {
    note("cancel an observer of \(name(observer.node))")
    hasDroppedInBatch = true
    prepareToLetGo(of: observer)
    observer.isEnded = true
    observer.subscription?.cancel()
    observer.subscription?.cancel()
    if observer.subscription?.isCancelled == false { fail("a cancelled subscription says that it is not") }
  }

  package func throwAwayToken(of observer: FuzzObserver) {
    note("throw a token of \(name(observer.node)) away")
    hasDroppedInBatch = true
    prepareToLetGo(of: observer)
    observer.subscription = nil
  }

  package func endOwner(of observer: FuzzObserver) {
    note("drop the owner of an observer of \(name(observer.node))")
    hasDroppedInBatch = true
    prepareToLetGo(of: observer)
    observer.isEnded = true
    maybeObserved.insert(observer.node)
    // A delivery that is on its way to it may hold the owner.
    observer.isOrphaned = true
    observer.owner = nil
    observer.subscription = nil
  }

  package func cancel(_ observer: FuzzEventObserver) {
    note("cancel an observer of \(name(observer.event))")
    observer.isEnded = true
    observer.expected = observer.received
    observer.subscription?.cancel()
  }
}

extension GraphFuzzer {
  /// Changes the model, which `body` does and returns whether that is a change. The library is about to change as well, by
  /// a write that is no batch if its source is given.
  package func change(writing id: Int? = nil, _ body: () -> Bool) {
    let endsSettling = model.isSettling && !isInFunction
    // With the values from before the change.
    if endsSettling { postponeOutdated() }
    guard body() else { return }
    if endsSettling { model.forgetSnapshots() }
    if depth == 0 || model.fault == .notifiedInBatch { return endChange(writing: id) }
    changedInBatch = true
    touchRuns(inBatch: true)
    for observer in observers where !observer.existedBefore && model.value(observer.node) != observer.last {
      observer.mayRepeat = true
    }
  }

  /// The same, for what is always a change.
  package func change(_ body: () -> Void) {
    change {
      body()
      return true
    }
  }

  /// A batch begins, or the body of a turn, which is one batch with what was verified for it: what the last batch began with
  /// does not matter any more.
  package func beginBatch() {
    forgetSnapshots(except: hasSnapshot)
    hasDroppedInBatch = false
    outdatedBefore = Set(model.held.keys.filter { !flags($0).isDisjoint(with: .stale) })
  }

  /// What the batch began with that ended last does not matter any more.
  package func forgetSnapshots(except isKept: (Int) -> Bool = { _ in false }) {
    postponeOutdated()
    model.forgetSnapshots(except: isKept)
  }

  private func postponeOutdated() {
    // One that an event has just outdated is not dirty.
    for id in model.heldSnapshots.keys where flags(id).contains(.dirty) { postponeIfUnwatched(id) }
  }

  /// Whether the library may still revert the node to what it had when the batch began.
  private func hasSnapshot(_ id: Int) -> Bool { flags(id).contains(.hasSnapshot) }

  /// Whether the library has given the node back what it had when the batch began. If it runs again for another node whose
  /// batch ends, it has a new snapshot.
  private func isReverted(_ id: Int) -> Bool { !hasSnapshot(id) || snapshotPlace(id) != snapshotPlaces[id] }

  private func noteSnapshot(of id: Int) {
    if model.heldSnapshots[id] == nil { snapshotPlaces[id] = snapshotPlace(id) }
    model.keepSnapshot(of: id)
  }

  /// An observer is about to watch the node and what it depends on, which the library reverted when nothing did.
  package func prepareToObserve(_ id: Int) {
    for other in model.reach(from: [id], model.mayDepend) where !flags(other).isDisjoint(with: .stale) {
      postponeIfUnwatched(other)
    }
  }

  private func postponeIfUnwatched(_ id: Int) {
    guard model.isSettling && !isWatched(id) && isReverted(id) && model.heldSnapshots[id] != nil else { return }
    model.postpone(id)
    snapshotPlaces[id] = snapshotPlace(id)
    correctUpcoming(of: id)
  }

  /// What a node has at the end of a batch depends on which derived nodes need not run for it: the library finds that out.
  private func correctUpcoming(of id: Int) {
    for observer in observers where !observer.isEnded && !observer.upcoming.isEmpty {
      guard !changedInBatch, model.reach(from: [observer.node], model.mayDepend).contains(id) else { continue }
      observer.upcoming[observer.upcoming.count - 1] = model.value(observer.node)
    }
  }

  /// A derivation is about to run: the batch may take back what comes of it.
  package func keepSnapshot(of id: Int) {
    postponeIfUnwatched(id)
    // Its first run in the independent call counts, and what the library chose there is known when the call ends. Until then
    // it may run again, and the end of a batch in the call may ask its test.
    if heldBeforeIndependentRuns[id] != nil { return }
    if independentReads > 0 && (outdatedBefore.contains(id) || hasDroppedInBatch) {
      heldBeforeIndependentRuns[id] = model.held[id]
    } else if (changedInBatch || model.isSettling) && !outdatedBefore.contains(id) {
      noteSnapshot(of: id)
    }
  }

  /// Its function has returned `new`. One that was outdated already began the batch with what was seen of it last, or with
  /// what comes of this run, its first. Either is right, so the library chooses; from its next run on it does not.
  package func endRun(of id: Int, _ new: Int) {
    // In an independent call, what has a snapshot may have it for a batch of that call only.
    if independentReads == 0 && hasSnapshot(id) { noteSnapshot(of: id) }
    outdatedBefore.remove(id)
    model.noteRun(of: id, new)
  }

  /// An independent call has ended: what has run in it has a snapshot if it concerns the batch around it.
  private func noteIndependentRuns() {
    for (id, held) in heldBeforeIndependentRuns where hasSnapshot(id) && model.heldSnapshots[id] == nil {
      snapshotPlaces[id] = snapshotPlace(id)
      model.heldSnapshots[id] = held
    }
    heldBeforeIndependentRuns = [:]
  }

  /// A batch or function ends, for the model: the library notifies after this.
  package func leave() {
    depth -= 1
    guard depth == 0 else { return }
    model.endBatch()
    settleRuns()
    if changedInBatch {
      changedInBatch = false
      endChange()
    }
  }

  /// A change is complete: these are the values that observers may see.
  private func endChange(writing id: Int? = nil) {
    epochs += 1
    touchRuns(inBatch: false)
    if model.fault == .lostInObserver && !notifying.isEmpty { return }
    for observer in observers where !observer.isEnded {
      if observer.node == id && isCut(observer.node) { observer.writes.insert(observer.upcoming.count) }
      observer.upcoming.append(model.value(observer.node))
    }
  }
}
