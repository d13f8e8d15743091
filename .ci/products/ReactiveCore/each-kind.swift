import ReactiveCore

struct State {
  var user = "Alice"
  var unread = 0
}
final class Device {
  @Property private(set) var level = 1
  @Property(isDuplicate: ==) var tested = 1
  @Pub var title = "title"
  @Signal private(set) var failed: Accepts<String>

  func run() {
    level = 2
    tested = 2
    failed.send("failed")
  }
}
final class Badge {}
struct Line: Identifiable, Equatable {
  var id: Int
  var price = 0
}
struct Place {
  var code = "a"
  var badge = Badge()
}

func useKeyed() {
  let lines = OpenKeyed([Line(id: 1), Line(id: 2)])
  guard lines.array.label == "Client/main.swift:30" else { fatalError(lines.array.label) }
  let places = OpenKeyedRows(id: \Place.code)
  let bag = SubscriptionBag()
  var shown = lines.value
  lines.changes.sink { changes in
    changes.apply(to: &shown)
    print("changes", changes.removals.count, changes.insertions.count, changes.moves.count, changes.updates.count)
  }.store(in: bag)
  lines[2].sink { print("line 2", $0?.price ?? -1) }.store(in: bag)
  lines.count.observe { print("lines", $0) }
  lines.observe { print("all", $0.map(\.id)) }
  batch {
    lines.insert(Line(id: 3), before: 1)
    lines.update(2) { $0.price = 5 }
    lines.move(1, before: nil)
  }
  lines.remove(2)
  lines.removeAll { $0.id == 1 }
  lines.value = [Line(id: 4)]
  places.insert(Place())
  print(shown == lines.peek(), places["a"].value?.code ?? "-", places.value.count)
}

// One of each kind, using only the public interface.
func use() async {
  let source = OpenBehavior(1)
  // The place where a node was made must also be recorded in code that is optimized into another module.
  guard source.label == "Client/main.swift:56" else { fatalError(source.label) }
  let device = Device()
  let badge = Badge()
  let bag = SubscriptionBag()
  let state = OpenBehavior(State())
  let event = Event<Int>()
  let name = "name".continuous
  source.observe { value in print("sees", value) }.store(in: bag)
  device.$level.observe(with: badge) { _, level in print("level", level) }
  device.$title.sink { print("title", $0) }.store(in: bag)
  device.$failed.sink { print($0) }.store(in: bag)
  state.observe(\.unread, with: badge) { _, unread in print("unread", unread) }
  let subscription = event.sink { print("event", $0) }
  let values = source.values
  let watcher = Task.detached {
    for await value in values where value > 1 { return value }
    return 0
  }
  batch {
    source.value = 2
    state.update { $0.unread = 3 }
    device.title = "other"
    device.run()
    event.trigger(1)
  }
  name <<= "other"
  subscription.cancel()
  let doubled = OpenBehavior(get: { source.value * 2 }, set: { source.value = $0 / 2 })
  let made = OpenBehavior(get: { badge }, set: { print("set", $0 === badge) })
  doubled.sink { print("doubled", $0) }
  doubled.value = 10
  doubled.update { $0 += 4 }
  made.value = Badge()
  let sensor = OpenBehavior(
    0,
    whileObserved: { place in
      place(7)
      return Subscription { print("sensor stops") }
    })
  sensor.sink { print("sensor", $0) }.cancel()
  let pulses = EventStream<Int>(whileObserved: { send in
    send(1)
    return Subscription {}
  })
  pulses.sink { print("pulse", $0) }.cancel()
  event.onFinish { print("event ends") }
  event.finish()
  let loaded = Loadable<Int, any Error>.loaded(3).map { $0 * 2 }
  print(loaded.value ?? 0, loaded.isLoading)
  print(name, await watcher.value)
  withExtendedLifetime((device, badge)) {}
}

@available(macOS 15, *)
@MainActor
func useTime() async {
  let clock = ManualClock()
  let start: (@escaping (Int) -> Void) -> Subscription = { place in
    place(5)
    return Subscription { print("lingering source stops") }
  }
  let source = OpenBehavior(0, whileObserved: start, lingering: .seconds(1), clock: clock)
  let stream = EventStream(whileObserved: start, lingering: .seconds(2), clock: clock)
  source.sink { print("lingering source", $0) }.cancel()
  stream.sink { print("lingering stream", $0) }.cancel()
  print("sleepers", clock.sleeperCount)
  for _ in 0..<2 { clock.advance(by: .seconds(1)) }

  let (numbers, input) = AsyncStream.makeStream(of: Int.self)
  let (failing, other) = AsyncThrowingStream.makeStream(of: Int.self)
  let (taps, tap) = AsyncStream.makeStream(of: Int.self)
  let (trials, trial) = AsyncThrowingStream.makeStream(of: Int.self)
  let number = Behavior(following: numbers, initial: 0)
  let result = Behavior(following: failing, initial: .success(0), whileObserved: true)
  let tapped = EventStream(following: taps)
  let tried = EventStream(following: trials, whileObserved: true)
  tapped.sink { print("tapped", $0) }
  tried.sink { if case .success(let number) = $0 { print("tried", number) } }
  input.yield(3)
  other.yield(4)
  for await value in number.values where value == 3 { break }
  for await value in result.values { if case .success(4) = value { break } }
  let (tappedValues, triedValues) = (tapped.values, tried.values)
  tap.yield(1)
  trial.yield(2)
  tap.finish()
  trial.finish()
  for await _ in tappedValues {}
  for await _ in triedValues {}
  print(number)
}
await use()
useKeyed()
if #available(macOS 15, *) { await useTime() }
print("done")
