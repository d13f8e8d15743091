#if canImport(UIKit) && !os(watchOS)
public import ReactiveCore
public import UIKit

extension UITableView {
  /// Applies changes of a keyed collection: removes, inserts, moves and reloads only the affected rows.
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
  /// The data source reads the collection, which is up to date by then. Changed rows are reloaded after the others are
  /// in place, since UIKit cannot move and reload a row at once. Type-checked, never run on an Apple system.
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
