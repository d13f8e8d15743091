#if canImport(SwiftUI)
public import ReactiveCore
public import SwiftUI

/// A view for each row of a keyed collection. An edit renders only the view of its row.
///
/// For systems before Observation: iOS 13 to 16 and macOS 10.15 to 13. On later ones, use plain reads:
/// `ForEach(todos.ids.value, id: \.self) { id in TodoRow(id: id, todos: todos) }`, where the body of the view `TodoRow`
/// reads `todos[id].value`.
///
/// ```swift
/// import ReactiveBindings
/// import SwiftUI
///
/// struct Todo: Identifiable, Equatable { var id: Int, title: String }
/// struct TodoList: View {
///   let todos: OpenKeyed<Todo>
///   var body: some View {
///     ForEachRow(todos) { todo in Text(todo.title) }
///   }
/// }
/// ```
///
/// When rows are inserted, removed or moved, the views of all rows are compared, as by SwiftUI's `ForEach`, which this
/// uses. Edit it only on the main actor. Each row on screen costs an ``ObservedBehavior``. Type-checked, never run on
/// an Apple system.
@MainActor
public struct ForEachRow<ID: Hashable, Row, Content: View>: View {
  private let rows: Keyed<ID, Row>
  @ObservedObject private var ids: BehaviorObject<[ID]>
  private let content: (Row) -> Content

  /// A view for each row of `rows`, in their order.
  public init(_ rows: Keyed<ID, Row>, @ViewBuilder content: @escaping (Row) -> Content) {
    self.rows = rows
    self.content = content
    _ids = ObservedObject(wrappedValue: BehaviorObject(rows.ids))
  }

  /// The rendered views.
  public var body: some View {
    ForEach(ids.behavior.value, id: \.self) { id in RowView(row: rows[id], content: content) }
  }
}

private struct RowView<Row, Content: View>: View {
  @ObservedBehavior private var row: Row?
  private let content: (Row) -> Content

  init(row: Behavior<Row?>, content: @escaping (Row) -> Content) {
    _row = ObservedBehavior(row)
    self.content = content
  }

  var body: some View {
    if let row { content(row) }
  }
}
#endif
