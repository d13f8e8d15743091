import ReactiveCore

// The actions that all fuzzers share, and their effect on the model.

extension GraphFuzzer {
  /// One action as an operation of its own.
  package func actAlone() {
    if prefersCoarse && random.once(in: 3) { runBatch() } else { act() }
  }

  /// A few actions inside a callback.
  package func act(times: Int, onceIn chance: Int) {
    // An independent call notifies before it ends, which no model represents.
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
    // A delivery in progress may retain the owner.
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
  /// Changes the model before the library makes the same change.
  ///
  /// - Parameters:
  ///   - id: The source, if the library writes it outside of a batch.
  ///   - body: Changes the model. Returns whether that is a change.
  package func change(writing id: Int? = nil, _ body: () -> Bool) {
    let endsSettling = model.isSettling && !isInFunction
    // Needs the values from before the change.
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

  /// The same where `body` is always a change.
  package func change(_ body: () -> Void) {
    change {
      body()
      return true
    }
  }

  /// Begins a batch, or the body of a turn, which is one batch with its verification.
  package func beginBatch() {
    forgetSnapshots(except: hasSnapshot)
    hasDroppedInBatch = false
    outdatedBefore = Set(model.held.keys.filter { !flags($0).isDisjoint(with: .stale) })
  }

  package func forgetSnapshots(except isKept: (Int) -> Bool = { _ in false }) {
    postponeOutdated()
    model.forgetSnapshots(except: isKept)
  }

  private func postponeOutdated() {
    // A node that an event has invalidated is not dirty.
    for id in model.heldSnapshots.keys where flags(id).contains(.dirty) { postponeIfUnwatched(id) }
  }

  /// Whether the library may still revert the node to its value from the beginning of the batch.
  private func hasSnapshot(_ id: Int) -> Bool { flags(id).contains(.hasSnapshot) }

  /// Whether the library has reverted the node to that value. A node that runs again for another node whose batch ends
  /// has a new snapshot.
  private func isReverted(_ id: Int) -> Bool { !hasSnapshot(id) || snapshotPlace(id) != snapshotPlaces[id] }

  private func noteSnapshot(of id: Int) {
    if model.heldSnapshots[id] == nil { snapshotPlaces[id] = snapshotPlace(id) }
    model.keepSnapshot(of: id)
  }

  /// Prepares for an observer of the node and its dependencies. The library has reverted those that nothing watched.
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

  /// A node's value at the end of a batch depends on which derived nodes need not run for it. The library decides that.
  private func correctUpcoming(of id: Int) {
    for observer in observers where !observer.isEnded && !observer.upcoming.isEmpty {
      guard !changedInBatch, model.reach(from: [observer.node], model.mayDepend).contains(id) else { continue }
      observer.upcoming[observer.upcoming.count - 1] = model.value(observer.node)
    }
  }

  package func keepSnapshot(of id: Int) {
    postponeIfUnwatched(id)
    // The first run in the independent call counts, but the library's choice is known only when the call ends. Until
    // then the node may run again, and the end of a batch in the call may compare its values.
    if heldBeforeIndependentRuns[id] != nil { return }
    if independentReads > 0 && (outdatedBefore.contains(id) || hasDroppedInBatch) {
      heldBeforeIndependentRuns[id] = model.held[id]
    } else if (changedInBatch || model.isSettling) && !outdatedBefore.contains(id) {
      noteSnapshot(of: id)
    }
  }

  /// The node's function returned `new`. A node that was outdated before the batch begins it with its last seen value
  /// or with the result of this first run. Both are right, so the library chooses; from the next run on it does not.
  package func endRun(of id: Int, _ new: Int) {
    // A snapshot in an independent call may belong to a batch of that call only.
    if independentReads == 0 && hasSnapshot(id) { noteSnapshot(of: id) }
    outdatedBefore.remove(id)
    model.noteRun(of: id, new)
  }

  /// A node that ran in an independent call has a snapshot if it concerns the batch around the call.
  private func noteIndependentRuns() {
    for (id, held) in heldBeforeIndependentRuns where hasSnapshot(id) && model.heldSnapshots[id] == nil {
      snapshotPlaces[id] = snapshotPlace(id)
      model.heldSnapshots[id] = held
    }
    heldBeforeIndependentRuns = [:]
  }

  /// Ends a batch or function in the model. The library notifies afterwards.
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

  /// Records the values that observers may see.
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
