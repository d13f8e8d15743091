import Foundation

/// The contents of an order file. Amounts and percentages are strings, such as "16.90", to avoid `Double`.
struct OrderFile: Decodable, Sendable {
  var rates: [Rate]
  var tiers: [Tier]
  var customers: [Customer]
  var orders: [Order]

  struct Rate: Decodable, Sendable {
    var name: String
    var percent: Percent
  }

  struct Tier: Decodable, Sendable {
    var from: Money
    var percent: Percent
  }

  struct Customer: Decodable, Sendable {
    var id: String
    var name: String
  }

  struct Order: Decodable, Sendable {
    var number: String
    var customer: String
    var lines: [Line]
  }

  struct Line: Decodable, Sendable {
    var product: String
    var quantity: Quantity
    var price: Money
    var rate: String
  }

  struct Quantity: Decodable, Sendable {
    var count: Int
  }
}

extension OrderFile {
  init(reading path: String) throws(InputError) {
    guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.readToEnd() ?? Data() else {
      throw InputError("cannot read \(path)")
    }
    do throws(InputError) {
      try self.init(data)
    } catch {
      throw InputError("\(path): \(error)")
    }
  }

  /// Decodes and checks it.
  init(_ data: Data) throws(InputError) {
    do {
      self = try JSONDecoder().decode(OrderFile.self, from: data)
    } catch {
      throw InputError(error, decoding: data)
    }
    try check()
  }
}

extension Money: Decodable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.single("an amount, such as \"12.50\"", of: String.self) { Money($0) }
  }
}

extension Percent: Decodable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.single("a percentage from 0 to 100, such as \"7.5\"", of: String.self) { Percent($0) }
  }
}

extension OrderFile.Quantity {
  init(from decoder: any Decoder) throws {
    count = try decoder.single("a whole number", of: Int.self) { $0 }
  }
}

extension Decoder {
  /// Throws an error that states the expected value and the place.
  fileprivate func single<Raw: Decodable, Value>(
    _ meaning: String, of type: Raw.Type, _ convert: (Raw) -> Value?
  ) throws -> Value {
    let container = try singleValueContainer()
    guard let raw = try? container.decode(Raw.self), let value = convert(raw) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected \(meaning)")
    }
    return value
  }
}
