import ReactiveCore
import ReactiveTestSupport

// What must hold of every call and operation.

extension MixedGraph {
  // MARK: Calls

  /// An observer is called.
  func check(_ observer: MixedObserver, isTold value: Int) {
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
    let isCut = !isAlways(observer.node)
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

  func isAlways(_ id: Int) -> Bool { everChanging.contains(id) || model.alwaysTells(id) }

  func check(_ observer: MixedEventObserver, isTold payload: Int) {
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
    epochs = 0
    hasDropped = false
    needed = Set(reactions.values.flatMap(\.reads) + observers.map(\.node))
    for observer in observers {
      observer.callsBefore = observer.calls
      observer.lastBefore = observer.last
      observer.stampBefore = stamp(observer.node)
      observer.existedBefore = true
    }
  }

  /// Everything has settled.
  func endOperation() {
    fuel = 0
    if depth != 0 || !running.isEmpty { fail("the fuzzer itself is at depth \(depth)") }
    for (id, reaction) in reactions { checkSettled(id, reaction) }
    for observer in observers where !observer.isEnded { checkSettled(observer) }
    observers.removeAll { $0.isEnded }
    for observer in eventObservers where observer.received != observer.expected {
      fail("an observer of event \(observer.event) was told \(observer.received), not \(observer.expected)")
    }
    eventObservers.removeAll { $0.isEnded || events[$0.event] == nil }
    let hasDropped = hasDropped
    if hasDropped { checkLifetimes() }
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
      if reaction.last != value { fail("\(name(id)) was told \(reaction.last ?? -1) last; it is \(value)") }
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

  private func checkSettled(_ observer: MixedObserver) {
    let value = model.value(observer.node)
    if observer.last != value {
      fail("an observer of \(name(observer.node)) was told \(observer.last) last; it is \(value)")
    }
    if !observer.writes.isEmpty { fail("an observer of \(name(observer.node)) was not told what was written") }
    observer.upcoming = []
    guard observer.existedBefore, epochs <= 1 else { return }
    var expected = epochs == 1 && observer.lastBefore != value ? 1 : 0
    if isAlways(observer.node) {
      if everChanging.contains(observer.node) { return }
      expected = epochs == 1 && stamp(observer.node) != observer.stampBefore ? 1 : 0
    }
    if observer.calls - observer.callsBefore != expected {
      fail(
        """
        an observer of \(name(observer.node)) was called \(observer.calls - observer.callsBefore) times, \
        not \(expected), for one change from \(observer.lastBefore) to \(value)
        """)
    }
  }

  // MARK: Lifetimes

  /// What the program, a token of it, an effect or an update holds, by itself or by way of others.
  private func held(possibly: Bool) -> Set<Int> {
    let observed = observers.filter(\.keepsNode).map(\.node)
    return model.reach(from: Array(nodes.keys) + observed + reactions.values.flatMap(\.reads), possibly: possibly)
  }

  /// Something was let go of: the observers of what went with it are not called any more, at the latest when what is on
  /// its way has arrived.
  func endObserversOfDropped() {
    hasDropped = true
    let held = held(possibly: false)
    for observer in observers where !held.contains(observer.node) {
      observer.isEnded = true
      observer.isOrphaned = true
      // If a list holds it until it is brought up to date, it is still called.
      maybeObserved.insert(observer.node)
    }
  }

  /// Alive is what somebody holds, and nothing else.
  private func checkLifetimes() {
    let held = held(possibly: false)
    let possiblyHeld = self.held(possibly: true)
    for id in living.keys.sorted() {
      if living[id]?.behavior != nil {
        if !possiblyHeld.contains(id) { fail("\(name(id)) is alive, though nobody holds it") }
      } else {
        if held.contains(id) { fail("\(name(id)) is gone, though somebody holds it") }
        living[id] = nil
        runs[id] = nil
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
      if !followed.contains(id) && node.hasDependents { fail("\(name(id)) has a link to somebody who is gone") }
      if node.hasReader { fail("\(name(id)) knows an evaluation that is over") }
      guard isDirect.contains(id), node.flags.isDisjoint(with: .stale) else { continue }
      let linked = Set(node.dependencies.compactMap { identities[ObjectIdentifier($0)] })
      let inputs = Set(model.inputs(id))
      if linked != inputs { fail("\(name(id)) depends on \(linked.sorted()), not on \(inputs.sorted())") }
    }
  }
}
