import Testing

@testable import InvoiceModel

@Suite struct TableTests {
  @Test func wordsBeginAndNumbersEndAtTheSamePlace() {
    let table = Table([.words("name"), .numbers("n"), .words("")], [["a", "1", "x"], ["bcdef", "12345", ""]])
    #expect(
      table.lines == [
        "name       n",
        "a          1  x",
        "bcdef  12345",
      ])
  }
}
