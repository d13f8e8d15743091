import ReactiveDerived
import ReactiveTracking

@MainActor
final class OrderList {
  let orders: OpenKeyed<Order>
  /// The sum of the open orders.
  let total: Behavior<Int>
  /// The places of the rows on screen.
  let visible = OpenBehavior(0..<20)
  /// The texts of the open orders on screen, the highest price first.
  let lines: Keyed<Int, String>

  init(_ rows: [Order]) {
    orders = OpenKeyed(rows)
    let open = orders.filter(\.isOpen)
    total = open.sum(\.price)
    let page = open.sorted { $0.price > $1.price }.window(visible)
    lines = page.mapRows { order in "#\(order.id): \(order.price) €" }
  }
}
