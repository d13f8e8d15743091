#if canImport(Observation)
import Observation
import ReactiveBindings
import Testing

@Suite("The order of writes in two-way bindings with @Observable objects")
@MainActor
struct ChangeSourceObservationTests {
  @Observable
  @MainActor
  final class Card {
    var name = ""
    var item = Opaque(0)
  }

  @Test("several changes of both sides before the first is delivered: the last one wins")
  func severalChanges() async {
    let card = Card()
    let name = OpenBehavior("Ada")
    name.bindTwoWay(to: \.name, on: card, changes: .observation())
    card.name = "x"
    name.value = "y"
    card.name = "z"
    await turns()
    #expect(name.value == "z" && card.name == "z")
    card.name = "1"
    card.name = "2"
    name.value = "3"
    await turns()
    #expect(name.value == "3" && card.name == "3")
  }

  @Test("the same in a batch, settled at its end")
  func severalChangesInBatch() async {
    let card = Card()
    let name = OpenBehavior("Ada")
    name.bindTwoWay(to: \.name, on: card, changes: .observation())
    batch {
      card.name = "x"
      name.value = "y"
      card.name = "z"
    }
    #expect(name.value == "z" && card.name == "z")
    batch {
      card.name = "1"
      card.name = "2"
      name.value = "3"
    }
    #expect(name.value == "3" && card.name == "3")
    await turns()
    #expect(name.value == "3" && card.name == "3")
  }

  @Test("law 3: an observer that writes the object and then the behavior: the behavior is newer")
  func observerWritesBoth() {
    let card = Card()
    let name = OpenBehavior("Ada")
    name.bindTwoWay(to: \.name, on: card, changes: .observation())
    name.sink { [unowned name] in
      guard $0 == "y" else { return }
      card.name = "z"
      name.value = "w"
    }
    name.value = "y"
    #expect(name.value == "w" && card.name == "w")
  }

  @Test("an observer that corrects the object after the binding's write, of values that cannot be compared")
  func observerCorrects() async {
    let card = Card()
    let item = OpenBehavior(Opaque(1))
    item.bindTwoWay(to: \.item, on: card, changes: .observation())
    item.sink { if $0.number == 2 { card.item = Opaque(3) } }
    item.value = Opaque(2)
    await turns()
    #expect(item.value.number == 3 && card.item.number == 3)
  }

  @Test("a change right after a write of the binding is no echo of it")
  func changeAfterWrite() async {
    let card = Card()
    let item = OpenBehavior(Opaque(1))
    item.bindTwoWay(to: \.item, on: card, changes: .observation())
    item.value = Opaque(2)
    card.item = Opaque(3)
    await turns()
    #expect(item.value.number == 3 && card.item.number == 3)
  }

  @Test("a change right after the binding was made, in a batch and in a delivery")
  func changeAfterBinding() async {
    let card = Card()
    let name = OpenBehavior("Ada")
    batch {
      name.bindTwoWay(to: \.name, on: card, changes: .observation())
      card.name = "z"
    }
    await turns()
    #expect(name.value == "z" && card.name == "z")

    let item = OpenBehavior(Opaque(1))
    let begin = Event<Void>()
    begin.sink {
      item.bindTwoWay(to: \.item, on: card, changes: .observation())
      card.item = Opaque(3)
    }
    begin.trigger()
    await turns()
    #expect(item.value.number == 3 && card.item.number == 3)
  }

  // MARK: Elsewhere

  private actor Owner {
    private let person = Person()
    private let name = OpenBehavior("Ada")
    init() {}

    func bind() { name.bindTwoWay(to: \.name, on: person, changes: .observation()) }
    /// Makes changes, and returns both values once they have the expected one.
    func change(_ changes: @Sendable (OpenBehavior<String>, Person) -> Void, to expected: String) async -> [String] {
      changes(name, person)
      await untilTrue { name.value == expected && person.name == expected }
      return [name.value, person.name]
    }
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("on an actor of its own, too, the last change wins in the end, but in a batch the behavior")
  func onActor() async {
    let owner = Owner()
    await owner.bind()
    let objectLast = await owner.change({ name, person in (name.value, person.name) = ("c", "d") }, to: "d")
    #expect(objectLast == ["d", "d"])
    let behaviorLast = await owner.change({ name, person in (person.name, name.value) = ("e", "f") }, to: "f")
    #expect(behaviorLast == ["f", "f"])
    let several = await owner.change(
      { name, person in
        person.name = "g"
        name.value = "h"
        person.name = "i"
      }, to: "i")
    #expect(several == ["i", "i"])
    // The object's change is not yet observed when the batch ends.
    let inBatch = await owner.change({ name, person in batch { (name.value, person.name) = ("a", "b") } }, to: "a")
    #expect(inBatch == ["a", "a"])
  }

  @Test("outside of any actor, a batch is carried over at its end, and what is not in one with the next announcement")
  nonisolated func alone() {
    let person = Loner()
    let name = OpenBehavior("Ada")
    name.bindTwoWay(to: \.name, on: person, changes: .observation())
    name.value = "Grace"
    #expect(person.name == "Grace")
    batch { person.name = "Barbara" }
    #expect(name.value == "Barbara")
    name.value = "Alan"
    #expect(person.name == "Alan")
  }

  @Test("outside of any actor, an object that may be written elsewhere is refused")
  nonisolated func refused() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      bindOutsideOfActors()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("ChangeSource.observation() follows") && message.contains("outside of any actor"))
  }
  #endif
}

private func bindOutsideOfActors() {
  let theme = OpenBehavior(0)
  theme.bindTwoWay(to: \.theme, on: SharedSettings(), changes: .observation())
}

@Observable
private final class Loner {
  var name = ""
}
#endif
