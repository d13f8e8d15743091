// Tests: UITableView+Changes, UICollectionView+Changes, NSTableView+Changes

#if canImport(UIKit) || canImport(AppKit)
private struct Row: Identifiable, Equatable {
  var id: Int
  var number = 0
}
#endif

#if canImport(UIKit) && !os(watchOS)
import ReactiveBindings
import Testing
import UIKit

// Not run yet: there is no UIKit where the package is developed.
@MainActor
@Suite("Changes of a keyed collection in tables of UIKit")
struct UITableViewChangesTests {
  private final class Source: NSObject, UITableViewDataSource {
    let rows = OpenKeyed((0..<5).map { Row(id: $0) })
    func tableView(_ table: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count.value }
    func tableView(_ table: UITableView, cellForRowAt path: IndexPath) -> UITableViewCell { UITableViewCell() }
  }

  @Test("a table takes what comes, goes, moves and changes in one go")
  func table() {
    let (source, table) = (Source(), UITableView())
    table.dataSource = source
    table.reloadData()
    let subscription = source.rows.changes.sink(with: table) { table, changes in table.apply(changes, with: .none) }
    batch {
      source.rows.remove(1)
      source.rows.insert(Row(id: 9), before: 0)
      source.rows.move(4, before: 0)
      source.rows.update(3) { $0.number = 1 }
    }
    #expect(table.numberOfRows(inSection: 0) == 5)
    subscription.cancel()
  }
}
#endif

#if canImport(AppKit) && !canImport(UIKit)
import AppKit
import ReactiveBindings
import Testing

// Not run yet: there is no AppKit where the package is developed.
@MainActor
@Suite("Changes of a keyed collection in tables of AppKit")
struct NSTableViewChangesTests {
  private final class Source: NSObject, NSTableViewDataSource {
    let rows = OpenKeyed((0..<5).map { Row(id: $0) })
    func numberOfRows(in table: NSTableView) -> Int { rows.count.value }
  }

  @Test("a table takes what comes, goes, moves and changes")
  func table() {
    let (source, table) = (Source(), NSTableView())
    table.dataSource = source
    table.reloadData()
    let subscription = source.rows.changes.sink(with: table) { table, changes in table.apply(changes) }
    batch {
      source.rows.remove(1)
      source.rows.insert(Row(id: 9), before: 0)
      source.rows.move(4, before: 0)
      source.rows.update(3) { $0.number = 1 }
    }
    #expect(table.numberOfRows == 5)
    subscription.cancel()
  }
}
#endif
