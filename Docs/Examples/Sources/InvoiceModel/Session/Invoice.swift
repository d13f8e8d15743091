import ReactiveDerived

/// The invoice of an order, in lines of text.
struct Invoice {
  let lines: [String]

  init(of order: Order, in book: Book) {
    let customer = book.customers.first { $0.id == order.customer.value }
    let goods = Table(
      [.numbers("line"), .words("product"), .numbers("quantity"), .numbers("price"), .words("rate"), .numbers("net")],
      order.lines.value.map { line in
        [
          "\(line.number)", printable(line.product), grouped(line.quantity.value), "\(line.price)", line.rate.name,
          "\(line.net)",
        ]
      })
    let parts = zip(book.rates, order.parts).filter { $1.subtotal.value != .zero }
    let amounts = Table(
      [.words("rate"), .numbers(""), .numbers("net"), .numbers("less \(order.discount)"), .numbers("tax")],
      parts.map { rate, part in
        [rate.name, "\(rate.percent)", "\(part.subtotal)", "\(part.net)", "\(part.tax)"]
      } + [["all", "", "\(order.subtotal)", "\(order.net)", "\(order.tax)"]])
    lines =
      ["Order \(order.number) of \(order.customer), \(printable(customer?.name ?? ""))", ""] + goods.lines + [""]
      + amounts.lines + ["", "to pay  \(order.total)"]
  }
}
