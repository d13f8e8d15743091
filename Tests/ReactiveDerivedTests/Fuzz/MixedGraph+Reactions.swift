import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking

extension MixedGraph {
  private func newID() -> Int? {
    if reactions.count + updaters.count >= (isSmall ? 4 : 8) { return nil }
    nextID += 1
    return nextID - 1
  }

  func addReaction() {
    switch random.below(5) {
    case 0, 1: addEffect()
    case 2 where updaters.count < 2: addUpdater()
    default: if let updater = random.pick(updaters.keys.sorted()) { addUpdate(to: updater) }
    }
  }

  private func prepare(
    _ kind: MixedReaction.Kind, _ most: Int, updater: Int? = nil
  ) -> (Int, MixedReaction, [Int: Behavior<Int>])? {
    let candidates = readable
    guard !candidates.isEmpty, let id = newID() else { return nil }
    let reads = (0..<1 + random.below(most)).map { _ in candidates[random.below(candidates.count)] }
    let target = random.once(in: 3) ? random.pick(sources) : nil
    let reaction = MixedReaction(kind, reads: reads, writes: target, updater: updater)
    reactions[id] = reaction
    allReactions.insert(id)
    runs[id] = MixedRun()
    needed.formUnion(reads)
    let behaviors = Dictionary(reads.compactMap { id in nodes[id].map { (id, $0.behavior) } }) { first, _ in first }
    return (id, reaction, behaviors)
  }

  private func notify(_ id: Int, _ kind: String, _ reaction: MixedReaction) {
    kinds[id] = kind
    let owner = reaction.updater.map { " of updater \($0)" } ?? ""
    note("\(name(id))\(owner) reads \(names(reaction.reads))\(reaction.writes.map { " and writes \($0)" } ?? "")")
  }

  private func addEffect() {
    guard let (id, reaction, behaviors) = prepare(.effect, 3) else { return }
    notify(id, "effect", reaction)
    effects[id] = Effect { [unowned self, token = ledger.token()] in
      _ = token
      runEffect(id, behaviors)
    }
  }

  private func addUpdater() {
    guard let id = newID() else { return }
    updaters[id] = Updater()
    kinds[id] = "updater"
    note(name(id))
  }

  private func addUpdate(to updaterID: Int) {
    guard let updater = updaters[updaterID], !starting.contains(updaterID) else { return }
    starting.insert(updaterID)
    defer { starting.remove(updaterID) }
    if random.once(in: 2) {
      guard let (id, reaction, behaviors) = prepare(.transition, 1, updater: updaterID) else { return }
      notify(id, "transition", reaction)
      guard let property = behaviors[reaction.reads[0]] else { return }
      updater.onTransition(property) { [unowned self, token = ledger.token()] old, new in
        _ = token
        runTransition(id, from: old, to: new)
      }
    } else {
      guard let (id, reaction, behaviors) = prepare(.update, 3, updater: updaterID) else { return }
      notify(id, "update", reaction)
      let dependencies: [any BehaviorProtocol] = reaction.reads.compactMap { behaviors[$0] }
      let update = { [unowned self, token = ledger.token()] in
        _ = token
        runUpdate(id, behaviors)
      }
      if random.once(in: 2) {
        updater.keepUpToDate(dependencies: dependencies, updater: update)
      } else {
        let target = MixedTarget(update)
        reaction.target = target
        updater.keepUpToDate(dependencies: dependencies, updater: target, MixedTarget.update)
      }
    }
  }

  func pauseOrUnpause(_ id: Int) {
    guard let updater = updaters[id] else { return }
    if paused.contains(id) {
      note("unpause \(name(id))")
      paused.remove(id)
      let isOutermost = starting.insert(id).inserted
      updater.unpause()
      if isOutermost { starting.remove(id) }
    } else {
      note("pause \(name(id))")
      if model.planted != .pauseIgnored { paused.insert(id) }
      updater.pause()
    }
  }

  func cancelEffect(_ id: Int) {
    // A retained handle would keep the effect's dependencies alive.
    guard let effect = effects.removeValue(forKey: id) else { return }
    note("cancel \(name(id))")
    endReaction(id)
    endObserversOfDropped()
    effect.cancel()
    if !effect.isCancelled { fail("a cancelled effect says that it is not") }
  }

  /// It must not run again, not even in the current delivery.
  func endReaction(_ id: Int) {
    reactions[id] = nil
    runs[id] = nil
  }
}
