import ReactiveDerived
import Testing

@testable import InvoiceModel

@Suite struct BookTests {
  @Test func theSmallBookIsThatWhichCanBeCalculatedByHand() throws {
    let book = Book(try .small())
    // O-1: 40.00 + 11.00, no discount, tax 8.00 + 0.55; O-2: 120.00 less 10 %, tax 5.40; O-4: 10.00, tax 2.00.
    #expect(
      book.orders.value.map { "\($0.net) + \($0.tax) = \($0.total)" } == [
        "51.00 + 8.55 = 59.55", "108.00 + 5.40 = 113.40", "0.00 + 0.00 = 0.00", "10.00 + 2.00 = 12.00",
      ])
    #expect(book.customers.map(\.total.value.cents) == [172_95, 12_00, 0])
    #expect(
      book.rateTotals.map { "\($0.net) + \($0.tax) = \($0.total)" } == [
        "50.00 + 10.00 = 60.00", "119.00 + 5.95 = 124.95",
      ])
    #expect(book.orderCounts.value == [.zero: 3, Percent("10")!: 1])
    #expect("\(book.net) + \(book.tax) = \(book.total)" == "169.00 + 15.95 = 184.95")
  }

  @Test func allOfItGoesWhenItIsDropped() throws {
    weak var book: Book?
    weak var order: Order?
    weak var line: Line?
    weak var customer: Customer?
    weak var statement: Statement?
    do {
      let trial = try smallTrial()
      _ = try trial.runs("set O-1 1 quantity 5", "customer O-2 C-3", "order O-9 C-1", "add O-9 1 1 standard x")
      book = trial.book
      order = trial.book.orders.value.first
      line = order?.lines.value.first
      customer = trial.book.customers.first
      statement = trial.statement
      #expect(line != nil)
    }
    #expect(book == nil && order == nil && line == nil && customer == nil && statement == nil)
  }

  @Test func aRemovedOrderGoesAtOnce() throws {
    let trial = try smallTrial()
    weak var order: Order?
    order = trial.book.orders.value.first
    #expect(order != nil)
    _ = try trial.runs("remove O-1")
    #expect(order == nil)
  }
}
