import ReactiveCore
import Testing

@Suite("@Pub")
struct PubTests {
  private final class Plain {}
  private final class Card: Equatable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (a: Card, b: Card) -> Bool { a.number == b.number }
  }
  private struct Opaque { var number = 0 }

  private final class Model {
    @Pub var text = ""
    @Pub(name: "count") var count = 0
    @Pub(isDuplicate: { $0 / 10 == $1 / 10 }) var tens = 0
    @Pub var opaque = Opaque()
    @Pub var plain = Plain()
    @Pub var card = Card(0)
    @Pub var selection: Plain?
    @Pub var cardSelection: Card?
    @Pub var number: Int?
    @Pub var title: String
    init(title: String = "") { self.title = title }
  }

  private func notified<Value>(_ behavior: OpenBehavior<Value>, _ writes: Value...) -> Int {
    var count = 0
    let subscription = behavior.sink { _ in count += 1 }
    for write in writes { behavior <<= write }
    subscription.cancel()
    return count
  }

  @Test("reads and writes like a stored property, and through its projection")
  func readWrite() {
    let model = Model(title: "a")
    #expect(model.title == "a")
    #expect(model.number == nil)
    var log: [String] = []
    model.$text.observe { log.append($0) }
    model.text = "b"
    model.$text <<= "c"
    model.$text.value = "d"
    model.$text.update { $0 += "e" }
    model.text += "f"
    #expect(model.text == "def")
    #expect(log == ["", "b", "c", "d", "de", "def"])
  }

  @Test("$ is its behavior, the same at each use")
  func projection() {
    let model = Model()
    let projected: OpenBehavior<String> = model.$text
    #expect(projected === model.$text)
  }

  @Test("cuts duplicates as an OpenBehavior of its type does")
  func duplicates() {
    let model = Model()
    let (plain, card) = (Plain(), Card(0))
    #expect(notified(model.$text, "", "a", "a") == 1)
    #expect(notified(model.$count, 0, 1, 1) == 1)
    #expect(notified(model.$tens, 9, 10, 19, 20) == 2)
    #expect(notified(model.$opaque, Opaque(), Opaque()) == 2)
    #expect(notified(model.$plain, plain, plain, Plain()) == 2)
    #expect(notified(model.$card, card, Card(1), Card(1)) == 1)
    #expect(notified(model.$selection, nil, plain, plain, nil) == 2)
    #expect(notified(model.$cardSelection, nil, card, Card(0), nil) == 2)
    #expect(notified(model.$number, nil, 1, 1, nil) == 2)
  }

  @Test("an assignment to the property cuts duplicates too")
  func assignment() {
    let model = Model()
    var notified = 0
    model.$count.sink { _ in notified += 1 }
    model.count = 0
    #expect(notified == 0)
    model.count = 1
    model.count = 1
    #expect(notified == 1)
  }

  @Test("stands on a behavior that exists already")
  func existingBehavior() {
    final class View {
      @Pub var name: String
      init(_ name: OpenBehavior<String>) { _name = Pub(projectedValue: name) }
    }
    let name = OpenBehavior("Alice")
    let view = View(name)
    view.name = "Bob"
    #expect(name.value == "Bob")
    #expect(view.$name === name)
  }

  @Test("works as a local variable")
  func local() {
    @Pub var count = 1
    var log: [Int] = []
    $count.sink { log.append($0) }
    count = 2
    $count <<= 3
    #expect(log == [2, 3])
  }

  @Test("messages call it by its name, or by the file and line of its declaration")
  func label() {
    final class Named {
      @Pub(name: "total") var total = 0
      static let line = UInt(#line + 1)
      @Pub var count = 0
    }
    let named = Named()
    #expect(named.$total.label == "total")
    #expect(named.$count.label == "\(#fileID):\(Named.line)")
  }
}
