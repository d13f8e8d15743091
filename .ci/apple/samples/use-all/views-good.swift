// A SwiftUI app of plain properties, as Docs/Views.md shows it.
internal import Observation
internal import ReactiveBindings
internal import ReactiveCore
internal import ReactiveDerived
internal import ReactiveTracking
internal import SwiftUI

// Available from the first SwiftUI that has `@Bindable`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor final class Cart: Observable {
  @Atom var prices: [Int] = []
  @Pub var coupon = ""
  @Derived({ (me: Cart) in me.coupon == "HALF" ? me.prices.reduce(0, +) / 2 : me.prices.reduce(0, +) }) var total: Int
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct Shop: View {
  @State private var cart = Cart()
  var body: some View {
    VStack {
      CartView(cart: cart)
      TextField("Coupon", text: $cart.coupon)
      Total()
      Button("Add") { cart.prices.append(10) }
    }
    .environment(cart)
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct CartView: View {
  @Bindable var cart: Cart
  var body: some View {
    Text("\(cart.total)")
    TextField("Coupon", text: $cart.coupon)
    Button("Clear") { withAnimation { cart.coupon = "" } }
    Button("Empty") {
      withAnimation {
        batch {
          cart.prices = []
          cart.coupon = ""
        }
      }
    }
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct Total: View {
  @Environment(Cart.self) private var cart
  @Environment(Cart.self) private var perhaps: Cart?
  var body: some View {
    // For a binding where the model is not a `@Bindable` property.
    @Bindable var cart = cart
    Text("\(cart.total) \(perhaps?.prices.count ?? 0)")
    TextField("Coupon", text: $cart.coupon)
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct ShopPreviews: PreviewProvider {
  static var previews: some View {
    let cart = Cart()
    CartView(cart: cart)
  }
}

// --- Navigation: its state is a value in the model ------------------------------------------------------------------

enum Page: Hashable { case todo(Int) }

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor final class Todos: Observable {
  struct Todo: Identifiable, Equatable {
    let id: Int
    var title: String
  }
  @Atom var path: [Page] = []
  let rows = OpenKeyed<Todo>()
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct TodoScreen: View {
  @Bindable var model: Todos
  var body: some View {
    NavigationStack(path: $model.path) {
      TodoList(todos: model.rows)
        .navigationDestination(for: Page.self) { page in
          if case .todo(let id) = page { TodoRow(id: id, todos: model.rows) }
        }
    }
    Button("Back") { model.path.removeLast() }
  }
}

// --- Keyed rows: an edit renders only its row -----------------------------------------------------------------------

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct TodoList: View {
  let todos: OpenKeyed<Todos.Todo>
  var body: some View {
    List {
      ForEach(todos.ids.value, id: \.self) { id in
        NavigationLink(value: Page.todo(id)) { TodoRow(id: id, todos: todos) }
      }
    }
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct TodoRow: View {
  let id: Int
  let todos: OpenKeyed<Todos.Todo>
  var body: some View {
    if let todo = todos[id].value { Text(todo.title) }
  }
}

// --- Parts of a value: each is a binding of its own ------------------------------------------------------------------

struct User: Equatable {
  struct Home: Equatable { var city = "", street = "" }
  var home = Home()
  var nickname: String?
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
@MainActor final class Account: Observable {
  let user = OpenBehavior(User())
  let todos = OpenBehavior([Todos.Todo(id: 7, title: "Write")])
  @Pub var chosen: User?
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct AccountView: View {
  let account: Account
  var body: some View {
    TextField("City", text: Binding(account.user[\.home.city]))
    TextField("Street", text: Binding(account.user[\.home][\.street]))
    TextField(
      "Nickname",
      text: Binding(
        account.user[\.nickname].converted {
          $0 ?? ""
        } back: {
          $0.isEmpty ? nil : $0
        }))
    Toggle(
      isOn: Binding(
        account.$chosen.converted {
          $0 != nil
        } back: {
          $0 ? User() : nil
        })
    ) { Text("Chosen") }
    Draft(account: account)
    FirstTodo(account: account)
  }
}

/// An override that a button takes back.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct Draft: View {
  private let city: LinkedProperty<String>
  init(account: Account) { city = LinkedProperty(account.user[\.home.city]) }
  var body: some View {
    TextField("Draft", text: Binding(city))
    if city.isOverridden.value { Button("Save") { withAnimation { city.commit() } } }
  }
}

/// The row with an id, as long as there is one.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct FirstTodo: View {
  @BoundBehavior private var title: String?
  @BoundBehavior private var text: String
  init(account: Account) {
    let title = account.todos[id: 7][optional: \.title]
    _title = BoundBehavior(title)
    _text = BoundBehavior(
      title.converted {
        $0 ?? ""
      } back: {
        $0
      })
  }
  var body: some View {
    if title != nil { TextField("Title", text: $text) }
    Button("Clear") { title = "" }
  }
}
