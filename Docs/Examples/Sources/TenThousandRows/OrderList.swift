import ReactiveDerived
import ReactiveTracking

@MainActor
final class OrderList {
  let orders: OpenKeyed<Order>
  /// The sum of the open orders.
  let total: Behavior<Int>
  /// The places of the rows on screen.
  let visible = OpenBehavior(0..<20)
  /// The discount of wholesale orders, in percent.
  let discount = atom(0)
  /// The texts of the open orders on screen, the highest price first.
  let lines: Keyed<Int, String>

  init(_ rows: [Order], format: @escaping (_ order: Order, _ price: Int) -> String = OrderList.text) {
    orders = OpenKeyed(rows)
    let open = orders.filter(\.isOpen)
    total = open.sum(\.price)
    let page = open.sorted { $0.price > $1.price }.window(visible)
    lines = page.mapRows { [discount] order in
      let price = order.isWholesale ? order.price * (100 - discount.value) / 100 : order.price
      return format(order, price)
    }
  }

  func close(_ ids: [Int]) {
    batch {
      for id in ids { orders.update(id) { $0.isOpen = false } }
    }
  }

  nonisolated static func text(of order: Order, price: Int) -> String { "#\(order.id): \(price) €" }
}
