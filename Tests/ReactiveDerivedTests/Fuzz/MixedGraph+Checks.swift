import ReactiveCore
import ReactiveTestSupport

extension MixedGraph {
  // MARK: Operations

  func beginOperation() {
    beginObservers()
    hasDropped = false
    hasStarted = false
    needed = Set(reactions.values.flatMap(\.reads) + observers.map(\.node))
  }

  func endOperation() {
    checkStack()
    for (id, reaction) in reactions { checkSettled(id, reaction) }
    checkObservers()
    let hasDropped = hasDropped
    if hasDropped { checkLifetimes() }
    checkActivities()
    checkTime()
    if isBuilding { return }
    let observed = Set(observers.map(\.node))
    for (id, node) in nodes.sorted(by: { $0.key < $1.key }) where checksAll || observed.contains(id) {
      read(id, node.behavior)
    }
    if hasDropped || random.once(in: 4) { checkLinks() }
  }

  private func checkSettled(_ id: Int, _ reaction: MixedReaction) {
    if let updater = reaction.updater, paused.contains(updater) { return }
    if case .transition = reaction.kind {
      let value = model.value(reaction.reads[0])
      if reaction.last != value { fail("\(name(id)) was notified of \(reaction.last ?? -1) last; it is \(value)") }
      return
    }
    let seen = runs[id]?.inputs ?? []
    let present = inputs(id)
    // The run count of an ever-changing property proves nothing: it may have run since.
    let isMissed = zip(seen, present).contains {
      $0.value != $1.value || ($0.stamp != $1.stamp && !everChanging.contains($0.id))
    }
    if isMissed || seen.count != present.count {
      fail("\(name(id)) saw \(seen.map(\.value)), which is \(present.map(\.value)) by now, and did not run")
    }
  }

  // MARK: Lifetimes

  /// The nodes held by the program, a token, an effect or an update, directly or through others.
  private func held(possibly: Bool) -> Set<Int> {
    let observed = observers.filter(\.keepsNode).map(\.node)
    return model.reach(from: Array(nodes.keys) + observed + reactions.values.flatMap(\.reads), possibly: possibly)
  }

  /// Something was dropped. Observers of released nodes are no longer called, at the latest once pending deliveries are
  /// done.
  func endObserversOfDropped() {
    hasDropped = true
    let held = held(possibly: false)
    orphanChains(except: held)
    for observer in observers where !held.contains(observer.node) {
      observer.isEnded = true
      observer.isOrphaned = true
      // A list may hold it until its next update, so it may still be called.
      maybeObserved.insert(observer.node)
    }
  }

  /// Exactly the held nodes are alive.
  private func checkLifetimes() {
    let held = held(possibly: false)
    let possiblyHeld = self.held(possibly: true)
    for id in living.keys.sorted() {
      if living[id]?.behavior != nil {
        if !possiblyHeld.contains(id) { fail("\(name(id)) is alive, though nothing holds it") }
      } else {
        if held.contains(id) { fail("\(name(id)) is gone, though something holds it") }
        living[id] = nil
        runs[id] = nil
        // The model's own observer of an event, owned by the node, may stay until the next delivery.
        if chains.removeValue(forKey: id) != nil { followedEvents[id] = nil }
        if let other = behind.removeValue(forKey: id) {
          runs[other] = nil
          hidden[other] = nil
        }
      }
    }
  }

  /// Exactly the dependencies are linked.
  private func checkLinks() {
    let isLiving = { [living] (id: Int) in living[id] != nil }
    let followed = Set(
      living.keys.flatMap { model.mayFollow($0, where: isLiving) } + reactions.values.flatMap(\.reads))
    var identities: [ObjectIdentifier: Int] = [:]
    for (id, remains) in living { if let node = remains.behavior { identities[ObjectIdentifier(node)] = id } }
    for id in living.keys.sorted() {
      guard let node = living[id]?.behavior else { continue }
      if !followed.contains(id) && node.hasDependents { fail("\(name(id)) has a link to a node that is gone") }
      guard isDirect.contains(id), node.flags.isDisjoint(with: .stale) else { continue }
      let linked = Set(node.dependencies.compactMap { identities[ObjectIdentifier($0)] })
      let inputs = Set(model.inputs(id))
      if linked != inputs { fail("\(name(id)) depends on \(linked.sorted()), not on \(inputs.sorted())") }
    }
  }
}
