import ReactiveDerived
import Testing

@testable import InvoiceModel

/// The number of properties that an edit recomputes. Each comment lists them.
@Suite struct RecomputationsTests {
  /// line.net, part.subtotal, order.subtotal, order.discount, part.net, part.tax, order.net, order.tax,
  /// customer.net/tax/total, rate.net/tax/total, book.net/tax/total
  private let chain = 17

  @Test func aQuantityRecomputesTheChainAboveIt() throws {
    #expect(try smallTrial().runs("set O-1 1 quantity 5") == chain)
    #expect(try smallTrial().runs("set O-1 2 price 5") == chain)
  }

  @Test func whatChangesNothingRecomputesNothing() throws {
    let trial = try smallTrial()
    #expect(try trial.runs("set O-1 1 quantity 4") == 0)
    #expect(try trial.runs("set O-1 1 price 10") == 0)
    #expect(try trial.runs("customer O-1 C-1") == 0)
    #expect(try trial.runs("rate standard 20") == 0)
    #expect(try trial.runs("tier 100 10") == 0)
    // In a batch, changed and restored.
    #expect(try trial.runs("set O-1 1 quantity 9", "rate standard 50", "rate standard 20", "set O-1 1 quantity 4") == 0)
    #expect(trial.statement.summaryCount == 1)
    #expect(trial.statement.noticeCount == 0)
  }

  @Test func anEqualNetAmountEndsTheMatter() throws {
    // 4 × 10.00 = 8 × 5.00: line.net alone.
    #expect(try smallTrial().runs("set O-1 1 quantity 8", "set O-1 1 price 5.00") == 1)
  }

  @Test func anEqualDiscountConcernsNobody() throws {
    // order.discount of all four; none is above 200.00.
    #expect(try smallTrial().runs("tier 200 20") == 4)
  }

  @Test func anotherDiscountConcernsAllPartsOfItsOrder() throws {
    // The chain; the other part's net and tax; the other rate's net, tax and total; the order counts by discount.
    #expect(try smallTrial().runs("set O-1 1 quantity 50") == chain + 2 + 3 + 1)
  }

  @Test func aRateConcernsNoNetAmount() throws {
    // part.tax of all four orders. Two have taxed amounts: order.tax of these, customer.tax/total of both customers,
    // rate.tax/total, book.tax/total.
    #expect(try smallTrial().runs("rate standard 19") == 4 + 2 + 4 + 2 + 2)
  }

  @Test func anotherCustomerConcernsTwoAndNoTotal() throws {
    // The grouping; three customers' orders; net, tax and total of two; book.net and book.tax, which are equal.
    #expect(try smallTrial().runs("customer O-2 C-3") == 1 + 3 + 6 + 2)
  }

  @Test func aBatchRecomputesEachPropertyOnce() throws {
    let trial = try smallTrial()
    // Both lines of an order: shared dependents recompute once. (line.net, part.subtotal/net/tax, rate.net/tax/total)
    #expect(try trial.runs("set O-1 1 quantity 5", "set O-1 2 quantity 3") == chain + 7)
    #expect(trial.statement.noticeCount == 1)
    #expect(trial.statement.summaryCount == 2)
  }

  @Test func anOrderThatGoesInItsBatchIsNeverComputed() throws {
    let trial = try smallTrial()
    // The new list of orders is equal, so its dependents do not run.
    #expect(try trial.runs("order O-9 C-1", "add O-9 1 1.00 standard x", "remove O-9") == 0)
  }

  @Test func nothingIsComputedForNobody() throws {
    let book = Book(try .small())
    #expect(book.recomputations.count { _ = book.orders.value.count } == .init())
    let edit = try Edit("set O-1 1 quantity 5")
    #expect(try book.recomputations.count { try book.perform(edit) }.runs == 0)
    // Only the net of a line.
    let line = try book.order("O-4").lines.value[0]
    #expect(
      book.recomputations.count { _ = line.net.value } == .init(runs: 1, properties: 1))
    #expect(book.recomputations.count { _ = line.net.value } == .init())
  }

  @Test func whatRunsTwiceInAChangeIsCountedAsOneProperty() {
    let recomputations = Recomputations()
    let double = recomputations.counted { (number: Int) in number * 2 }
    let sum = recomputations.counted { (a: Int, b: Int) in a + b }
    #expect(recomputations.propertyCount == 2)
    let first = recomputations.count { _ = sum(double(1), double(2)) }
    #expect(first == .init(runs: 3, properties: 2))
    #expect(recomputations.count { _ = double(1) } == .init(runs: 1, properties: 1))
    #expect(recomputations.count {} == .init())
  }
}
