// A SwiftUI app of plain properties, as Docs/Views.md shows it.
internal import Observation
internal import ReactiveBindings
internal import ReactiveCore
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
