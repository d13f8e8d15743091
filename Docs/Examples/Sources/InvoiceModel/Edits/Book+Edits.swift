import ReactiveDerived

extension Book {
  /// Writes the edit, and nothing else; totals follow.
  ///
  /// Each edit is a single write: one change by itself, or part of a batch. It is checked first, so an edit that throws
  /// changes nothing.
  func perform(_ edit: Edit) throws(InputError) {
    switch edit {
    case .quantity(let order, let line, let quantity):
      let line = try self.line(line, of: order)
      try checkQuantity(quantity)
      line.quantity.value = quantity
    case .price(let order, let line, let price):
      let line = try self.line(line, of: order)
      try checkPrice(price)
      line.price.value = price
    case .customer(let order, let customer):
      let order = try self.order(order)
      try checkCustomer(customer)
      order.customer.value = customer
    case .rate(let name, let percent):
      try rate(name).percent.value = percent
    case .tier(let amount, let percent):
      // Not `update`, which always notifies: equal tiers are not a change.
      var tiers = self.tiers.value
      tiers.set(percent, from: amount)
      self.tiers.value = tiers
    case .addLine(let order, let quantity, let price, let rate, let product):
      let order = try self.order(order)
      let rate = try self.rate(rate)
      try checkQuantity(quantity)
      try checkPrice(price)
      order.addLine(quantity, product, at: price, rate)
    case .removeLine(let number, let line):
      let line = try self.line(line, of: number)
      try order(number).lines.value.removeAll { $0 == line }
    case .addOrder(let number, let customer):
      guard !orders.value.contains(where: { $0.number == number }) else {
        throw InputError("there is an order \(quoted(number)) already")
      }
      try checkCustomer(customer)
      orders.value.append(
        Order(number, for: customer, rates: rates, tiers: tiers, counting: recomputations))
    case .removeOrder(let number):
      let order = try order(number)
      orders.value.removeAll { $0 == order }
    }
  }

  func order(_ number: String) throws(InputError) -> Order {
    guard let order = orders.value.first(where: { $0.number == number }) else {
      throw InputError("there is no order \(quoted(number))")
    }
    return order
  }

  private func line(_ number: Int, of order: String) throws(InputError) -> Line {
    guard let line = try self.order(order).lines.value.first(where: { $0.number == number }) else {
      throw InputError("order \(quoted(order)) has no line \(number)")
    }
    return line
  }

  private func rate(_ name: String) throws(InputError) -> TaxRate {
    guard let rate = rates.first(where: { $0.name == name }) else {
      throw InputError("there is no rate \(quoted(name))")
    }
    return rate
  }

  private func checkCustomer(_ id: String) throws(InputError) {
    guard customers.contains(where: { $0.id == id }) else { throw InputError("there is no customer \(quoted(id))") }
  }
}

func checkQuantity(_ quantity: Int) throws(InputError) {
  let limits = Line.quantities
  guard limits.contains(quantity) else {
    throw InputError(
      "a quantity is from \(grouped(limits.lowerBound)) to \(grouped(limits.upperBound)), not \(grouped(quantity))")
  }
}

func checkPrice(_ price: Money) throws(InputError) {
  guard Line.prices.contains(price) else {
    throw InputError("a price is at most \(Line.prices.upperBound), not \(price)")
  }
}
