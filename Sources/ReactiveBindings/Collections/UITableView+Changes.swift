#if canImport(UIKit) && !os(watchOS)
public import ReactiveCore
public import UIKit

extension UITableView {
  /// Shows what has changed in a keyed collection: rows go, come, move and are reloaded, and nothing else.
  ///
  /// ```swift
  /// import ReactiveBindings
  /// import UIKit
  ///
  /// @MainActor func show<ID, Row>(_ page: Keyed<ID, Row>, in table: UITableView) -> Subscription {
  ///   page.changes.sink(with: table) { table, changes in table.apply(changes) }
  /// }
  /// ```
  ///
  /// The data source reads the collection, which is up to date by then. Rows that have changed are reloaded when the others are in
  /// their places, since UIKit takes no row that moves and is reloaded at once. Type-checked, but never run on an Apple system.
  public func apply<ID, Row>(
    _ changes: KeyedChanges<ID, Row>, inSection section: Int = 0, with animation: RowAnimation = .automatic
  ) {
    func paths(_ items: [KeyedChanges<ID, Row>.Item]) -> [IndexPath] {
      items.map { IndexPath(row: $0.place, section: section) }
    }
    performBatchUpdates(
      {
        deleteRows(at: paths(changes.removals), with: animation)
        insertRows(at: paths(changes.insertions), with: animation)
        for move in changes.moves {
          moveRow(at: IndexPath(row: move.from, section: section), to: IndexPath(row: move.to, section: section))
        }
      }, completion: nil)
    if !changes.updates.isEmpty { reloadRows(at: paths(changes.updates), with: animation) }
  }
}
#endif
