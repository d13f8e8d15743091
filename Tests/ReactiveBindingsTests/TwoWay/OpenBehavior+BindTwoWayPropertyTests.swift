// Tests: OpenBehavior+BindTwoWayProperty, PropertySide

import ReactiveBindings
import Testing

@Suite("Two-way bindings of a behavior and a property")
struct BindTwoWayPropertyTests {
  enum Way: CaseIterable {
    case event, callback
    func source<Value>(_: Value.Type) -> ChangeSource<PlainField<Value>, Value> {
      switch self {
      case .event: return .event(\.edited)
      case .callback: return .callback(\.onEdit)
      }
    }
  }

  @Test("the property gets the value at first; later either follows the other", arguments: Way.allCases)
  func equal(way: Way) {
    let field = PlainField("")
    let name = OpenBehavior("Ada")
    let subscription = name.bindTwoWay(to: \.value, on: field, changes: way.source(String.self))
    #expect(field.value == "Ada")
    field.edit("Grace")
    #expect(name.value == "Grace")
    name.value = "Edsger"
    #expect(field.value == "Edsger")
    #expect(field.writes == ["Ada", "Edsger"])
    subscription.cancel()
    #expect(subscription.isCancelled)
    field.edit("x")
    #expect(name.value == "Edsger")
    name.value = "y"
    #expect(field.value == "x")
  }

  @Test("values are compared where their type is Equatable, also where generic code binds that does not know it")
  func generic() {
    func writes<Value>(of value: Value) -> Int {
      let field = PlainField<Value?>(value)
      let source = OpenBehavior<Value?>(value)
      source.bindTwoWay(to: \.value, on: field, changes: .event(\.edited))
      return field.writes.count
    }
    #expect(writes(of: "Ada") == 0)
    #expect(writes(of: [1: "Ada"]) == 0)
    #expect(writes(of: Opaque(1)) == 1)
  }

  @Test("by an event of the field, with any payload")
  func event() {
    final class Field {
      var text = ""
      let changed = Event<String>()
    }
    let field = Field()
    let name = OpenBehavior("Ada")
    name.bindTwoWay(to: \.text, on: field, changes: .event(field.changed))
    field.text = "Grace"
    field.changed.trigger("whatever")
    #expect(name.value == "Grace")
  }

  @Test(
    "a property that has the value is not written, and one that announces it again changes nothing",
    arguments: Way.allCases)
  func unchanged(way: Way) {
    let field = PlainField("Ada")
    let name = chatty("Ada")
    var notified: [String] = []
    name.sink { notified.append($0) }
    name.bindTwoWay(to: \.value, on: field, changes: way.source(String.self))
    #expect(field.writes.isEmpty)
    name.value = "Ada"
    #expect(field.writes.isEmpty)
    field.announce()
    #expect(notified == ["Ada"])
    field.edit("Grace")
    #expect(field.writes.isEmpty)
    #expect(notified == ["Ada", "Grace"])
  }

  @Test("a setter that announces what is written sets off nothing", arguments: Way.allCases)
  func announcingSetter(way: Way) {
    let field = PlainField("")
    field.announcesWrites = true
    let name = chatty("Ada")
    var notified: [String] = []
    name.sink { notified.append($0) }
    name.bindTwoWay(to: \.value, on: field, changes: way.source(String.self))
    name.value = "Grace"
    #expect(field.writes == ["Ada", "Grace"])
    #expect(notified == ["Grace"])
    batch { name.value = "Edsger" }
    #expect(field.writes == ["Ada", "Grace", "Edsger"])
    #expect(notified == ["Grace", "Edsger"])
  }

  @Test("a setter that makes something else of a value and announces it is the newer side", arguments: Way.allCases)
  func clampingAnnounced(way: Way) {
    let field = PlainField(0)
    field.announcesWrites = true
    field.accept = { min($0, 10) }
    let number = OpenBehavior(5)
    var notified: [Int] = []
    number.bindTwoWay(to: \.value, on: field, changes: way.source(Int.self))
    number.sink { notified.append($0) }
    number.value = 50
    #expect(number.value == 10 && field.value == 10)
    #expect(field.writes == [5, 50])
    #expect(notified == [50, 10])
  }

  @Test("one that keeps it quiet is left alone until it is edited", arguments: Way.allCases)
  func clampingQuietly(way: Way) {
    let field = PlainField(0)
    field.accept = { min($0, 10) }
    let number = OpenBehavior(50)
    number.bindTwoWay(to: \.value, on: field, changes: way.source(Int.self))
    #expect(number.value == 50 && field.value == 10)
    number.value = 60
    #expect(number.value == 60 && field.value == 10)
    field.edit(10)
    #expect(number.value == 10)
    field.edit(60)
    #expect(number.value == 60)
  }

  @Test("a setter that throws the value away and announces that wins", arguments: Way.allCases)
  func throwingAwayAnnounced(way: Way) {
    let field = PlainField(1)
    field.announcesWrites = true
    field.accept = { _ in 1 }
    let number = OpenBehavior(5)
    number.bindTwoWay(to: \.value, on: field, changes: way.source(Int.self))
    #expect(number.value == 1 && field.value == 1)
    number.value = 6
    #expect(number.value == 1 && field.value == 1)
    #expect(field.writes == [5, 6])
  }

  @Test(
    "values that cannot be compared: an announcement is a change, an echo is none", arguments: Way.allCases,
    [true, false])
  func opaque(way: Way, announces: Bool) {
    let field = PlainField(Opaque(0))
    field.announcesWrites = announces
    let value = OpenBehavior(Opaque(1))
    var notified: [Int] = []
    value.bindTwoWay(to: \.value, on: field, changes: way.source(Opaque.self))
    value.sink { notified.append($0.number) }
    value.value = Opaque(2)
    #expect(field.writes.map(\.number) == [1, 2])
    #expect(notified == [2])
    field.edit(Opaque(3))
    #expect(notified == [2, 3])
    field.announce()
    #expect(notified == [2, 3, 3])
    #expect(field.writes.map(\.number) == [1, 2])
  }

  @Test("in a batch, the last of write and announcement wins")
  func batches() {
    let field = PlainField("")
    let name = OpenBehavior("Ada")
    name.bindTwoWay(to: \.value, on: field, changes: Way.callback.source(String.self))
    batch {
      name.value = "first"
      field.edit("second")
    }
    #expect(name.value == "second" && field.value == "second")
    batch {
      field.edit("third")
      name.value = "fourth"
    }
    #expect(name.value == "fourth" && field.value == "fourth")
  }

  @Test("converted both ways; a text that is being edited is left as it is", arguments: Way.allCases)
  func converting(way: Way) {
    let field = PlainField("")
    let age = OpenBehavior(36)
    var runs: [String] = []
    age.bindTwoWay(
      to: \.value, on: field, changes: way.source(String.self),
      converting: Conversion(
        forward: {
          runs.append("forward")
          return String($0)
        },
        back: {
          runs.append("back")
          return Int($0) ?? 0
        }))
    field.edit("007")
    #expect(age.value == 7 && field.value == "007")
    #expect(field.writes == ["36"])
    #expect(runs == ["forward", "back"])
  }

  @Test(
    "a text that cannot be converted goes nowhere, is reported once, and either side can go on", arguments: Way.allCases
  )
  func failing(way: Way) {
    struct NoNumber: Error { let text: String }
    let field = PlainField("")
    let age = OpenBehavior(36)
    let errors = Event<NoNumber>()
    var failures: [String] = []
    errors.sink { failures.append($0.text) }
    age.bindTwoWay(
      to: \.value, on: field, changes: way.source(String.self),
      converting: Conversion(
        forward: { String($0) },
        back: { text throws(NoNumber) in
          guard let number = Int(text) else { throw NoNumber(text: text) }
          return number
        }),
      errors: errors)
    field.edit("many")
    field.announce()
    #expect(age.value == 36 && field.value == "many" && failures == ["many"])
    field.edit("37")
    #expect(age.value == 37)
    field.edit("few")
    age.value = 38
    #expect(field.value == "38" && failures == ["many", "few"])
  }

  @Test("an optional property, and one that is computed")
  func kindsOfProperties() {
    final class Field {
      var text: String? = "x"
      var count: Int {
        get { text?.count ?? 0 }
        set { text = String(repeating: "#", count: newValue) }
      }
      let edited = Event<Void>()
    }
    let field = Field()
    let text = OpenBehavior<String?>(nil)
    let count = OpenBehavior(3)
    text.bindTwoWay(to: \.text, on: field, changes: .event(field.edited))
    #expect(field.text == nil)
    count.bindTwoWay(to: \.count, on: field, changes: .event(field.edited))
    #expect(field.text == "###")
    field.edited.trigger()
    #expect(text.value == "###")
    field.text = "##"
    field.edited.trigger()
    #expect(text.value == "##" && count.value == 2)
  }
}
