/// A change of the book, from a line of a script.
enum Edit: Equatable, Sendable {
  case quantity(order: String, line: Int, Int)
  case price(order: String, line: Int, Money)
  case customer(order: String, customer: String)
  case rate(String, Percent)
  case tier(from: Money, Percent)
  case addLine(order: String, quantity: Int, price: Money, rate: String, product: String)
  case removeLine(order: String, line: Int)
  case addOrder(String, customer: String)
  case removeOrder(String)
}
