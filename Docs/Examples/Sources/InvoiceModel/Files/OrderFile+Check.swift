extension OrderFile {
  /// Checks that names are unique, usable in a script, and that references exist.
  func check() throws(InputError) {
    try check(rates.map(\.name), are: "rate")
    try check(customers.map(\.id), are: "customer")
    try check(orders.map(\.number), are: "order")
    guard zip(tiers, tiers.dropFirst()).allSatisfy({ $0.from < $1.from }) else {
      throw InputError("the tiers are not in the order of where they begin")
    }
    let rateNames = Set(rates.map(\.name))
    let customerNames = Set(customers.map(\.id))
    for order in orders {
      guard customerNames.contains(order.customer) else {
        throw InputError("order \(order.number): there is no customer \(quoted(order.customer))")
      }
      for (index, line) in order.lines.enumerated() {
        do throws(InputError) {
          guard rateNames.contains(line.rate) else { throw InputError("there is no rate \(quoted(line.rate))") }
          try checkQuantity(line.quantity.count)
          try checkPrice(line.price)
        } catch {
          throw InputError("order \(order.number), line \(index + 1): \(error)")
        }
      }
    }
  }

  private func check(_ names: [String], are meaning: String) throws(InputError) {
    var known: Set<String> = []
    for name in names {
      guard !name.isEmpty, !name.contains(where: { $0.isWhitespace || String($0) != printable(String($0)) }) else {
        throw InputError("\(quoted(name)) cannot be the name of \(meaning == "order" ? "an" : "a") \(meaning)")
      }
      guard known.insert(name).inserted else { throw InputError("there are two of the \(meaning) \(quoted(name))") }
    }
  }
}
