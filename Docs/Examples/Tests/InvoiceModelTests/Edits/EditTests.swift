import Testing

@testable import InvoiceModel

@Suite struct EditTests {
  private func reason(_ text: String) -> String? {
    do throws(InputError) {
      _ = try Edit(text)
      return nil
    } catch {
      return error.description
    }
  }

  @Test(
    arguments: [
      ("set O-1007 3 quantity 5", .quantity(order: "O-1007", line: 3, 5)),
      ("  set\tO-1007  3 price 12.5 ", .price(order: "O-1007", line: 3, Money(cents: 1250))),
      ("customer O-1007 C-12", .customer(order: "O-1007", customer: "C-12")),
      ("rate reduced 7", .rate("reduced", Percent("7")!)),
      ("tier 1000 2.5", .tier(from: Money(cents: 100_000), Percent("2.5")!)),
      (
        "add O-1 2 64.50 standard Milk  Frother #2",
        .addLine(order: "O-1", quantity: 2, price: Money(cents: 6450), rate: "standard", product: "Milk Frother #2")
      ),
      ("remove O-1 2", .removeLine(order: "O-1", line: 2)),
      ("remove O-1", .removeOrder("O-1")),
      ("order O-9 C-1", .addOrder("O-9", customer: "C-1")),
    ] as [(String, Edit)])
  func editsAreRead(text: String, edit: Edit) throws {
    #expect(try Edit(text) == edit)
  }

  @Test(
    arguments: [
      ("sett O-1 1 quantity 5", "unknown command \"sett\"; expected set, customer, rate, tier, add, remove or order"),
      ("set", "an order is missing; expected: set ORDER LINE quantity COUNT, or set ORDER LINE price AMOUNT"),
      (
        "set O-1 x price 5",
        "\"x\" is not a line's number; expected: set ORDER LINE quantity COUNT, or set ORDER LINE price AMOUNT"
      ),
      (
        "set O-1 1 colour red",
        "\"colour\" cannot be set; expected: set ORDER LINE quantity COUNT, or set ORDER LINE price AMOUNT"
      ),
      (
        "set O-1 1 quantity -5",
        "\"-5\" is not a count; expected: set ORDER LINE quantity COUNT, or set ORDER LINE price AMOUNT"
      ),
      ("rate reduced 107", "\"107\" is not a percentage from 0 to 100, such as 7.5; expected: rate NAME PERCENT"),
      ("tier 1,000 5", "\"1,000\" is not an amount, such as 12.50; expected: tier AMOUNT PERCENT"),
      ("add O-1 2 64.50 standard", "a product is missing; expected: add ORDER COUNT AMOUNT RATE PRODUCT"),
      ("customer O-1 C-2 now", "\"now\" is too much; expected: customer ORDER CUSTOMER"),
      ("remove O-1 1 2", "\"2\" is too much; expected: remove ORDER LINE, or remove ORDER"),
      ("order O-9", "a customer is missing; expected: order ORDER CUSTOMER"),
      ("set O-1 1 quantity 99999999999999999999", nil),
    ] as [(String, String?)])
  func whatIsWrongIsSaid(text: String, expected: String?) throws {
    let reason = try #require(self.reason(text))
    if let expected { #expect(reason == expected) }
  }
}
