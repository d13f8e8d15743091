import ReactiveDerived

@MainActor
final class OrderList {
  let orders: OpenKeyed<Order>
  /// The sum of the open orders.
  let total: Behavior<Int>
  /// The places of the rows on screen.
  let visible = OpenBehavior(0..<20)
  /// The open orders on screen, the highest price first.
  let page: Keyed<Int, Order>

  init(_ rows: [Order]) {
    orders = OpenKeyed(rows)
    let open = orders.filter(\.isOpen)
    total = open.sum(\.price)
    page = open.sorted { $0.price > $1.price }.window(visible)
  }
}
