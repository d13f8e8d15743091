import ReactiveCore
import ReactiveTestSupport
import Testing

/// Every example of Minimalist's README, unchanged, with plain classes in place of UIKit's.
@Suite("Minimalist's examples")
struct MinimalistExamples {
  private struct Items: Equatable { var count: Int { 1 } }
  private struct Message: Equatable { var text: String }

  @Test("@Property")
  func property() {
    class ViewModel {
      @Property var items: [Items]
      init(items: [Items]) { self.items = items }
    }
    class View {
      let viewModel: ViewModel
      var log: [Int] = []
      init(viewModel: ViewModel) { self.viewModel = viewModel }
      func subscribe() {
        // Subscribe on changes of the value:
        viewModel.$items.observe(with: self) { (obj, items) in
          obj.log.append(items.count)
        }
      }
    }
    let viewModel = ViewModel(items: [Items()])
    // Access the current value:
    #expect(viewModel.items.count == 1)
    let view = View(viewModel: viewModel)
    view.subscribe()
    viewModel.items.append(Items())
    viewModel.items = []
    #expect(view.log == [1, 2, 0])
  }

  @Test("@Signal")
  func signal() {
    class ViewModel {
      @Signal var didReceiveMessage: Accepts<Message>

      func receive(_ message: Message) {
        // Broadcast a notification:
        didReceiveMessage.send(message)
      }
    }
    class View {
      let viewModel: ViewModel
      var log: [Message] = []
      init(viewModel: ViewModel) { self.viewModel = viewModel }
      func subscribe() {
        // Subscribe on updates:
        viewModel.$didReceiveMessage.observe(with: self) { (obj, message) in
          obj.log.append(message)
        }
      }
    }
    let viewModel = ViewModel()
    let view = View(viewModel: viewModel)
    viewModel.receive(Message(text: "nobody listens"))
    view.subscribe()
    viewModel.receive(Message(text: "a"))
    viewModel.receive(Message(text: "b"))
    #expect(view.log == [Message(text: "a"), Message(text: "b")])
  }

  /// `.ci/check-compile-failures` checks that the writes which the README forbids do not compile.
  @Test("Access control")
  func accessControl() {
    class ViewModel {
      @Property private(set) var value: String = ""
      @Signal private(set) var signal: Accepts<Void>

      func change() {
        value = "abc"
        signal.send(())
      }
    }
    let viewModel = ViewModel()
    var log: [String] = []
    viewModel.$value.observe(with: viewModel) { (obj, value) in log.append("\(value) \(obj.value)") }
    viewModel.$signal.observe(with: viewModel) { (_, _) in log.append("signal") }
    viewModel.change()
    #expect(log == [" ", "abc abc", "signal"])
  }

  @Test("Automatic memory management")
  func automaticMemoryManagement() {
    class ViewModel {
      @Property var items: [Items] = []
    }
    class UITableView {
      var reloads = 0
      func reloadData() { reloads += 1 }
    }
    class UIViewController {}
    class ViewController: UIViewController {
      var tableView = UITableView()
      let viewModel: ViewModel
      init(viewModel: ViewModel) { self.viewModel = viewModel }

      func viewDidLoad() {
        viewModel.$items.observe(with: self) { (vc, items) in
          vc.tableView.reloadData()
        }
      }
    }
    let viewModel = ViewModel()
    var controller: ViewController? = ViewController(viewModel: viewModel)
    @Weak var weakController = controller
    let tableView = controller!.tableView
    controller?.viewDidLoad()
    #expect(tableView.reloads == 1)
    viewModel.items.append(Items())
    #expect(tableView.reloads == 2)
    controller = nil
    #expect(weakController == nil)
    viewModel.items.append(Items())
    #expect(tableView.reloads == 2)
  }

  @Test("Filter state updates (Redux)")
  func filterStateUpdates() {
    struct LoginScreen: Equatable { var name = "" }
    struct AppState {
      struct Screens {
        var loginScreen = LoginScreen()
        var visits = 0
      }
      var screens = Screens()
    }
    class Screen {
      @Property var appState = AppState()
      var log: [String] = []

      func subscribe() {
        $appState.observe(\.screens.loginScreen, with: self) { (obj, state) in
          obj.log.append(state.name)
        }
      }
    }
    let screen = Screen()
    screen.subscribe()
    screen.appState.screens.visits += 1
    screen.appState.screens.loginScreen.name = "Alice"
    screen.appState.screens.visits += 1
    screen.appState.screens.loginScreen.name = "Alice"
    #expect(screen.log == ["", "Alice"])
  }
}

/// Behavior that Minimalist's own tests check, beyond its README.
@Suite("Minimalist's spellings")
struct MinimalistSpellingTests {
  private struct Pair {
    var first = 3
    var second = 9
  }
  private final class Container {
    @Property var number = 5
    @Property var pair = Pair()
    @Signal var message: Accepts<Int>
    @Signal var pairs: Accepts<Pair>
  }
  private final class Observer {}

  @Test("closure: as a label, and in trailing position, on properties and signals")
  func label() {
    let container = Container()
    var notified: [String] = []
    container.$number.observe(with: container, closure: { (obj, value) in notified.append("number \(value)") })
    container.$message.observe(with: container, closure: { (obj, value) in notified.append("message \(value)") })
    container.$number.observe(with: container) { (obj, value) in notified.append("trailing \(value)") }
    container.number = 17
    container.message.send(42)
    #expect(notified == ["number 5", "trailing 5", "number 17", "trailing 17", "message 42"])
  }

  @Test("an owner may be optional: it ends the observation, and nil has ended from the beginning")
  func optionalOwner() {
    let container = Container()
    var notified: [String] = []
    var observer: Observer? = Observer()
    container.$number.observe(with: observer, closure: { (obj, value) in notified.append("number \(value)") })
    container.$message.observe(with: observer, closure: { (obj, value) in notified.append("message \(value)") })
    container.$pair.observe(\.first, with: observer, closure: { (obj, value) in notified.append("first \(value)") })
    container.number = 99
    container.message.send(1)
    observer = Observer()
    container.number = 7
    container.message.send(2)
    container.pair.first = 8
    let subscriptions = [
      container.$number.observe(with: nil as Observer?) { _, _ in notified.append("nil") },
      container.$message.observe(with: nil as Observer?) { _, _ in notified.append("nil") },
      container.$pair.observe(\.first, with: nil as Observer?) { _, _ in notified.append("nil") },
    ]
    container.number = 8
    container.message.send(3)
    #expect(notified == ["number 5", "first 3", "number 99", "message 1"])
    #expect(subscriptions.allSatisfy { $0.isCancelled })
  }

  @Test("a key path filters a property and a signal alike; \\.self cuts duplicates")
  func keyPaths() {
    let container = Container()
    var first: [Int] = []
    var signalled: [Int] = []
    var messages: [Int] = []
    container.$pair.observe(\.first, with: container, closure: { (obj, value) in first.append(value) })
    container.$pairs.observe(\.first, with: container, closure: { (obj, value) in signalled.append(value) })
    container.$message.observe(\.self, with: container, closure: { (obj, value) in messages.append(value) })
    for (one, other) in [(1, 12), (1, -8), (7, -8), (7, -8), (3, 17)] {
      container.pair = Pair(first: one, second: other)
      container.pairs.send(Pair(first: one, second: other))
    }
    for number in [4, 4, -7, -7, -7, 5, 3] { container.message.send(number) }
    #expect(first == [3, 1, 7, 3])
    #expect(signalled == [1, 7, 3])
    #expect(messages == [4, -7, 5, 3])
  }
}
