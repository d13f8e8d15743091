import Foundation
import Testing

@testable import InvoiceModel

@Suite struct OrderFileTests {
  private func reason(_ text: String) -> String? {
    do throws(InputError) {
      _ = try OrderFile(Data(text.utf8))
      return nil
    } catch {
      return error.description
    }
  }

  /// The small file with a replacement.
  private func reason(replacing old: String, with new: String) throws -> String? {
    let place = try #require(smallFile.range(of: old))
    return reason(smallFile.replacingCharacters(in: place, with: new))
  }

  @Test func amountsAreReadAsTheyAreWritten() throws {
    let file = try OrderFile.small()
    #expect(file.orders[0].lines[1].price == Money(cents: 550))
    #expect(file.rates.map(\.percent.hundredths) == [2000, 500])
    #expect(file.orders.map(\.lines.count) == [2, 1, 0, 1])
  }

  @Test(arguments: [
    (#""price": "5.50""#, #""price": 5.5"#, #"orders[0].lines[1].price: expected an amount, such as "12.50""#),
    (#""price": "5.50""#, #""price": "-5""#, #"orders[0].lines[1].price: expected an amount, such as "12.50""#),
    (
      #""percent": "20""#, #""percent": "120""#,
      #"rates[0].percent: expected a percentage from 0 to 100, such as "7.5""#
    ),
    (#""price": "5.50", "#, "", #"orders[0].lines[1]: "price" is missing"#),
    (#""price": "5.50""#, #""price": "100000.01""#, "order O-1, line 2: a price is at most 100,000.00, not 100,000.01"),
    (#""quantity": 2"#, #""quantity": 0"#, "order O-1, line 2: a quantity is from 1 to 10,000, not 0"),
    (#""rate": "reduced""#, #""rate": "none""#, #"order O-1, line 2: there is no rate "none""#),
    (#""customer": "C-2""#, #""customer": "C-9""#, #"order O-3: there is no customer "C-9""#),
    (#""number": "O-2""#, #""number": "O-1""#, #"there are two of the order "O-1""#),
    (#""id": "C-2""#, #""id": "C-1""#, #"there are two of the customer "C-1""#),
    (#""name": "reduced""#, #""name": "standard""#, #"there are two of the rate "standard""#),
    (#""number": "O-2""#, #""number": "O 2""#, #""O 2" cannot be the name of an order"#),
    (#""id": "C-2""#, #""id": """#, #""" cannot be the name of a customer"#),
    (#""from": "100.00""#, #""from": "0.00""#, "the tiers are not in the order of where they begin"),
  ])
  func whatIsWrongIsSaidWithItsPlace(old: String, new: String, expected: String) throws {
    #expect(try reason(replacing: old, with: new) == expected)
  }

  @Test(arguments: ["2.5", "99999999999999999999", "true", "\"2\"", "null"])
  func aQuantityIsAWholeNumber(text: String) throws {
    let reason = try reason(replacing: #""quantity": 2"#, with: #""quantity": \#(text)"#)
    #expect(reason == "orders[0].lines[1].quantity: expected a whole number")
  }

  @Test(arguments: ["", "{", "[1, 2", "null", "{}", "\u{0}"])
  func whatIsNoFileOfOrdersIsRefusedInOneLine(text: String) throws {
    let reason = try #require(self.reason(text))
    #expect(!reason.isEmpty && !reason.contains("\n"))
  }

  @Test func whatIsNoJSONIsSaidWithItsLine() throws {
    let reason = try #require(try self.reason(replacing: #""tiers": ["#, with: #""tiers": [[}"#))
    #expect(reason.hasPrefix("this is no JSON: "))
    #if os(Linux)
    #expect(reason.hasSuffix(", in line 3"))
    #endif
  }
}
