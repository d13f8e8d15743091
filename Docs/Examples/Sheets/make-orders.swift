// Writes orders.csv, the sheet that comes with the example: `swift make-orders.swift > orders.csv`. A year of orders of
// a coffee roaster that there is not, always the same; with its formulas, as somebody might have set them up.

/// SplitMix64: the generator of the standard library gives other orders each time.
struct Generator: RandomNumberGenerator {
  var state: UInt64 = 2025

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

struct Product {
  var category: String
  var name: String
  var cents: Int
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

let products = [
  Product(category: "Coffee", name: "House Blend 1 kg", cents: 1690, share: 22, pieces: 4...16),
  Product(category: "Coffee", name: "Espresso Forte 1 kg", cents: 1840, share: 18, pieces: 4...20),
  Product(category: "Coffee", name: "Ethiopia Sidamo 1 kg", cents: 2450, share: 9, pieces: 2...8),
  Product(category: "Coffee", name: "Decaf 500 g", cents: 1120, share: 7, pieces: 2...10),
  Product(category: "Tea", name: "Earl Grey 250 g", cents: 890, share: 8, pieces: 2...12),
  Product(category: "Tea", name: "Sencha 250 g", cents: 1260, share: 5, pieces: 2...8),
  Product(category: "Tea", name: "Peppermint 100 g", cents: 540, share: 6, pieces: 3...15),
  Product(category: "Supplies", name: "Paper Filters x100", cents: 475, share: 10, pieces: 5...30),
  Product(category: "Supplies", name: "Takeaway Cups x50", cents: 620, share: 11, pieces: 5...40),
  Product(category: "Supplies", name: "Descaler 1 l", cents: 935, share: 3, pieces: 1...6),
  Product(category: "Machines", name: "Burr Grinder", cents: 18900, share: 2, pieces: 1...2),
  Product(category: "Machines", name: "Milk Frother", cents: 6450, share: 2, pieces: 1...3),
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
]

let daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
/// Less is drunk in summer, and much is bought before Christmas.
let season = [100, 98, 102, 97, 92, 84, 78, 76, 95, 106, 118, 134]
let orderCount = 2000
let firstRow = 13
let lastRow = firstRow + orderCount - 1

var generator = Generator()

func pick<Element>(_ elements: [Element], by share: (Element) -> Int) -> Element {
  var rest = Int.random(in: 0..<elements.reduce(0) { $0 + share($1) }, using: &generator)
  for element in elements {
    rest -= share(element)
    if rest < 0 { return element }
  }
  return elements[elements.count - 1]
}

func twoDigits(_ number: Int) -> String {
  (number < 10 ? "0" : "") + String(number)
}

func money(_ cents: Int) -> String {
  "\(cents / 100).\(twoDigits(cents % 100))"
}

func field(_ text: String) -> String {
  guard text.contains(where: { ",\"".contains($0) }) else { return text }
  return "\"" + text.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
}

func line(_ fields: [String]) {
  print((fields + Array(repeating: "", count: 11 - fields.count)).map(field).joined(separator: ","))
}

func column(_ name: String) -> String {
  "\(name)$\(firstRow):\(name)$\(lastRow)"
}

func category(_ name: String, row: Int) -> [String] {
  [
    name, "=COUNTIF(\(column("C")),C\(row))", "=SUMIF(\(column("C")),C\(row),\(column("H")))",
    "=IF($B$4=0,0,ROUND(E\(row)/$B$4,3))",
  ]
}

// The summary.
line(["Orders of 2025", "", "", "=B5&\" orders, \"&B6&\" each\""])
line([])
line(["Summary", "", "Category", "Orders", "Sales", "Share", "From pieces", "Discount", "From amount", "Size"])
line(["Sales", "=SUM(\(column("H")))"] + category("Coffee", row: 4) + ["1", "0", "0", "small"])
line(["Orders", "=COUNT(\(column("H")))"] + category("Tea", row: 5) + ["12", "0.05", "150", "medium"])
line(["Average", "=ROUND(AVERAGE(\(column("H"))),2)"] + category("Supplies", row: 6) + ["24", "0.1", "500", "large"])
line(["Smallest", "=MIN(\(column("H")))"] + category("Machines", row: 7) + ["60", "0.15"])
line([
  "Largest", "=MAX(\(column("H")))", "All", "=SUM(D4:D7)", "=SUM(E4:E7)", "=SUM(F4:F7)", "", "", "Large orders",
  "=COUNTIF(\(column("J")),J6)",
])
line(["Target", "650000"])
line(["Reached", "=IF(B4>=B9,\"yes\",IF(B4>=90%*B9,\"nearly\",\"no\"))"])
line([])
line([
  "Order", "Date", "Category", "Product", "Pieces", "Price", "Discount", "Amount", "Balance", "Size", "Customer",
])

// The orders, spread over the year by season, and within a month evenly.
let weight = zip(daysInMonth, season).reduce(0) { $0 + $1.0 * $1.1 }
var days: [(month: Int, day: Int, weight: Int)] = []
for month in 0..<12 {
  for day in 1...daysInMonth[month] { days.append((month, day, season[month])) }
}
var dayIndex = 0
var passed = days[0].weight
for index in 0..<orderCount {
  while passed * orderCount <= index * weight, dayIndex + 1 < days.count {
    dayIndex += 1
    passed += days[dayIndex].weight
  }
  let (month, day, _) = days[dayIndex]
  let customer = pick(customers, by: \.share)
  let product = pick(products, by: \.share)
  let isMachine = product.category == "Machines"
  let pieces = Int.random(in: product.pieces, using: &generator) * (isMachine ? 1 : customer.size)
  // In July, prices went up by about 4 %.
  let cents = month < 6 ? product.cents : product.cents * 104 / 100 / 5 * 5
  let row = firstRow + index
  line([
    "A-\(1001 + index)", "2025-\(twoDigits(month + 1))-\(twoDigits(day))", product.category, product.name, "\(pieces)",
    money(cents), "=IF(E\(row)>=$G$7,$H$7,IF(E\(row)>=$G$6,$H$6,IF(E\(row)>=$G$5,$H$5,$H$4)))",
    "=ROUND(E\(row)*F\(row)*(1-G\(row)),2)", index == 0 ? "=H\(row)" : "=I\(row - 1)+H\(row)",
    "=IF(H\(row)>=$I$6,$J$6,IF(H\(row)>=$I$5,$J$5,$J$4))", customer.name,
  ])
}
