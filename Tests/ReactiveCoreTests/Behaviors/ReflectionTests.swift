import ReactiveCore
import Testing

@Suite("Reflection")
struct ReflectionTests {
  private final class Model {
    @Property(name: "count") var count = 1
    @Pub(name: "text") var text = "a"
    @Signal(name: "done") var done: Accepts<Int>
  }

  @Test("dump shows labels and values, also of what is observed")
  func dumpsWhatIsObserved() {
    let model = Model()
    let bag = SubscriptionBag()
    model.$count.sink { _ in }.store(in: bag)
    model.$text.observe(with: model) { _, _ in }
    let subscription = model.$done.sink { _ in }
    var text = ""
    dump(model, to: &text)
    dump(bag, to: &text)
    dump(subscription, to: &text)
    for part in [
      #"label: "count""#, "value: 1", #"value: "a""#, #"label: "done""#, "observers: 1", "isCancelled: false",
    ] {
      #expect(text.contains(part))
    }
    #expect(!text.contains("handler"))
  }

  @Test("an object is shown as one of its own class, not of the class that the extension belongs to")
  func classes() {
    var text = ""
    print(Event<Int>(), terminator: "", to: &text)
    #expect(text.hasSuffix("Event<Swift.Int>"))
    #expect("\(Mirror(reflecting: Event<Int>()).subjectType)" == "Event<Int>")
    #expect("\(Mirror(reflecting: OpenBehavior(1)).subjectType)" == "OpenBehavior<Int>")
    #expect(Mirror(reflecting: OpenBehavior(1)).superclassMirror == nil)
  }

  private struct Row: Identifiable, Equatable { var id: Int, name: String }

  @Test("a collection is described by its rows in order, without tracking")
  func collections() {
    let rows = OpenKeyed([Row(id: 1, name: "milk"), Row(id: 2, name: "tea")])
    rows.move(2, before: 1)
    #expect("\(rows)" == "\(rows.peek())")
    var runs = 0
    let text = ComputedBehavior {
      runs += 1
      return "\(rows)"
    }
    #expect(text.value.contains("tea"))
    rows.update(2) { $0.name = "salt" }
    #expect(text.value.contains("tea") && runs == 1)
    // The row that is updated is the old one until the end.
    rows.update(2) { row in
      row.name = "rice"
      #expect("\(rows)".contains("salt"))
    }
    #expect("\(rows)".contains("rice"))
    #expect("\(OpenKeyed<Row>())" == "[]")
  }

  @Test("dump shows the label and the rows of a collection, and not how it stores them")
  func dumpsCollections() {
    let rows = OpenKeyed([Row(id: 1, name: "milk"), Row(id: 2, name: "tea")], name: "rows")
    var text = ""
    dump(rows, to: &text)
    for part in [#"label: "rows""#, "value: 2 elements", #"name: "milk""#] { #expect(text.contains(part)) }
    #expect(!text.contains("slots") && !text.contains("table"))
    let mirror = Mirror(reflecting: rows)
    #expect("\(mirror.subjectType)" == "OpenKeyedRows<Int, Row>" && mirror.superclassMirror == nil)
    rows.remove(1)
    let children = Mirror(reflecting: rows).children.map { "\($0.label!): \($0.value)" }
    #expect(children == ["label: rows", "value: \(rows.value)"])
  }

  @Test("an observer list and a subscription can be shown, as a failing expectation does")
  func mirrors() {
    let list = ObserverList<Int>()
    let subscription = list.add { _ in }
    #expect(Mirror(reflecting: list).children.map(\.label) == ["count"])
    #expect(Mirror(reflecting: subscription).children.map(\.label) == ["isCancelled"])
    #expect(String(reflecting: subscription).contains("isCancelled: false"))
  }
}
