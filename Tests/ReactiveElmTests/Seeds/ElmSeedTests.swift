import ReactiveElm
import Testing

/// Separates the seed's counter from that of the other tests.
private enum Seed {
  /// The counter of `seeds/elm.md`, unchanged.
  struct Counter: Module {

    enum Message {
      case userDidTapIncrementButton
      case userDidTapDecrementButton
    }

    struct Model: Initable {
      var count = 0
    }

    struct View {
      let title = "Counter"
      let count: String
      let incrementButton = Button(
        title: "Increment",
        callback: .userDidTapIncrementButton
      )
      let decrementButton = Button(
        title: "Decrement",
        callback: .userDidTapDecrementButton
      )
      struct Button {
        let title: String
        let callback: Message
      }
    }

    enum Command {}

    static func update(for message: Message, model: inout Model) -> [Command] {
      switch message {
      case .userDidTapIncrementButton:
        model.count += 1
      case .userDidTapDecrementButton:
        model.count -= 1
      }
      return []
    }

    static func view(for model: Model) -> View {
      let count = String(model.count)
      return View(count: count)
    }

  }

  class Label {
    var text: String?
  }

  class Controller {
    var title: String?
    func viewDidLoad() {}
  }

  /// The seed's view controller, in no isolation.
  class PlainController: Controller, Subscriber {

    typealias View = Counter.View
    typealias Command = Counter.Command

    let counter: Program<Counter>
    var countLabel: Label? = Label()
    var incrementButton: Label? = Label()
    var decrementButton: Label? = Label()

    init(_ counter: Program<Counter>) { self.counter = counter }

    override func viewDidLoad() {
      super.viewDidLoad()
      counter.subscribe(self)
    }

    func update(presenting view: View) {
      title = view.title
      countLabel?.text = view.count
      incrementButton?.text = view.incrementButton.title
      decrementButton?.text = view.decrementButton.title
    }

    func update(performing command: Command) {}

    func userDidTapIncrementButton() {
      counter.dispatch(counter.view.incrementButton.callback)
    }

    func userDidTapDecrementButton() {
      counter.dispatch(counter.view.decrementButton.callback)
    }

  }

  /// The same on the main actor, with an isolated conformance.
  @MainActor
  class MainController: @MainActor Subscriber {

    typealias View = Counter.View
    typealias Command = Counter.Command

    let counter = Counter.makeProgram()
    var count = ""

    func viewDidLoad() { counter.subscribe(self) }

    func update(presenting view: View) { count = view.count }

    func update(performing command: Command) {}

    func userDidTapIncrementButton() { counter.dispatch(counter.view.incrementButton.callback) }

  }
}

@Suite("The seed's counter")
struct ElmSeedTests {
  @Test("works as written, with a plain class as the view controller")
  func plainClass() {
    let controller = Seed.PlainController(Seed.Counter.makeProgram())
    #expect(controller.title == nil)
    controller.viewDidLoad()
    #expect(controller.title == "Counter")
    #expect(controller.countLabel?.text == "0")
    #expect(controller.incrementButton?.text == "Increment")
    #expect(controller.decrementButton?.text == "Decrement")
    controller.userDidTapIncrementButton()
    controller.userDidTapIncrementButton()
    #expect(controller.countLabel?.text == "2")
    controller.userDidTapDecrementButton()
    #expect(controller.countLabel?.text == "1")
  }

  @MainActor
  @Test("works with a class of the main actor, which conforms in its isolation")
  func mainActorClass() {
    let controller = Seed.MainController()
    controller.viewDidLoad()
    #expect(controller.count == "0")
    controller.userDidTapIncrementButton()
    #expect(controller.count == "1")
  }
}
