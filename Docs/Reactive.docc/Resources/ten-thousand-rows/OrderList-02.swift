import ReactiveDerived

@MainActor
final class OrderList {
  let orders: OpenKeyed<Order>
  let open: Keyed<Int, Order>
  /// The sum of the open orders.
  let total: Behavior<Int>

  init(_ rows: [Order]) {
    orders = OpenKeyed(rows)
    open = orders.filter(\.isOpen)
    total = open.sum(\.price)
  }
}
