// Tests: MultilevelProperty, MultilevelOptionalProperty

import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Multilevel properties")
struct MultilevelPropertyTests {
  private final class Person {
    let name: StoredProperty<String>
    init(_ name: String) { self.name = StoredProperty(name) }
  }
  private struct Wrapper {
    let person: Person
  }

  @Test("follows the outer property and the inner one, by closure and by key path")
  func follows() {
    let ada = Person("Ada")
    let grace = Person("Grace")
    let chosen = StoredProperty(Wrapper(person: ada))
    let byClosure = MultilevelProperty(parentProperty: chosen) { $0.person.name }
    let byKeyPath = MultilevelProperty(parentProperty: chosen, childKeyPath: \.person.name)
    var notified: [String] = []
    byClosure.sink { notified.append($0) }
    byKeyPath.sink { notified.append("\($0)!") }
    ada.name.value = "Augusta"
    chosen.value = Wrapper(person: grace)
    ada.name.value = "Ada"
    grace.name.value = "Hopper"
    #expect(notified == ["Augusta", "Augusta!", "Grace", "Grace!", "Hopper", "Hopper!"])
  }

  @Test("both levels changed in one batch are one change; another object with an equal value is none")
  func batched() {
    let ada = Person("Ada")
    let grace = Person("Grace")
    let chosen = StoredProperty(ada)
    var selections = 0
    let name = MultilevelProperty(parentProperty: chosen) { person in
      selections += 1
      return person.name
    }
    var notified: [String] = []
    name.sink { notified.append($0) }
    batch {
      ada.name.value = "x"
      chosen.value = grace
      grace.name.value = "y"
    }
    #expect(notified == ["y"] && selections == 2)
    chosen.value = Person("y")
    #expect(notified == ["y"])
  }

  @Test("what the selector reads is not followed")
  func selectorIsClosed() {
    let index = StoredProperty(0)
    let names = [StoredProperty("a"), StoredProperty("b")]
    let tick = StoredProperty(0)
    let name = MultilevelProperty(parentProperty: tick) { _ in names[index.value] }
    #expect(name.value == "a")
    index.value = 1
    #expect(name.value == "a" && index.dependentCount == 0)
    tick.value = 1
    #expect(name.value == "b")
    #expect(names[0].dependentCount == 0 && names[1].dependentCount == 1)
  }

  @Test("an inner property that is not kept otherwise is followed all the same")
  func temporaryChild() {
    let ada = Person("Ada")
    let chosen = StoredProperty(ada)
    let length = MultilevelProperty(parentProperty: chosen) { person in DerivedProperty(person.name) { $0.count } }
    var notified: [Int] = []
    length.observe { notified.append($0) }
    ada.name.value = "Augusta"
    ada.name.value = "Charles"
    ada.name.value = "B"
    #expect(notified == [3, 7, 1])
  }

  @Test("re-pointing 10,000 times leaves the old inner properties without a link, and with no memory of them")
  func repointing() {
    let live = LiveCount()
    final class Node {
      let value = StoredProperty(0)
      let tracked: Tracked
      init(_ live: LiveCount) { tracked = live.make() }
    }
    let chosen = StoredProperty(Node(live))
    let value = MultilevelProperty(parentProperty: chosen, childKeyPath: \.value)
    let optional = StoredProperty<Node?>(nil)
    let optionalValue = MultilevelOptionalProperty(parentProperty: optional, childKeyPath: \.value)
    value.sink { _ in }
    optionalValue.sink { _ in }
    let old = chosen.value
    let fixed = Node(live)
    for turn in 0..<10_000 {
      chosen.value = Node(live)
      optional.value = turn % 3 == 0 ? nil : fixed
    }
    #expect(old.value.dependentCount == 0)
    #expect(chosen.value.value.dependentCount == 1)
    #expect(fixed.value.dependentCount == (9_999 % 3 == 0 ? 0 : 1))
    #expect(live.alive == 3)
  }

  @Test("the optional form is nil where there is no object, by closure and by key path")
  func optional() {
    let chosen = StoredProperty<Person?>(nil)
    let byClosure = MultilevelOptionalProperty(parentProperty: chosen) { $0?.name }
    let byKeyPath = MultilevelOptionalProperty(parentProperty: chosen, childKeyPath: \.name)
    var notified: [String?] = []
    byClosure.observe { notified.append($0) }
    byKeyPath.observe { notified.append($0.map { "\($0)!" }) }
    #expect(notified == [nil, nil])
    let ada = Person("Ada")
    chosen.value = ada
    ada.name.value = "Augusta"
    chosen.value = nil
    chosen.value = nil
    ada.name.value = "nobody sees this"
    #expect(notified == [nil, nil, "Ada", "Ada!", "Augusta", "Augusta!", nil, nil])
  }

  @Test("the optional form with a test of one's own, and with objects as values")
  func optionalTests() {
    final class Object {}
    final class Holder { let object = StoredProperty(Object()) }
    let holder = StoredProperty<Holder?>(Holder())
    let object = MultilevelOptionalProperty(parentProperty: holder, childKeyPath: \.object)
    let coarse = MultilevelOptionalProperty(
      parentProperty: holder, childKeyPath: \.object, isDuplicate: { ($0 == nil) == ($1 == nil) })
    var notified: [String] = []
    object.sink { _ in notified.append("object") }
    coarse.sink { _ in notified.append("coarse") }
    holder.value?.object.value = Object()
    holder.value = nil
    holder.value = nil
    #expect(notified == ["object", "object", "coarse"])
  }

  private struct Loose { var number: Int }
  private final class Holder {
    let value: StoredProperty<Loose>
    init(_ number: Int) { value = StoredProperty(Loose(number: number)) }
  }

  @Test("values that cannot be compared are delivered each time, others by a test of one's own")
  func kinds() {
    let chosen = StoredProperty(Holder(1))
    func agree(_ old: Loose, _ new: Loose) -> Bool { old.number == new.number }
    let all = [
      MultilevelProperty(parentProperty: chosen) { $0.value },
      MultilevelProperty(parentProperty: chosen, childKeyPath: \.value),
      MultilevelProperty(parentProperty: chosen, childSelector: { $0.value }, isDuplicate: agree),
      MultilevelProperty(parentProperty: chosen, childKeyPath: \.value, isDuplicate: agree),
    ]
    var notified = [0, 0, 0, 0]
    for (index, property) in all.enumerated() { property.sink { _ in notified[index] += 1 } }
    chosen.value = Holder(1)
    chosen.value.value.value = Loose(number: 1)
    #expect(notified == [2, 2, 0, 0])
    chosen.value.value.value = Loose(number: 2)
    #expect(notified == [3, 3, 1, 1])
    #expect(all.map(\.value.number) == [2, 2, 2, 2])
  }

  @Test("values that cannot be compared, of a child that is there at times")
  func optionalKinds() {
    let chosen = StoredProperty<Holder?>(nil)
    func agree(_ old: Loose?, _ new: Loose?) -> Bool { old?.number == new?.number }
    let all = [
      MultilevelOptionalProperty(parentProperty: chosen) { $0?.value },
      MultilevelOptionalProperty(parentProperty: chosen, childKeyPath: \.value),
      MultilevelOptionalProperty(parentProperty: chosen, childSelector: { $0?.value }, isDuplicate: agree),
      MultilevelOptionalProperty(parentProperty: chosen, childKeyPath: \.value, isDuplicate: agree),
    ]
    var notified = [0, 0, 0, 0]
    for (index, property) in all.enumerated() { property.sink { _ in notified[index] += 1 } }
    chosen.value = Holder(1)
    #expect(notified == [1, 1, 1, 1])
    chosen.value = Holder(1)
    #expect(notified == [2, 2, 1, 1])
    chosen.value = nil
    #expect(notified == [3, 3, 2, 2])
    #expect(all.allSatisfy { $0.value == nil })
  }
}
