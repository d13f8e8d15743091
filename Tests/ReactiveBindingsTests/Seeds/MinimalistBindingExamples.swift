import ReactiveBindings
import ReactiveTestSupport
import Testing

/// The examples of Minimalist's README that bind a value to an object, unchanged, with plain classes for UIKit's. They
/// observe; these tests also assign the observed values.
@Suite("Minimalist's examples that bind")
struct MinimalistBindingExamples {
  struct Items: Equatable {}
  struct Message: Equatable { var text: String }

  class UITableView {
    var reloads = 0
    func reloadData() { reloads += 1 }
  }
  class UIViewController {}

  class ViewModel {
    @Property var items: [Items]
    @Signal var didReceiveMessage: Accepts<Message>
    init(items: [Items] = []) { self.items = items }
  }

  @Test("Automatic memory management")
  func automaticMemoryManagement() {
    class ViewController: UIViewController {
      var tableView: UITableView
      let viewModel: ViewModel
      init(_ tableView: UITableView, _ viewModel: ViewModel) {
        self.tableView = tableView
        self.viewModel = viewModel
      }

      func viewDidLoad() {
        viewModel.$items.observe(with: self) { (vc, items) in
          vc.tableView.reloadData()
        }
      }
    }
    let viewModel = ViewModel()
    let tableView = UITableView()
    var controller: ViewController? = ViewController(tableView, viewModel)
    @Weak var weakController = controller
    controller?.viewDidLoad()
    viewModel.items.append(Items())
    #expect(tableView.reloads == 2)
    controller = nil
    #expect(weakController == nil)
    viewModel.items.append(Items())
    #expect(tableView.reloads == 2)
  }

  @Test("a property and a signal are assigned to an object, and code outside cannot write them")
  func assigning() {
    class View {
      var items: [Items] = []
      var message: Message?
      var received: [String] = []
      func receive(_ message: Message) { received.append(message.text) }
    }
    let viewModel = ViewModel(items: [Items()])
    var view: View? = View()
    @Weak var weakView = view
    viewModel.$items.assign(to: \.items, on: view!)
    viewModel.$didReceiveMessage.assign(to: \.message, on: view!)
    viewModel.$didReceiveMessage.assign(to: View.receive, on: view!)
    viewModel.items.append(Items())
    viewModel.didReceiveMessage.send(Message(text: "a"))
    #expect(view?.items.count == 2)
    #expect(view?.message == Message(text: "a"))
    #expect(view?.received == ["a"])
    view = nil
    #expect(weakView == nil)
    viewModel.items = []
  }

  @Test("the same on the main actor")
  @MainActor func mainActor() {
    @MainActor class MainModel {
      @Property var items: [Items] = []
      @Signal var didReceiveMessage: Accepts<Message>
    }
    @MainActor class View {
      var items: [Items] = []
      var message: Message?
    }
    let viewModel = MainModel()
    let view = View()
    viewModel.$items.assign(to: \.items, on: view)
    viewModel.$didReceiveMessage.assign(to: \.message, on: view)
    viewModel.items.append(Items())
    viewModel.didReceiveMessage.send(Message(text: "a"))
    #expect(view.items.count == 1)
    #expect(view.message == Message(text: "a"))
  }
}
