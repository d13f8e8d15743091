#if canImport(AppKit) && !canImport(UIKit)
public import AppKit
public import ReactiveCore

extension NSTableView {
  /// Applies changes of a keyed collection: removes, inserts and reloads only the affected rows.
  ///
  /// ```swift
  /// import AppKit
  /// import ReactiveBindings
  ///
  /// @MainActor func show<ID, Row>(_ page: Keyed<ID, Row>, in table: NSTableView) -> Subscription {
  ///   page.changes.sink(with: table) { table, changes in table.apply(changes) }
  /// }
  /// ```
  ///
  /// The data source reads the collection, which is up to date by then. A moved row is removed and inserted, since
  /// AppKit takes one step after the other, unlike UIKit. Type-checked, never run on an Apple system.
  public func apply<ID, Row>(_ changes: KeyedChanges<ID, Row>, with animation: AnimationOptions = []) {
    beginUpdates()
    removeRows(at: IndexSet(changes.removals.map(\.place) + changes.moves.map(\.from)), withAnimation: animation)
    insertRows(at: IndexSet(changes.insertions.map(\.place) + changes.moves.map(\.to)), withAnimation: animation)
    reloadData(forRowIndexes: IndexSet(changes.updates.map(\.place)), columnIndexes: IndexSet(0..<numberOfColumns))
    endUpdates()
  }
}
#endif
