struct Order: Identifiable, Equatable {
  var id: Int
  /// In euros, before discounts.
  var price: Int
  var isWholesale = false
  var isOpen = true
}

extension Order {
  /// Orders 0, 1, … with rising prices: each tenth is wholesale, each fourth is closed.
  static func samples(_ count: Int) -> [Order] {
    (0..<count).map { id in
      Order(id: id, price: id, isWholesale: id % 10 == 0, isOpen: id % 4 != 3)
    }
  }
}
