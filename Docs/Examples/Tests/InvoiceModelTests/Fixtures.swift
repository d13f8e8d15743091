import Foundation
import ReactiveDerived
import Testing

@testable import InvoiceModel

/// Two rates, two tiers, three customers, four orders; one customer has no orders.
let smallFile = """
  {
    "rates": [{ "name": "standard", "percent": "20" }, { "name": "reduced", "percent": "5" }],
    "tiers": [{ "from": "0", "percent": "0" }, { "from": "100.00", "percent": "10" }],
    "customers": [
      { "id": "C-1", "name": "Anna" }, { "id": "C-2", "name": "Bert" }, { "id": "C-3", "name": "Cleo" }
    ],
    "orders": [
      { "number": "O-1", "customer": "C-1", "lines": [
        { "product": "Cup", "quantity": 4, "price": "10.00", "rate": "standard" },
        { "product": "Tea", "quantity": 2, "price": "5.50", "rate": "reduced" }
      ] },
      { "number": "O-2", "customer": "C-1", "lines": [
        { "product": "Coffee", "quantity": 10, "price": "12.00", "rate": "reduced" }
      ] },
      { "number": "O-3", "customer": "C-2", "lines": [] },
      { "number": "O-4", "customer": "C-2", "lines": [
        { "product": "Cup", "quantity": 1, "price": "10.00", "rate": "standard" }
      ] }
    ]
  }
  """

extension OrderFile {
  static func small() throws -> OrderFile { try OrderFile(Data(smallFile.utf8)) }
}

/// An observed book, whose totals are kept up to date.
func smallTrial() throws -> Trial { Trial(try .small()) }

extension Trial {
  /// The number of properties that these edits recompute, as one change; none twice.
  func runs(_ edits: String...) throws -> Int {
    let edits = try edits.map { text throws in try Edit(text) }
    let count = try book.recomputations.count {
      try batch { for edit in edits { try book.perform(edit) } }
    }
    #expect(count.runs == count.properties)
    return count.runs
  }
}

/// SplitMix64, to make failures reproducible.
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
