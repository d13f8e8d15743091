import ReactiveDerived
import Testing

@testable import InvoiceModel

@Suite struct BookEditsTests {
  @Test(arguments: [
    ("set O-9 1 quantity 5", "there is no order \"O-9\""),
    ("set O-1 3 quantity 5", "order \"O-1\" has no line 3"),
    ("set O-1 1 quantity 0", "a quantity is from 1 to 10,000, not 0"),
    ("set O-1 1 quantity 10001", "a quantity is from 1 to 10,000, not 10,001"),
    ("set O-1 1 price 100000.01", "a price is at most 100,000.00, not 100,000.01"),
    ("customer O-1 C-9", "there is no customer \"C-9\""),
    ("customer O-9 C-1", "there is no order \"O-9\""),
    ("rate none 5", "there is no rate \"none\""),
    ("add O-9 1 1 standard x", "there is no order \"O-9\""),
    ("add O-1 1 1 none x", "there is no rate \"none\""),
    ("add O-1 0 1 standard x", "a quantity is from 1 to 10,000, not 0"),
    ("add O-1 1 200000 standard x", "a price is at most 100,000.00, not 200,000.00"),
    ("remove O-9", "there is no order \"O-9\""),
    ("remove O-3 1", "order \"O-3\" has no line 1"),
    ("order O-1 C-1", "there is an order \"O-1\" already"),
    ("order O-9 C-9", "there is no customer \"C-9\""),
  ])
  func anEditThatCannotBeMadeChangesNothing(text: String, reason: String) throws {
    let trial = try smallTrial()
    let edit = try Edit(text)
    let count = trial.book.recomputations.count {
      #expect(throws: InputError(reason)) { try trial.book.perform(edit) }
    }
    #expect(count.runs == 0)
    #expect(trial.book.orders.value.map(\.lines.value.count) == [2, 1, 0, 1])
  }

  @Test func linesKeepTheirNumbers() throws {
    let trial = try smallTrial()
    _ = try trial.runs("remove O-1 1", "add O-1 3 1.00 standard Spoon", "remove O-1 3", "add O-1 1 2.00 standard Fork")
    let order = try trial.book.order("O-1")
    #expect(order.lines.value.map(\.number) == [2, 4])
    #expect(order.lines.value.map(\.product) == ["Tea", "Fork"])
    #expect("\(order.net)" == "13.00")
  }

  @Test func aTierIsReplacedOrAdded() throws {
    let trial = try smallTrial()
    _ = try trial.runs("tier 100 20", "tier 50 15")
    #expect(
      trial.book.tiers.value.map { "\($0.from): \($0.discount)" } == ["0.00: 0 %", "50.00: 15 %", "100.00: 20 %"])
    // 40.00 and 11.00, less 15 %; 120.00 less 20 %.
    #expect(try trial.book.order("O-1").net.value == Money(cents: 4335))
    #expect(try trial.book.order("O-2").net.value == Money(cents: 9600))
  }
}
