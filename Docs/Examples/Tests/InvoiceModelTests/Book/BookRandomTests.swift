import ReactiveDerived
import Testing

@testable import InvoiceModel

/// Compares random books and edits with a plain calculation.
@Suite struct BookRandomTests {
  private struct Source {
    var generator: Generator

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
    mutating func order() -> String { "O-\(number(1...9))" }
    mutating func customer() -> String { "C-\(number(1...4))" }
    mutating func rate() -> String { ["standard", "reduced", "exempt", "none"][number(0...3)] }
    mutating func percent() -> Percent { Percent("\(number(0...30)).\(number(0...99))")! }
    mutating func price() -> Money { Money(cents: number(0...15) == 0 ? 10_000_001 : number(0...9) * 333) }

    /// Some are invalid, and some change nothing.
    mutating func edit() -> Edit {
      switch number(0...19) {
      case 0...5: .quantity(order: order(), line: number(1...4), number(0...12))
      case 6...8: .price(order: order(), line: number(1...4), price())
      case 9...10: .customer(order: order(), customer: customer())
      case 11: .rate(rate(), percent())
      case 12: .tier(from: Money(cents: number(0...6) * 5_000), percent())
      case 13...15:
        .addLine(order: order(), quantity: number(0...9), price: price(), rate: rate(), product: "Something")
      case 16...17: .removeLine(order: order(), line: number(1...4))
      case 18: .addOrder(order(), customer: customer())
      default: .removeOrder(order())
      }
    }

    mutating func file() -> OrderFile {
      OrderFile(
        rates: ["standard", "reduced", "exempt"].map { .init(name: $0, percent: percent()) },
        tiers: (0..<number(0...3)).map { .init(from: Money(cents: $0 * 10_000), percent: percent()) },
        customers: (1...3).map { .init(id: "C-\($0)", name: "Customer \($0)") },
        orders: (1...6).map { order in
          .init(
            number: "O-\(order)", customer: "C-\(number(1...3))",
            lines: (0..<number(0...4)).map { _ in
              .init(
                product: "Something", quantity: .init(count: number(1...9)), price: Money(cents: number(0...9) * 333),
                rate: ["standard", "reduced", "exempt"][number(0...2)])
            })
        })
    }
  }

  /// Whether the book made the edit; it must refuse the same edits as the plain book.
  private func perform(_ edit: Edit, _ book: Book, _ plain: inout PlainBook) {
    let isFine = plain.perform(edit)
    do throws(InputError) {
      try book.perform(edit)
      #expect(isFine, "\(edit)")
    } catch {
      #expect(!isFine, "\(edit): \(error)")
    }
  }

  @Test(arguments: 1...20)
  func eachEditLeadsToWhatAPlainCalculationDoes(seed: UInt64) {
    var source = Source(generator: Generator(state: seed))
    let file = source.file()
    let trial = Trial(file)
    var plain = PlainBook(file)
    #expect(trial.book.totals == plain.totals)
    for step in 0..<80 {
      let before = plain
      let edit = source.edit()
      let count = trial.book.recomputations.count { perform(edit, trial.book, &plain) }
      #expect(trial.book.totals == plain.totals, "step \(step): \(edit)")
      #expect(trial.book.addsUp)
      #expect(count.runs == count.properties, "step \(step): \(edit) recomputed something twice")
      if plain == before { #expect(count.runs == 0, "step \(step): \(edit) changes nothing") }
    }
  }

  @Test(arguments: 1...20)
  func aBatchLeadsToTheSameWithEachPropertyOnce(seed: UInt64) {
    var source = Source(generator: Generator(state: seed * 1_000))
    let file = source.file()
    let trial = Trial(file)
    var plain = PlainBook(file)
    for step in 0..<20 {
      let edits = (0..<source.number(1...12)).map { _ in source.edit() }
      let count = trial.book.recomputations.count {
        batch { for edit in edits { perform(edit, trial.book, &plain) } }
      }
      #expect(trial.book.totals == plain.totals, "step \(step): \(edits)")
      #expect(count.runs == count.properties, "step \(step): \(edits) recomputed something twice")
    }
  }

  @Test(arguments: 1...10)
  func whoeverIsToldSeesSumsThatAgree(seed: UInt64) {
    var source = Source(generator: Generator(state: seed * 7))
    let book = Book(source.file())
    let updater = Updater()
    var checks = 0
    let amounts = [book.net, book.tax] + book.customers.flatMap { [$0.net, $0.tax] }
    updater.keepUpToDate(dependencies: amounts + book.rateTotals.map(\.net)) { [unowned book] in
      checks += 1
      #expect(book.net.value == book.rateTotals.reduce(.zero) { $0 + $1.net.value })
      #expect(book.tax.value == book.rateTotals.reduce(.zero) { $0 + $1.tax.value })
      #expect(book.net.value == book.customers.reduce(.zero) { $0 + $1.net.value })
      #expect(book.addsUp)
    }
    for _ in 0..<60 {
      let edit = source.edit()
      let before = checks
      try? book.perform(edit)
      #expect(checks - before <= 1)
    }
    #expect(checks > 5)
  }
}
