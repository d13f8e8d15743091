import ReactiveDerived

/// Shows the lines of an order list, as a table view would.
@MainActor
final class OrderTable {
  private(set) var rows: [String]
  private let subscriptions = SubscriptionBag()

  init(_ list: OrderList) {
    rows = list.lines.value
    list.lines.changes
      .sink(with: self) { table, changes in changes.apply(to: &table.rows) }
      .store(in: subscriptions)
  }
}
