import ReactiveBindings
import ReactiveTestSupport
import Testing

@Suite("A block of bindings")
struct BindTests {
  final class View: BindingTarget {
    var text = ""
    var title: String?
    var isHidden = false
    var opaque = Opaque(0)
    var maybe: Opaque?
    var numbers: [Int] = [0, 0, 0]
  }

  @Test("binds many key paths; one subscription ends all")
  func many() {
    let view = View()
    let title = OpenBehavior("Home")
    let isHidden = OpenBehavior(true)
    let opaque = OpenBehavior(Opaque(3))
    let subscription = bind(view) {
      \.text <- title
      \.title <- title
      \.isHidden <- isHidden
      \.opaque <- opaque
      \.maybe <- opaque
    }
    #expect(view.text == "Home" && view.title == "Home" && view.isHidden)
    #expect(view.opaque.number == 3 && view.maybe?.number == 3)
    title.value = "Settings"
    isHidden.value = false
    opaque.value = Opaque(4)
    #expect(view.text == "Settings" && view.title == "Settings" && !view.isHidden)
    #expect(view.opaque.number == 4 && view.maybe?.number == 4)
    #expect(!subscription.isCancelled)
    subscription.cancel()
    #expect(subscription.isCancelled)
    title.value = "About"
    isHidden.value = true
    opaque.value = Opaque(5)
    #expect(view.text == "Settings" && view.title == "Settings" && !view.isHidden)
    #expect(view.opaque.number == 4 && view.maybe?.number == 4)
  }

  @Test("is a method of a class that says so")
  func method() {
    let view = View()
    let title = OpenBehavior("Home")
    let subscription = view.bind {
      \.text <- title
      \.isHidden <- OpenBehavior(true)
    }
    #expect(view.text == "Home" && view.isHidden)
    subscription.cancel()
    title.value = "Settings"
    #expect(view.text == "Home")
  }

  @Test("event streams, to the type of the payload and to its optional")
  func events() {
    let view = View()
    let messages = Event<String>()
    _ = view.bind {
      \.text <- messages
      \.title <- messages
    }
    #expect(view.title == nil)
    messages.trigger("Saved")
    #expect(view.text == "Saved" && view.title == "Saved")
  }

  @Test("if, if-else, switch, for and lists, nested, decided once", arguments: [0, 1, 2])
  func control(kind: Int) {
    let view = View()
    let first = OpenBehavior("first")
    let second = OpenBehavior("second")
    let numbers = (1...3).map { OpenBehavior($0) }
    let list: [PropertyBinding<View>] = [\.isHidden <- OpenBehavior(true)]
    let subscription = bind(view) {
      if kind == 0 {
        \.text <- first
      } else {
        \.text <- second
        if kind == 2 { \.title <- second }
      }
      switch kind {
      case 1: \.title <- first
      default: list
      }
      for index in 0..<3 {
        \.numbers[index] <- numbers[index]
      }
    }
    #expect(view.text == (kind == 0 ? "first" : "second"))
    #expect(view.title == [nil, "first", "second"][kind])
    #expect(view.isHidden == (kind != 1))
    #expect(view.numbers == [1, 2, 3])
    numbers[1].value = 20
    #expect(view.numbers == [1, 20, 3])
    subscription.cancel()
    for number in numbers { number.value = 0 }
    first.value = "other"
    second.value = "other"
    #expect(view.numbers == [1, 20, 3] && view.text != "other" && view.title != "other")
  }

  @Test("a function with the builder gives a list that can be bound to several objects")
  func function() {
    let title = OpenBehavior("Home")
    @BindingBuilder<View>
    func bindings() -> [PropertyBinding<View>] {
      \.text <- title
      \.title <- title
    }
    let views = [View(), View()]
    for view in views { _ = view.bind { bindings() } }
    title.value = "Settings"
    #expect(views.map(\.text) == ["Settings", "Settings"])
    #expect(views.map(\.title) == ["Settings", "Settings"])
  }

  @Test("an empty block binds nothing, and has ended")
  func empty() {
    #expect(bind(View()) {}.isCancelled)
    #expect(View().bind { if false { \.text <- OpenBehavior("") } }.isCancelled)
  }

  @Test("the lines are bound in the order of writing")
  func order() {
    let target = WrittenTarget(0)
    let first = OpenBehavior(1)
    let second = OpenBehavior(2)
    _ = bind(target) {
      \.value <- second
      \.value <- first
    }
    #expect(target.writes == [2, 1])
  }

  @Test("holds the object weakly")
  func lifetime() {
    let title = OpenBehavior("Home")
    var view: View? = View()
    @Weak var weakView = view
    let subscription = bind(view!) {
      \.text <- title
      \.title <- title
    }
    view = nil
    #expect(weakView == nil)
    #expect(subscription.isCancelled)
  }
}
