extension Edit {
  /// The syntax of edits, by their first words.
  static let forms: KeyValuePairs = [
    "set": "set ORDER LINE quantity COUNT, or set ORDER LINE price AMOUNT",
    "customer": "customer ORDER CUSTOMER",
    "rate": "rate NAME PERCENT",
    "tier": "tier AMOUNT PERCENT",
    "add": "add ORDER COUNT AMOUNT RATE PRODUCT",
    "remove": "remove ORDER LINE, or remove ORDER",
    "order": "order ORDER CUSTOMER",
  ]

  /// Reads an edit. Blanks separate words; a product name extends to the end of the line.
  init(_ text: String) throws(InputError) {
    var words = Words(text)
    let command = try words.next("a command")
    guard let form = Edit.forms.first(where: { $0.key == command })?.value else {
      let known = Edit.forms.map(\.key)
      throw InputError(
        "unknown command \(quoted(command)); expected \(known.dropLast().joined(separator: ", ")) or \(known.last!)")
    }
    do {
      try self.init(command, &words)
      try words.finish()
    } catch {
      throw InputError("\(error); expected: \(form)")
    }
  }

  private init(_ command: String, _ words: inout Words) throws(InputError) {
    switch command {
    case "set": try self.init(setting: &words)
    case "customer":
      self = .customer(order: try words.next("an order"), customer: try words.next("a customer"))
    case "rate":
      self = .rate(try words.next("a rate"), try words.percent())
    case "tier":
      self = .tier(from: try words.amount(), try words.percent())
    case "add":
      self = .addLine(
        order: try words.next("an order"), quantity: try words.count("a count"), price: try words.amount(),
        rate: try words.next("a rate"), product: try words.rest("a product"))
    case "remove":
      let order = try words.next("an order")
      self = words.isEmpty ? .removeOrder(order) : .removeLine(order: order, line: try words.count("a line's number"))
    default:
      self = .addOrder(try words.next("an order"), customer: try words.next("a customer"))
    }
  }

  private init(setting words: inout Words) throws(InputError) {
    let order = try words.next("an order")
    let line = try words.count("a line's number")
    switch try words.next("quantity or price") {
    case "quantity": self = .quantity(order: order, line: line, try words.count("a count"))
    case "price": self = .price(order: order, line: line, try words.amount())
    case let word: throw InputError("\(quoted(word)) cannot be set")
    }
  }
}

/// The words of a line, in order.
private struct Words {
  private var words: ArraySlice<String>

  init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).map { String($0) }[...]
  }

  var isEmpty: Bool { words.isEmpty }

  mutating func next(_ meaning: String) throws(InputError) -> String {
    guard let word = words.popFirst() else { throw InputError("\(meaning) is missing") }
    return word
  }

  mutating func count(_ meaning: String) throws(InputError) -> Int {
    let word = try next(meaning)
    // Digits only, because `Int` accepts a sign.
    guard word.allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int(word) else {
      throw InputError("\(quoted(word)) is not \(meaning)")
    }
    return count
  }

  mutating func amount() throws(InputError) -> Money {
    let word = try next("an amount")
    guard let amount = Money(word) else { throw InputError("\(quoted(word)) is not an amount, such as 12.50") }
    return amount
  }

  mutating func percent() throws(InputError) -> Percent {
    let word = try next("a percentage")
    guard let percent = Percent(word) else {
      throw InputError("\(quoted(word)) is not a percentage from 0 to 100, such as 7.5")
    }
    return percent
  }

  mutating func rest(_ meaning: String) throws(InputError) -> String {
    let first = try next(meaning)
    defer { words = [] }
    return ([first] + words).joined(separator: " ")
  }

  func finish() throws(InputError) {
    if let word = words.first { throw InputError("\(quoted(word)) is too much") }
  }
}
