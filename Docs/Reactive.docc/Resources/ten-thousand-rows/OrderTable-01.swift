import ReactiveDerived

/// Shows the lines of an order list, as a table view would.
@MainActor
final class OrderTable {
  private(set) var rows: [String]

  init(_ list: OrderList) {
    rows = list.lines.value
  }
}
