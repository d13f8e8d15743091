import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Behavior.flatMap")
struct BehaviorFlatMapTests {
  private final class User {
    let name: OpenBehavior<String>
    @Property var age = 0
    init(_ name: String) { self.name = OpenBehavior(name) }
  }

  @Test("follows the inner behavior of whatever the outer one points at")
  func follows() {
    let ada = User("Ada")
    let grace = User("Grace")
    let user = OpenBehavior(ada)
    var selected = 0
    let name = user.flatMap { user in
      selected += 1
      return user.name
    }
    var log: [String] = []
    name.sink { log.append($0) }
    ada.name.value = "Augusta"
    user.value = grace
    ada.name.value = "A"
    grace.name.value = "Amazing"
    #expect(log == ["Augusta", "Grace", "Amazing"])
    #expect(selected == 2)
    #expect(ada.name.subs == nil)
  }

  @Test("by key path, also of a property wrapper")
  func keyPath() {
    let ada = User("Ada")
    let user = OpenBehavior(ada)
    let path: KeyPath<User, OpenBehavior<String>> = \.name
    let name = user.flatMap(\.name)
    let kept = user.flatMap(path)
    let age = user.flatMap(\.$age)
    ada.age = 36
    #expect(name.value == "Ada")
    #expect(kept.value == "Ada")
    #expect(age.value == 36)
  }

  @Test("outer and inner in one batch are one change")
  func oneChange() {
    let ada = User("Ada")
    let grace = User("Grace")
    let user = OpenBehavior(ada)
    let name = user.flatMap(\.name)
    var log: [String] = []
    name.sink { log.append($0) }
    batch {
      ada.name.value = "A"
      user.value = grace
      grace.name.value = "G"
    }
    #expect(log == ["G"])
    batch {
      user.value = ada
      #expect(name.value == "A")
      user.value = grace
    }
    #expect(log == ["G"])
  }

  @Test("an inner behavior that the selector makes is kept, and made once for each outer value")
  func madeInPlace() {
    let live = LiveCount()
    let source = OpenBehavior(1)
    let factor = OpenBehavior(10)
    var made = 0
    let product = factor.flatMap { factor -> Behavior<Int> in
      made += 1
      let tracked = live.make()
      return source.scan(0) { total, value in
        tracked.touch()
        return total + value * factor
      }
    }
    var log: [Int] = []
    product.sink { log.append($0) }
    source.value = 2
    source.value = 3
    factor.value = 100
    source.value = 4
    #expect(log == [20, 50, 0, 400])
    #expect(made == 2)
    #expect(live.alive == 1)
  }

  @Test("10,000 changes of the outer value leave the old inner ones without a dependent")
  func repointing() {
    let users = (0..<100).map { User("\($0)") }
    let user = OpenBehavior(users[0])
    let name = user.flatMap(\.name)
    name.sink { _ in }
    for step in 1...10_000 { user.value = users[step % 100] }
    #expect(users.filter { $0.name.hasDependents }.count == 1)
  }

  @Test("what the selector reads is not followed")
  func declaredOnly() {
    let ada = User("Ada")
    let grace = User("Grace")
    let user = OpenBehavior(ada)
    let usesGrace = OpenBehavior(false)
    let name = user.flatMap { usesGrace.value ? grace.name : $0.name }
    #expect(name.value == "Ada")
    usesGrace.value = true
    #expect(name.value == "Ada")
  }

  @Test("of inner values that cannot be compared, each change is delivered, by closure and by key path")
  func loose() {
    struct Loose { var number: Int }
    struct Row { let inner: OpenBehavior<Loose> }
    let inner = OpenBehavior(Loose(number: 1))
    let row = OpenBehavior(Row(inner: inner))
    var log: [String] = []
    let byClosure = row.flatMap { $0.inner }
    let byPath = row.flatMap(\.inner)
    byClosure.sink { log.append("closure \($0.number)") }
    byPath.sink { log.append("path \($0.number)") }
    inner.value = Loose(number: 1)
    #expect(log == ["closure 1", "path 1"])
    row.value = Row(inner: OpenBehavior(Loose(number: 2)))
    #expect(log == ["closure 1", "path 1", "closure 2", "path 2"])
    inner.value = Loose(number: 3)
    #expect(log.count == 4)
    withExtendedLifetime((byClosure, byPath)) {}
  }
}
