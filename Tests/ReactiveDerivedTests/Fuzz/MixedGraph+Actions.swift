import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport

// The fuzzer's actions on a graph: as an operation, in a batch, or inside an observer, effect or update.

extension MixedGraph {
  /// The nodes that the program holds.
  var readable: [Int] { nodes.keys.sorted() }
  var sources: [Int] {
    nodes.filter {
      switch $0.value.control {
      case .source, .property, .object: true
      default: false
      }
    }
    .keys.sorted()
  }
  private var adjustable: [Int] {
    nodes.filter {
      switch $0.value.control {
      case .source, .property, .object, .nothing: false
      default: true
      }
    }
    .keys.sorted()
  }

  func act() {
    if prefersTime && random.once(in: 4), let id = random.pick(events.keys.sorted()) {
      return random.once(in: 8) ? finish(id) : trigger(id)
    }
    switch random.below(100) {
    case ..<3 where !roots.isEmpty: rearrange()
    case ..<25: if let id = random.pick(sources) { write(id, random.below(6), inPlace: random.once(in: 5)) }
    case ..<40: if let id = random.pick(adjustable) { adjust(id) }
    case ..<50: runBatch()
    case ..<55:
      if let id = random.pick(readable), let node = nodes[id] {
        note("read \(name(id))")
        read(id, node.behavior)
      }
    case ..<63: if let id = random.pick(readable) { observe(id) }
    case ..<67: if let observer = random.pick(observers.filter { $0.isCancellable }) { cancel(observer) }
    case ..<68: if let observer = random.pick(observers.filter { $0.isCancellable }) { throwAwayToken(of: observer) }
    case ..<74: addDerived()
    case ..<76: addSource()
    case ..<80: addReaction()
    case ..<81: addEvent()
    case ..<86: if let id = random.pick(readable) { drop(id) }
    case ..<87: drop(random.below(max(1, nextID)))
    case ..<88: if let id = random.pick(effects.keys.sorted()) { cancelEffect(id) }
    case ..<91: if let id = random.pick(updaters.keys.sorted()) { pauseOrUnpause(id) }
    case ..<92: if let id = random.pick(events.keys.sorted()), random.once(in: 3) { finish(id) }
    case ..<95: if let id = random.pick(events.keys.sorted()) { trigger(id) }
    case ..<97: if let id = random.pick(events.keys.sorted()) { observeEvent(id) }
    case ..<99: if let observer = random.pick(observers.filter { $0.hasOwner }) { endOwner(of: observer) }
    default:
      // Not the inputs of a chain over time.
      let all = eventObservers.filter { !$0.isEnded && $0.subscription != nil }
      if let observer = random.pick(all) { cancel(observer) }
    }
  }

  // MARK: Changing

  func write(_ id: Int, _ value: Int, inPlace: Bool = false) {
    guard let control = nodes[id]?.control else { return }
    note("write \(value) to \(name(id))\(inPlace ? " in place" : "")")
    // A write in place is a batch. A node that holds objects is behind its face.
    let isAlone = !inPlace && behind[id] == nil
    // A write of a part compares it first, which is a read in the middle of the batch.
    if behind[id] != nil && depth > 0 && changedInBatch { lookedInBatch = true }
    change(writing: isAlone ? id : nil) {
      writeModel(id, value, inPlace: inPlace)
    }
    switch control {
    case .source(let source): if inPlace { source.update { $0 = value } } else { source.value = value }
    case .object(let node): node.write(value, inPlace)
    case .property(let holder): holder.number = value
    default: break
    }
  }

  /// The node that a write reaches.
  func written(_ id: Int) -> Int { behind[id] ?? id }

  private func adjust(_ id: Int) {
    switch nodes[id]?.control {
    case .list(let list):
      let members = (0..<random.below(4)).compactMap { _ in random.pick(connectable(to: id)) }
      note("put \(names(members)) into \(name(id))")
      let items = members.compactMap { nodes[$0].map { MixedItem($0.behavior) } }
      change { model.put(members, into: id) }
      list.value = items
    case .tentative(let property):
      let value = random.once(in: 2) ? random.below(5) : nil
      note(value.map { "set \(name(id)) to \($0)" } ?? "revert \(name(id))")
      change { model.set(id, tentatively: value) }
      if let value { property.value = value } else { property.revertTentative() }
    case .connectable(let property): connect(id, property)
    case .text(let text):
      let members = (0..<1 + random.below(3)).compactMap { _ in random.pick(connectable(to: id)) }
      if members.isEmpty { break }
      note("redefine \(name(id)) with \(names(members))")
      let template = template(members)
      change { model.put(members, into: id) }
      text.replace(format: template)
    case .manual(let property):
      note("recalculate \(name(id))")
      runs[id]?.isTouched = true
      needed.insert(id)
      change { model.recalculate(id) }
      property.recalculate()
    case .derived(let property):
      note("cancel \(name(id))")
      needed.insert(id)
      // It may run first, and its writes are delivered. Becoming a constant then changes no value.
      property.cancel()
      model.cancel(id)
    case .linked, .converted: adjustOverride(id)
    default: break
    }
    endObserversOfDropped()
  }

  /// Nodes that do not depend on this one, so that there is no cycle.
  private func connectable(to id: Int) -> [Int] {
    readable.filter { !model.reach(from: [$0], possibly: true).contains(id) }
  }

  private func connect(_ id: Int, _ property: ConnectableProperty<Int>) {
    if !random.once(in: 4), let other = random.pick(connectable(to: id)), let node = nodes[other] {
      note("connect \(name(id)) to \(other)")
      change { model.connect(id, to: .node(other)) }
      property.connect(node.behavior)
    } else {
      let value = random.below(4)
      note("connect \(name(id)) to the constant \(value)")
      change { model.connect(id, to: .constant(value)) }
      property.connect(constant: value)
    }
  }

  var written: [(id: Int, value: Int)] { sources.map { ($0, model.stored(written($0))) } }
  func writeAgain(_ id: Int, _ value: Int) { if nodes[id] != nil { write(id, value) } }

  // MARK: Observing

  private func observe(_ id: Int) {
    guard let node = nodes[id]?.behavior else { return }
    prepareToObserve(id)
    let observer = FuzzObserver(node: id, value: model.value(id))
    let keepsToken = !random.once(in: 4)
    observer.keepsNode = keepsToken && (!sources.contains(id) || behind[id] != nil || activities[id] != nil)
    let isImmediate = random.once(in: 2)
    note("\(isImmediate ? "observe" : "sink") \(name(id)) at \(observer.last)")
    noteNeeded(id)
    if depth > 0 && changedInBatch { lookedInBatch = true }
    observers.append(observer)
    observer.isInitial = isImmediate
    let handler: (Int) -> Void = { [unowned self, weak observer, token = ledger.token()] value in
      _ = token
      guard let observer else { return }
      notify(observer, value)
    }
    if random.once(in: 4) {
      let owner = ledger.token()
      observer.owner = owner
      let owned: (Ledger.Token, Int) -> Void = { _, value in handler(value) }
      observer.subscription = isImmediate ? node.observe(with: owner, owned) : node.sink(with: owner, owned)
    } else {
      observer.subscription = isImmediate ? node.observe(handler) : node.sink(handler)
    }
    if !keepsToken { observer.subscription = nil }
    // The first call may have released its owner.
    if observer.isEnded { observer.subscription = nil }
  }

  func prepareToLetGo(of observer: FuzzObserver) {
    if !observer.keepsNode { return }
    observer.keepsNode = false
    endObserversOfDropped()
  }

  // MARK: Ending

  func drop(_ id: Int) {
    if starting.contains(id) { return }
    // Removed first: the release runs code that may use the dictionaries.
    let node = nodes.removeValue(forKey: id)
    let effect = effects.removeValue(forKey: id)
    let updater = updaters.removeValue(forKey: id)
    let event = events.removeValue(forKey: id)
    guard node != nil || effect != nil || updater != nil || event != nil else { return }
    note("drop \(name(id))")
    hasDroppedInBatch = true
    if effect != nil { endReaction(id) }
    if updater != nil { for (other, reaction) in reactions where reaction.updater == id { endReaction(other) } }
    endObserversOfDropped()
    withExtendedLifetime((node, effect, updater, event)) {}
  }
}
