import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport

// Operators over time, each between an event and a node. Simultaneous alarms ring in the order in which they were made,
// so the model knows which must have come before.

final class MixedChain {
  let model: TimeModel
  /// The payloads it receives, as for any observer of its event; nil if it follows a behavior.
  let input: FuzzEventObserver?
  /// The payloads that it must emit within the current call.
  var expected: [Int] = []
  /// The tick up to which its alarm has been handled.
  var lastTick: Int
  /// Its source, and the stream that it makes, if any.
  var source: EventStream<Int>?
  var stream: EventStream<Int>?
  var ends: Subscription?
  var alarm: Alarm?
  /// Nothing but running code holds its node. It may still emit, unchecked.
  var isOrphaned = false

  init(_ model: TimeModel, _ input: FuzzEventObserver?, tick: Int) {
    self.model = model
    self.input = input
    lastTick = tick
  }
}

extension MixedGraph {
  func passTime() {
    ticks += 1
    note("the time is \(ticks)")
    clock.advance(by: .seconds(1))
    for (id, chain) in chains.sorted(by: { $0.key < $1.key }) where !ring(id, chain).isEmpty && !chain.isOrphaned {
      fail("\(name(id)) has emitted nothing at \(ticks)")
    }
  }

  func addTimed(_ id: Int, _ candidates: [Int]) {
    if random.once(in: 4) { return addDebounced(id, one(of: candidates)) }
    guard let eventID = random.pick(events.keys.filter { !finished.contains($0) }.sorted()), let event = events[eventID]
    else { return }
    let kind = random.pick(TimeModel.Kind.allCases)!
    let time = 1 + random.below(3)
    let input = FuzzEventObserver(event: eventID)
    eventObservers.append(input)
    let chain = MixedChain(TimeModel(kind, time, model.planted?.ofTime), input, tick: ticks)
    chain.model.start(ticks)
    chain.source = event
    chains[id] = chain
    followedEvents[id] = eventID
    model.add(id, .brought(nil), from: kind == .window ? 0 : 1)
    // The end arrives like a payload: in the order of its observers.
    if event is Event<Int> {
      chain.ends = event.onFinish { [weak chain] in
        if let chain { chain.expected += chain.model.finishSource() }
      }
    }
    let received = event.map { [unowned self, weak chain, token = ledger.token()] payload in
      _ = token
      if let chain { receive(payload, id, chain) }
      return payload
    }
    let result: Behavior<Int>
    if kind == .window {
      result = making.window(received, .seconds(time), clock) { sum, payload in
        sum += payload
      } _: { [unowned self, weak chain] sum, payload in
        if let chain { expire(id, chain) }
        sum -= payload
      }
    } else {
      let emitted = making.stream(kind, received, .seconds(time), clock)
        .map { [unowned self, weak chain] payload in
          if let chain { emit(payload, id, chain) }
          return Self.small(payload)
        }
      chain.stream = emitted
      result = emitted.hold(1)
    }
    keep(id, MixedNode(result), "\(kind)", "of event \(eventID) for \(time)")
  }

  private static func small(_ payload: Int) -> Int { (payload & .max) % 5 }

  private func receive(_ payload: Int, _ id: Int, _ chain: MixedChain) {
    if let input = chain.input, !chain.isOrphaned { check(input, receives: payload) }
    let emitted = chain.model.receive(payload, ticks)
    if chain.model.kind == .window {
      for sum in emitted { bring(sum, to: id) }
    } else {
      chain.expected += emitted
    }
  }

  private func emit(_ payload: Int, _ id: Int, _ chain: MixedChain) {
    if chain.isOrphaned { return bring(Self.small(payload), to: id) }
    if chain.expected.isEmpty { chain.expected = ringInTurn(id, chain) }
    if chain.expected.first != payload {
      return fail("\(name(id)) emits \(payload), where the model has \(chain.expected.first.map { "\($0)" } ?? "none")")
    }
    chain.expected.removeFirst()
    bring(Self.small(payload), to: id)
  }

  /// A window is about to remove payloads; several are a batch.
  private func expire(_ id: Int, _ chain: MixedChain) {
    if chain.lastTick == ticks { return }
    let sums = ringInTurn(id, chain)
    if sums.isEmpty && !chain.isOrphaned { fail("\(name(id)) removes something at \(ticks)") }
    for sum in sums { bring(sum, to: id) }
  }

  private func addDebounced(_ id: Int, _ parent: Int) {
    let source = behavior(parent)
    maybeObserved.insert(parent)
    // Sources start now.
    let first = source.sink { _ in }
    defer { first.cancel() }
    let time = 1 + random.below(3)
    let chain = MixedChain(TimeModel(.debounce, time, model.planted?.ofTime), nil, tick: ticks)
    chains[id] = chain
    model.add(id, .rested(parent), from: model.value(parent))
    // The operator calls no user code when it rests, so this alarm stands in.
    let alarm = making.alarm(clock) { [unowned self, weak chain] in
      guard let chain else { return }
      if ringInTurn(id, chain).isEmpty && !chain.isOrphaned { fail("\(name(id)) rests at \(ticks)") }
      bring(model.value(parent), to: id)
    }
    chain.alarm = alarm
    let result = making.debounced(source, .seconds(time), clock)
    keep(id, MixedNode(result), "debounced", "of \(parent) for \(time)")
    source.sink(with: result) { [unowned self, weak chain, weak alarm] _, _ in
      guard let chain else { return }
      alarm?.arm(after: .seconds(time))
      _ = chain.model.receive(0, ticks)
    }
  }

  // MARK: Alarms

  /// A chain's alarm rings. Those made before it must have rung.
  private func ringInTurn(_ id: Int, _ chain: MixedChain) -> [Int] {
    for (other, chain) in chains.sorted(by: { $0.key < $1.key })
    where other < id && !ring(other, chain).isEmpty && !chain.isOrphaned {
      fail("\(name(id)) comes before \(name(other)), which was made first")
    }
    return ring(id, chain)
  }

  /// The model's payloads at this tick, unless already handled.
  private func ring(_ id: Int, _ chain: MixedChain) -> [Int] {
    if chain.lastTick == ticks { return [] }
    chain.lastTick = ticks
    return chain.model.tick(ticks)
  }

  // MARK: Checks

  /// The nodes of these chains are released, or soon will be.
  func orphanChains(except held: Set<Int>) {
    for (id, chain) in chains where !held.contains(id) {
      chain.isOrphaned = true
      guard let input = chain.input else { continue }
      input.isEnded = true
      input.expected = input.received
    }
  }

  func checkTime() {
    for (id, chain) in chains.sorted(by: { $0.key < $1.key }) where !chain.isOrphaned {
      if !chain.expected.isEmpty { fail("\(name(id)) has not emitted \(chain.expected)") }
      if let stream = chain.stream, stream.isFinished != chain.model.isOver {
        fail("\(name(id)) \(stream.isFinished ? "has finished" : "has not finished")")
      }
    }
    let waits = chains.values.contains { $0.model.waits && !$0.isOrphaned }
    let mayWait = waits || chains.values.contains(where: \.isOrphaned) || activities.values.contains(where: \.mayLinger)
    let sleepers = clock.sleeperCount
    if sleepers > (mayWait ? 1 : 0) || sleepers < (waits ? 1 : 0) { fail("\(sleepers) sleep at \(ticks)") }
  }
}
