import ReactiveTracking

struct Failed: Error, Equatable {}
struct Loose {}
final class Object {}

// Every public initializer, using only the public interface. Property wrappers are not allowed at the top level.
func use() throws {
  let count = AtomObject(0)
  guard count.label == "Client/main.swift:9" else { fatalError(count.label) }
  let objects = (AtomObject(Object()), AtomObject(Object?.none), AtomObject(Loose()), AtomObject(0, isDuplicate: ==))
  @Atom var first = 1
  @Atom var object = Object?.none
  @Atom(isDuplicate: ==) var second = 2
  @Derived var sum = first + second
  let double = Derivation { sum * 2 }
  let tested = Derivation(name: "tested", isDuplicate: ==) { sum }
  let thrown = deriveResult { () throws(Failed) -> Int in
    if count.value > 1 { throw Failed() }
    return count.value
  }
  final class Owner {
    @Atom var count = 0
    @Derived({ (me: Owner) in "\(me.count)" }) var title: String
    @Derived(isDuplicate: ==, { (me: Owner) in me.count }) var tested: Int
  }
  let owner = Owner()
  var log: [String] = []
  let effect = Effect { log.append("double \(double.value)") }
  let nested = Effect { scope in
    let count = count.value
    scope.effect { log.append("count \(count)") }
  }
  let failing = Effect {
    _ = try thrown.get()
  } catch: { error in
    log.append("\(error)")
  }
  let scope = EffectScope(name: "scope")
  scope.run {
    _ = watch(of: first) { log.append("\($0) to \($1)") }
    onCleanup { log.append("end") }
  }
  first = 3
  batch { count.value = 2 }
  scope.cancel()
  withIsolatedRuntime(using: Runtime(scheduler: .manual)) {
    let waiting = Effect(name: "waiting") { log.append("count \(untracked { count.value }), \(owner.title)") }
    owner.count = 1
    Runtime.current.flush()
    log.append("\(waiting.cause)")
    log.append(Runtime.current.graph().description)
  }
  let subscription: Subscription = count.sink { log.append("sink \($0)") }
  count.update { $0 += 1 }
  subscription.cancel()
  for line in log { print(line) }
  withExtendedLifetime((objects, object, tested, effect, nested, failing)) {}
}

@available(macOS 13, *)
@MainActor
func useTasks() async throws {
  let clock = ManualClock()
  let text = AtomObject("wren")
  let birds = deriveAsync {
    text.value.isEmpty ? nil : text.value
  } answer: { text throws(Failed) in
    if text == "dodo" { throw Failed() }
    return ["\(text) one", "\(text) two"]
  }
  let count = deriveAsync(
    after: .seconds(1), clock: clock, start: .eager, onFailure: .retry(times: 1, after: .seconds(1)), name: "count"
  ) {
    text.value
  } answer: {
    $0.count
  }
  print(birds.value, count.isLoading)
  clock.advance(by: .seconds(1))
  print(try await birds.settled()?.last ?? "-", try await count.settled() ?? 0)
  text.value = "dodo"
  do { try await birds.settled() } catch { print(error) }
  birds.reload(showing: true)
  print(birds.last.value?.count ?? 0)
  text.value = ""
  print(birds.value)
}

struct Row: Identifiable, Equatable {
  var id: Int
  var price = 1
}

func useKeyed() {
  let rows = OpenKeyed([Row(id: 1), Row(id: 2)])
  let rate = AtomObject(2)
  let totals = rows.mapRows { $0.price * rate.value }
  let objects = rows.mapRows { _ in Object() }
  let scoped = rows.scopedMapRows { row, scope in
    scope.effect { print("row", row.id, rate.value) }
    return row.price
  }
  let looseScoped = rows.scopedMapRows { _, _ in Loose() }
  totals.observe { print("totals", $0) }
  scoped.observe { print("scoped", $0) }
  rows.update(1) { $0.price = 3 }
  rate.value = 4
  rows.remove(2)
  print(objects.count, looseScoped.count)
}
try use()
useKeyed()
if #available(macOS 13, *) { try await useTasks() }
withIsolatedRuntime { _ = Effect { print("isolated") } }
print("done")
