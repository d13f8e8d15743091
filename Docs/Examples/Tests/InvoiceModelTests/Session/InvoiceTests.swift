import Testing

@testable import InvoiceModel

@Suite struct InvoiceTests {
  @Test func itSaysWhatHasToBePaid() throws {
    let trial = try smallTrial()
    _ = try trial.runs("set O-1 1 quantity 10")
    #expect(
      Invoice(of: try trial.book.order("O-1"), in: trial.book).lines == [
        "Order O-1 of C-1, Anna",
        "",
        "line  product  quantity  price  rate         net",
        "   1  Cup            10  10.00  standard  100.00",
        "   2  Tea             2   5.50  reduced    11.00",
        "",
        "rate               net  less 10 %    tax",
        "standard  20 %  100.00      90.00  18.00",
        "reduced    5 %   11.00       9.90   0.50",
        "all             111.00      99.90  18.50",
        "",
        "to pay  118.40",
      ])
  }

  @Test func anEmptyOneComesToNothing() throws {
    let book = Book(try .small())
    #expect(Invoice(of: try book.order("O-3"), in: book).lines.last == "to pay  0.00")
  }
}
