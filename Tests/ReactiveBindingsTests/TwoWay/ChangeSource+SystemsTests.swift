#if canImport(Observation)
import Observation
import ReactiveBindings
import Testing

@Suite("Two-way bindings with @Observable objects")
@MainActor
struct ChangeSourceSystemsTests {
  @Observable
  @MainActor
  final class Person {
    var name = ""
    var writes = 0
    var trimmed: String {
      get { name }
      set { name = String(newValue.drop { $0 == " " }) }
    }
  }

  @Test("The behavior wins at first; a batch that writes the object is carried over at its end")
  func batchCarries() {
    let person = Person()
    let name = OpenBehavior("Ada")
    name.bindTwoWay(to: \.name, on: person, changes: .observation())
    #expect(person.name == "Ada")
    batch { person.name = "Grace" }
    #expect(name.value == "Grace")
    name.value = "Barbara"
    #expect(person.name == "Barbara")
  }

  @Test("Outside of a batch the behavior follows in a later turn of the actor")
  func laterTurn() async {
    let person = Person()
    let name = OpenBehavior("Ada")
    name.bindTwoWay(to: \.name, on: person, changes: .observation())
    var values = name.values.makeAsyncIterator()
    #expect(await values.next() == "Ada")
    person.name = "Grace"
    #expect(name.value == "Ada")
    #expect(await values.next() == "Grace")
  }

  @Test("Which side wrote last is decided by the time of the change, not of its announcement")
  func newerSideWins() async {
    let person = Person()
    let name = OpenBehavior("Ada")
    name.bindTwoWay(to: \.name, on: person, changes: .observation())
    person.name = "older"
    name.value = "newer"
    #expect(person.name == "newer")
    let other = OpenBehavior(0)
    batch { other.value = 1 }
    for _ in 0..<10 { await Task.yield() }
    #expect(name.value == "newer")
    #expect(person.name == "newer")
    batch {
      name.value = "older"
      person.name = "newest"
    }
    #expect(name.value == "newest")
    #expect(person.name == "newest")
  }

  @Test("A property that makes something else of the value is the newer side")
  func settersThatChange() {
    let person = Person()
    let name = OpenBehavior("  Ada")
    batch {
      name.bindTwoWay(to: \.trimmed, on: person, changes: .observation())
    }
    #expect(person.name == "Ada")
    batch { name.value = "  Grace" }
    #expect(person.name == "Grace")
  }

  @Test("A binding to an object ends with it, and leaves nothing behind")
  func lifetime() {
    let name = OpenBehavior("Ada")
    weak var gone: Person?
    var subscription: Subscription?
    do {
      let person = Person()
      gone = person
      subscription = name.bindTwoWay(to: \.name, on: person, changes: .observation())
    }
    #expect(gone == nil)
    #expect(subscription?.isCancelled == true)
    name.value = "Grace"
  }
}
#endif
