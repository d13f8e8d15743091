import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport

struct MixedActivity {
  /// How long it keeps running without an observer.
  let linger: Int
  var isOn = false
  var send: ((Int) -> Void)?
  /// When it was last certainly observed, and when it was last possibly observed.
  var lastLive = Int.min / 2
  var lastPerhapsLive = Int.min / 2
  var wasPerhapsLive = false

  init(linger: Int) { self.linger = linger }

  var mayLinger: Bool { isOn && linger > 0 }
}

extension MixedGraph {
  // MARK: Making

  func addObservedSource(_ id: Int, _ value: Int) {
    let time = addActivity(id)
    let start: TimedMaking.Start<Int> = { [unowned self, token = ledger.token()] place in
      _ = token
      return begin(id) {
        if !random.once(in: 2) { return }
        let value = random.below(6)
        note("\(name(id)) places \(value)")
        change { model.write(id, value, inBatch: true) }
        place(value)
      }
    }
    let source =
      time == 0 && random.once(in: 2)
      ? OpenBehavior(value, whileObserved: start) : making.sources.make(value, start, .seconds(time), clock, nil)
    keep(id, MixedNode(source, .source(source)), "observed source", "is \(value), lingers for \(time)")
  }

  func addObservedEvents(_ id: Int) {
    let time = addActivity(id)
    let start: TimedMaking.Start<Int> = { [unowned self, token = ledger.token()] send in
      _ = token
      return begin(id) { activities[id]?.send = send }
    }
    events[id] =
      time == 0 && random.once(in: 2)
      ? EventStream(whileObserved: start) : making.events(start, .seconds(time), clock)
    kinds[id] = "observed events"
    note("\(name(id)) linger for \(time)")
  }

  private func addActivity(_ id: Int) -> Int {
    let time = random.once(in: 2) ? 0 : 1 + random.below(3)
    activities[id] = MixedActivity(linger: time)
    return time
  }

  /// Starting is a batch.
  private func begin(_ id: Int, _ body: () -> Void) -> Subscription {
    if activities[id]?.isOn != false { fail("\(name(id)) starts again") }
    note("\(name(id)) starts")
    activities[id]?.isOn = true
    hasStarted = true
    enter()
    body()
    leave()
    return Subscription { [unowned self] in
      if activities[id]?.isOn != true { fail("\(name(id)) stops again") }
      note("\(name(id)) stops")
      activities[id]?.isOn = false
      activities[id]?.send = nil
    }
  }

  // MARK: Events

  func event(_ id: Int) -> EventStream<Int>? { events[id] }

  func send(_ payload: Int, to id: Int) {
    if let event = events[id] as? Event<Int> { event.trigger(payload) } else { activities[id]?.send?(payload) }
  }

  /// Whether a payload reaches the present observers: not before the start, not after the end.
  func isSending(_ id: Int) -> Bool {
    if finished.contains(id) && model.planted != .sendsAfterEnd { return false }
    return activities[id].map { $0.send != nil } ?? true
  }

  /// Ends an event. Earlier payloads are delivered first.
  func finish(_ id: Int) {
    guard let event = events[id] as? Event<Int> else { return }
    note("finish \(name(id))")
    finished.insert(id)
    event.finish()
  }

  func observeEnd(of id: Int, _ event: Event<Int>) {
    event.onFinish { [unowned self, token = ledger.token()] in
      _ = token
      note("\(name(id)) has finished")
      if !ended.insert(id).inserted { fail("\(name(id)) finishes again") }
      for observer in eventObservers where observer.event == id && !observer.isEnded {
        if observer.received.count < observer.expected.count { fail("\(name(id)) finishes before its last payload") }
      }
    }
  }

  // MARK: Checks

  /// A source runs while observers or reactions depend on it, and for its linger time afterwards.
  func checkActivities() {
    for id in finished where !ended.contains(id) { fail("\(name(id)) has not finished") }
    if activities.isEmpty { return }
    let (live, perhapsLive) = (liveNodes(), perhapsLiveNodes())
    for (id, activity) in activities.sorted(by: { $0.key < $1.key }) {
      var activity = activity
      let isGone = events[id] == nil && living[id]?.behavior == nil
      if !isGone && live.contains(id) { activity.lastLive = ticks }
      // A start may cause others to be observed for a moment.
      if perhapsLive.contains(id) || activity.wasPerhapsLive || hasStarted { activity.lastPerhapsLive = ticks }
      activity.wasPerhapsLive = perhapsLive.contains(id)
      activities[id] = activity
      let linger = model.planted == .stopsAtOnce ? 0 : activity.linger
      let mustRun = !isGone && (live.contains(id) || ticks < activity.lastLive + linger)
      let mayRun = perhapsLive.contains(id) || ticks < activity.lastPerhapsLive + linger
      if !activity.isOn && mustRun { fail("\(name(id)) does not run, though it is observed") }
      if activity.isOn && !mayRun { fail("\(name(id)) runs on, though nothing observes it") }
    }
  }

  private func liveNodes() -> Set<Int> {
    let observers = observers.filter { !$0.isEnded }.map(\.node)
    let effects = reactions.filter { $0.value.updater == nil }.keys.flatMap { runs[$0]?.inputs.map(\.id) ?? [] }
    let followers = nodes.keys.compactMap(model.observes)
    let reached = model.reach(from: observers + effects + followers, model.certainInputs)
    let events = eventObservers.filter { !$0.isEnded }.map(\.event)
    return reached.union(events)
  }

  private func perhapsLiveNodes() -> Set<Int> {
    let roots = observers.map(\.node) + reactions.values.flatMap(\.reads) + living.keys.compactMap(model.observes)
    let reached =
      model.planted == .farObserverIgnored
      ? Set(roots).union(maybeObserved) : model.reach(from: roots + maybeObserved, possibly: true)
    return reached.union(eventObservers.map(\.event)).union(followedEvents.values)
  }
}
