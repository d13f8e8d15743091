import ReactiveDerived
import Testing

@testable import InvoiceModel

@Suite struct OrderTests {
  @Test func nobodySeesANewSubtotalWithTheOldDiscount() throws {
    let book = Book(try .small())
    let order = try book.order("O-1")
    var seen: [String] = []
    for part in order.parts {
      part.net.sink { net in
        seen.append("\(net) of \(part.subtotal) less \(order.discount)")
        #expect(net == part.subtotal.value - part.subtotal.value.part(order.discount.value))
      }
    }
    let line = order.lines.value[0]
    line.quantity.value = 8
    #expect(seen == ["80.00 of 80.00 less 0 %"])
    // The order passes 100.00, which affects its other part, too.
    line.quantity.value = 10
    #expect(seen.dropFirst() == ["90.00 of 100.00 less 10 %", "9.90 of 11.00 less 10 %"])
    batch {
      line.quantity.value = 1
      line.price.value = Money(cents: 10_000)
    }
    #expect(seen.count == 3)
  }

  @Test func theTotalOfAnOrderIsComputedWhenItIsReadAndNoSooner() throws {
    let trial = try smallTrial()
    let order = try trial.book.order("O-1")
    let count = trial.book.recomputations.count { _ = order.total.value }
    #expect(count.runs == 1)
    _ = try trial.runs("set O-1 1 quantity 5")
    #expect(trial.book.recomputations.count { _ = order.total.value }.runs == 1)
    #expect(trial.book.recomputations.count { _ = order.total.value }.runs == 0)
  }
}
