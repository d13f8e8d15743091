#if canImport(SwiftUI)
public import ReactiveCore
public import SwiftUI

/// A view for each row of a keyed collection, of which an edit renders that of the row alone.
///
/// For systems before Observation, iOS 13 to 16 and macOS 10.15 to 13. From iOS 17 and macOS 14 on, plain reads do
/// without it: `ForEach(todos.ids.value, id: \.self) { id in TodoRow(id: id, todos: todos) }`, where the body of `TodoRow`,
/// a view of its own, reads `todos[id].value`.
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
/// The views of all rows are compared anew when rows come, go or move, as with SwiftUI's own `ForEach`, which this is made of.
/// Each row is observed while it is on screen. Edit the collection on the main actor only. Cost: that of an
/// ``ObservedBehavior`` for each row that is shown. Type-checked, but never run on an Apple system.
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

  /// What SwiftUI renders.
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
