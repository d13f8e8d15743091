import ReactiveCore
import Testing

/// Every example of Minimalist's README, unchanged; UIKit's classes are plain ones here.
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

  /// That the writes which the README forbids do not compile is checked where code may fail to compile.
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
