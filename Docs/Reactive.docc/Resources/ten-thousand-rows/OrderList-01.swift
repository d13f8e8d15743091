import ReactiveDerived

@MainActor
final class OrderList {
  let orders: OpenKeyed<Order>

  init(_ rows: [Order]) {
    orders = OpenKeyed(rows)
  }
}
