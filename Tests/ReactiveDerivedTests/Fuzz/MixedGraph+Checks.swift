import ReactiveCore
import ReactiveTestSupport

// What must hold of every operation.

extension MixedGraph {
  // MARK: Operations

  func beginOperation() {
    beginObservers()
    hasDropped = false
    hasStarted = false
    needed = Set(reactions.values.flatMap(\.reads) + observers.map(\.node))
  }

  /// Everything has settled.
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
    // How often a property whose every run is a change has run says nothing here: it may have run since.
    let isMissed = zip(seen, present).contains {
      $0.value != $1.value || ($0.stamp != $1.stamp && !everChanging.contains($0.id))
    }
    if isMissed || seen.count != present.count {
      fail("\(name(id)) saw \(seen.map(\.value)), which is \(present.map(\.value)) by now, and did not run")
    }
  }

  // MARK: Lifetimes

  /// What the program, a token of it, an effect or an update holds, by itself or by way of others.
  private func held(possibly: Bool) -> Set<Int> {
    let observed = observers.filter(\.keepsNode).map(\.node)
    return model.reach(from: Array(nodes.keys) + observed + reactions.values.flatMap(\.reads), possibly: possibly)
  }

  /// Something was dropped: the observers of what went with it are not called any more, at the latest when what is on
  /// its way has arrived.
  func endObserversOfDropped() {
    hasDropped = true
    let held = held(possibly: false)
    orphanChains(except: held)
    for observer in observers where !held.contains(observer.node) {
      observer.isEnded = true
      observer.isOrphaned = true
      // If a list holds it until it is brought up to date, it is still called.
      maybeObserved.insert(observer.node)
    }
  }

  /// Alive is what is held, and nothing else.
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
        // What follows an event for the model alone, with the node as its owner, may stay until it is looked at.
        if chains.removeValue(forKey: id) != nil { followedEvents[id] = nil }
        if let other = behind.removeValue(forKey: id) {
          runs[other] = nil
          hidden[other] = nil
        }
      }
    }
  }

  /// Linked is what depends on each other, and nothing else.
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
