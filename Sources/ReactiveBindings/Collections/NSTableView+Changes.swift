#if canImport(AppKit) && !canImport(UIKit)
public import AppKit
public import ReactiveCore

extension NSTableView {
  /// Shows what has changed in a keyed collection: rows go, come and are reloaded, and nothing else.
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
  /// The data source reads the collection, which is up to date by then. AppKit takes one step after the other, where UIKit takes
  /// all at once: so a row that moves goes and comes. Type-checked, but never run on an Apple system.
  public func apply<ID, Row>(_ changes: KeyedChanges<ID, Row>, with animation: AnimationOptions = []) {
    beginUpdates()
    removeRows(at: IndexSet(changes.removals.map(\.place) + changes.moves.map(\.from)), withAnimation: animation)
    insertRows(at: IndexSet(changes.insertions.map(\.place) + changes.moves.map(\.to)), withAnimation: animation)
    reloadData(forRowIndexes: IndexSet(changes.updates.map(\.place)), columnIndexes: IndexSet(0..<numberOfColumns))
    endUpdates()
  }
}
#endif
