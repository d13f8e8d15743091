// Writes orders.json, the orders that come with the example: `swift make-orders.swift > orders.json`. The orders of a
// coffee roaster that there is not, always the same.

/// SplitMix64: the generator of the standard library gives other orders each time.
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

struct Product {
  var name: String
  var cents: Int
  var rate: String
  /// How often it is ordered, and how many pieces at once.
  var share: Int
  var pieces: ClosedRange<Int>
}

struct Customer {
  var name: String
  var share: Int
  /// Large customers order several times as much.
  var size: Int
}

let rates = [("standard", "19"), ("reduced", "7"), ("exempt", "0")]
let tiers = [("0.00", "0"), ("500.00", "3"), ("1500.00", "5"), ("4000.00", "7.5"), ("10000.00", "10")]

let products = [
  Product(name: "House Blend 1 kg", cents: 1690, rate: "reduced", share: 22, pieces: 4...16),
  Product(name: "Espresso Forte 1 kg", cents: 1840, rate: "reduced", share: 18, pieces: 4...20),
  Product(name: "Ethiopia Sidamo 1 kg", cents: 2450, rate: "reduced", share: 9, pieces: 2...8),
  Product(name: "Decaf 500 g", cents: 1120, rate: "reduced", share: 7, pieces: 2...10),
  Product(name: "Earl Grey 250 g", cents: 890, rate: "reduced", share: 8, pieces: 2...12),
  Product(name: "Sencha 250 g", cents: 1260, rate: "reduced", share: 5, pieces: 2...8),
  Product(name: "Paper Filters x100", cents: 475, rate: "standard", share: 12, pieces: 5...30),
  Product(name: "Takeaway Cups x50", cents: 620, rate: "standard", share: 14, pieces: 5...40),
  Product(name: "Descaler 1 l", cents: 935, rate: "standard", share: 4, pieces: 1...6),
  Product(name: "Burr Grinder", cents: 18900, rate: "standard", share: 3, pieces: 1...2),
  Product(name: "Milk Frother", cents: 6450, rate: "standard", share: 3, pieces: 1...3),
  Product(name: "Barista Class", cents: 4500, rate: "exempt", share: 2, pieces: 1...4),
]

let customers = [
  Customer(name: "Café Central", share: 12, size: 2),
  Customer(name: "Baker, Son & Co.", share: 14, size: 2),
  Customer(name: "The \"Blue Door\" Bistro", share: 8, size: 1),
  Customer(name: "Hotel Bellevue", share: 9, size: 4),
  Customer(name: "Northside Books", share: 6, size: 1),
  Customer(name: "Museum Shop", share: 5, size: 1),
  Customer(name: "Quay 9 Coworking", share: 8, size: 2),
  Customer(name: "Harbour Ferries Ltd.", share: 7, size: 5),
  Customer(name: "Gärtnerei Lindenhof", share: 4, size: 1),
  Customer(name: "St. Mary's Hospital", share: 6, size: 6),
  Customer(name: "Little Owl Kindergarten", share: 3, size: 1),
  Customer(name: "Pasticceria Rossi", share: 10, size: 2),
  Customer(name: "University Canteen", share: 8, size: 6),
  Customer(name: "Opera House", share: 4, size: 3),
  Customer(name: "Mill Lane Bakery", share: 7, size: 2),
  Customer(name: "Station Kiosk", share: 9, size: 1),
]

let orderCount = 1000

var generator = Generator()

func pick<Element>(_ elements: [Element], by share: (Element) -> Int) -> Int {
  var rest = Int.random(in: 0..<elements.reduce(0) { $0 + share($1) }, using: &generator)
  for (index, element) in elements.enumerated() {
    rest -= share(element)
    if rest < 0 { return index }
  }
  return elements.count - 1
}

func twoDigits(_ number: Int) -> String {
  (number < 10 ? "0" : "") + String(number)
}

func money(_ cents: Int) -> String {
  "\(cents / 100).\(twoDigits(cents % 100))"
}

func quoted(_ text: String) -> String {
  "\"" + text.map { "\"\\".contains($0) ? "\\\($0)" : "\($0)" }.joined() + "\""
}

/// `{ "name": "value", … }`
func object(_ members: KeyValuePairs<String, String>) -> String {
  "{ " + members.map { "\(quoted($0)): \($1)" }.joined(separator: ", ") + " }"
}

func list(_ name: String, _ elements: [String], isLast: Bool = false) {
  print("  \(quoted(name)): [")
  print(elements.map { "    \($0)" }.joined(separator: ",\n"))
  print(isLast ? "  ]" : "  ],")
}

func customerNumber(_ index: Int) -> String {
  quoted("C-\(twoDigits(index + 1))")
}

func order(_ index: Int) -> String {
  let customer = pick(customers, by: \.share)
  let size = customers[customer].size
  // Nobody orders the same twice.
  var chosen: [Int] = []
  for _ in 0..<Int.random(in: 1...(2 + size), using: &generator) {
    let product = pick(products, by: \.share)
    if !chosen.contains(product) { chosen.append(product) }
  }
  let lines = chosen.map { product in
    let product = products[product]
    let isBig = product.cents > 4000
    let pieces = Int.random(in: product.pieces, using: &generator) * (isBig ? 1 : size)
    // In the second half of the year, prices went up by about 4 %.
    let cents = index < orderCount / 2 ? product.cents : product.cents * 104 / 100 / 5 * 5
    return "      "
      + object([
        "product": quoted(product.name), "quantity": "\(pieces)", "price": quoted(money(cents)),
        "rate": quoted(product.rate),
      ])
  }
  return """
    { "number": \(quoted("O-\(1001 + index)")), "customer": \(customerNumber(customer)), "lines": [
    \(lines.joined(separator: ",\n"))
        ] }
    """
}

print("{")
list("rates", rates.map { object(["name": quoted($0), "percent": quoted($1)]) })
list("tiers", tiers.map { object(["from": quoted($0), "percent": quoted($1)]) })
list(
  "customers",
  customers.enumerated().map { index, customer in
    object(["id": customerNumber(index), "name": quoted(customer.name)])
  })
list("orders", (0..<orderCount).map(order), isLast: true)
print("}")
