#if canImport(UIKit) && !os(watchOS)
public import ReactiveCore
public import UIKit

extension UICollectionView {
  /// Applies changes of a keyed collection: removes, inserts, moves and reloads only the affected items.
  ///
  /// ```swift
  /// import ReactiveBindings
  /// import UIKit
  ///
  /// @MainActor func show<ID, Row>(_ page: Keyed<ID, Row>, in view: UICollectionView) -> Subscription {
  ///   page.changes.sink(with: view) { view, changes in view.apply(changes) }
  /// }
  /// ```
  ///
  /// Like `UITableView.apply(_:inSection:with:)`. Type-checked, never run on an Apple system.
  public func apply<ID, Row>(_ changes: KeyedChanges<ID, Row>, inSection section: Int = 0) {
    func paths(_ items: [KeyedChanges<ID, Row>.Item]) -> [IndexPath] {
      items.map { IndexPath(item: $0.place, section: section) }
    }
    performBatchUpdates(
      {
        deleteItems(at: paths(changes.removals))
        insertItems(at: paths(changes.insertions))
        for move in changes.moves {
          moveItem(at: IndexPath(item: move.from, section: section), to: IndexPath(item: move.to, section: section))
        }
      }, completion: nil)
    if !changes.updates.isEmpty { reloadItems(at: paths(changes.updates)) }
  }
}
#endif
