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
await use()
useKeyed()
print("done")
