// One model and one app for all supported systems: plain reads where SwiftUI tracks them, and `ObservedBehavior`,
// `BoundBehavior` and `ForEachRow` on older systems.
internal import Observation
internal import ReactiveBindings
internal import ReactiveCore
internal import ReactiveTracking
internal import SwiftUI

struct Todo: Identifiable, Equatable {
  let id: Int
  var title: String
}

@MainActor final class Todos: Observable {
  @Pub var filter = ""
  @Atom var limit = 10
  let rows = OpenKeyed<Todo>()
  @Derived({ (me: Todos) in me.rows.value.count > me.limit }) var isFull: Bool
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
struct TodoList: View {
  @Bindable var todos: Todos
  var body: some View {
    TextField("Filter", text: $todos.filter)
    if todos.isFull { Text("Full") }
    ForEach(todos.rows.ids.value, id: \.self) { id in Text(todos.rows[id].value?.title ?? "") }
  }
}

struct OlderTodoList: View {
  @BoundBehavior private var filter: String
  @ObservedBehavior private var isFull: Bool
  private let rows: OpenKeyed<Todo>
  init(_ todos: Todos) {
    _filter = BoundBehavior(todos.$filter)
    _isFull = ObservedBehavior(todos.$isFull)
    rows = todos.rows
  }
  var body: some View {
    TextField("Filter", text: $filter)
    if isFull { Text("Full") }
    ForEachRow(rows) { todo in Text(todo.title) }
  }
}

struct TodoScreen: View {
  let todos: Todos
  var body: some View {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) {
      TodoList(todos: todos)
    } else {
      OlderTodoList(todos)
    }
  }
}
