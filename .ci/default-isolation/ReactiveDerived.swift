import ReactiveDerived

final class Order {
  let price = OpenBehavior(10)
  let count = OpenBehavior(2)
  lazy var total = price * count
  lazy var label: Behavior<String> = total.map { "\($0) EUR" }
  let name = StoredProperty("order")
}

@main
struct Client {
  static func main() {
    let order = Order()
    var log: [String] = []
    order.label.observe { log.append($0) }
    order.count.value = 3
    let event = Event<Int>()
    let sum = event.scan(0) { $0 + $1 }.hold(0)
    sum.observe { _ in }
    event.trigger(4)
    precondition(sum.value == 4)
    precondition(log == ["20 EUR", "30 EUR"] && order.name.value == "order")
    print("done")
  }
}
