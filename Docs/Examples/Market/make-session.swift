// Writes session.events, the market session that comes with the example: `swift make-session.swift > session.events`. No
// market ever had it: the orders are drawn at random, always the same ones.

/// SplitMix64: the generator of the standard library gives another session each time.
struct Generator: RandomNumberGenerator {
  var state: UInt64 = 2026

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

struct Order {
  var isBuy: Bool
  var price: Int
  var quantity: Int
}

var random = Generator()
var orders: [Int: Order] = [:]
/// The orders at each price, the oldest first; those that are gone are skipped.
var queues: [Int: [Int]] = [:]
var resting: [Int] = []
var lastID = 0
var middle = 10_000.0
var lines: [String] = []

func best(_ isBuy: Bool) -> Int? {
  orders.values.lazy.filter { $0.isBuy == isBuy }.map(\.price).reduce(nil) { best, price in
    best.map { isBuy ? max($0, price) : min($0, price) } ?? price
  }
}
// Looked for anew only when an order at the best price goes.
var (bestBid, bestAsk): (Int?, Int?) = (nil, nil)

func take(_ quantity: Int, from id: Int, as kind: String) {
  guard let order = orders[id] else { return }
  lines.append("\(kind)\(id) \(quantity)")
  orders[id]?.quantity -= quantity
  if order.quantity > quantity { return }
  orders[id] = nil
  if order.isBuy, order.price == bestBid { bestBid = best(true) }
  if !order.isBuy, order.price == bestAsk { bestAsk = best(false) }
}

func add(_ order: Order) {
  lastID += 1
  lines.append("\(order.isBuy ? "B" : "S")\(order.price) \(order.quantity)")
  orders[lastID] = order
  queues[order.price, default: []].append(lastID)
  resting.append(lastID)
  if order.isBuy { bestBid = max(bestBid ?? order.price, order.price) }
  if !order.isBuy { bestAsk = min(bestAsk ?? order.price, order.price) }
}

/// Takes what rests on the other side at prices that are as good, and leaves the rest in the book.
func send(_ new: Order) {
  var order = new
  while order.quantity > 0, let price = order.isBuy ? bestAsk : bestBid,
    order.isBuy ? price <= order.price : price >= order.price
  {
    guard let id = queues[price]?.first else { break }
    guard let other = orders[id] else {
      queues[price]?.removeFirst()
      continue
    }
    let quantity = min(order.quantity, other.quantity)
    take(quantity, from: id, as: "x")
    order.quantity -= quantity
  }
  if order.quantity > 0 { add(order) }
}

while lines.count < 300_000 {
  if Int.random(in: 0..<4, using: &random) == 0 { lines.append("@\(Int.random(in: 1...40, using: &random))") }
  middle += Double.random(in: -0.6...0.6, using: &random)
  let isBuy = Bool.random(using: &random)
  switch Int.random(in: 0..<100, using: &random) {
  case 0..<46:
    let distance = Int(Double.random(in: 0...1, using: &random) * Double.random(in: 0...60, using: &random)) + 1
    let price = Int(middle) + (isBuy ? -distance : distance)
    send(Order(isBuy: isBuy, price: price, quantity: 100 * Int.random(in: 1...9, using: &random)))
  case 46..<54:
    send(
      Order(isBuy: isBuy, price: Int(middle) + (isBuy ? 3 : -3), quantity: 100 * Int.random(in: 1...12, using: &random))
    )
  default:
    // An order of the last few thousand is taken back, or a part of it.
    let place = resting.count - 1 - Int.random(in: 0..<4_000, using: &random)
    guard resting.indices.contains(place), let order = orders[resting[place]] else { continue }
    let isPart = order.quantity > 100 && Int.random(in: 0..<4, using: &random) == 0
    take(isPart ? 100 : order.quantity, from: resting[place], as: "-")
  }
}
print(lines.joined(separator: "\n"))
