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

  @Test("an observer list and a subscription can be shown, as a failing expectation does")
  func mirrors() {
    let list = ObserverList<Int>()
    let subscription = list.add { _ in }
    #expect(Mirror(reflecting: list).children.map(\.label) == ["count"])
    #expect(Mirror(reflecting: subscription).children.map(\.label) == ["isCancelled"])
    #expect(String(reflecting: subscription).contains("isCancelled: false"))
  }
}
