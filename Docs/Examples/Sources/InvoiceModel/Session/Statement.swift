import ReactiveDerived

/// The totals of a book as text, kept up to date while the statement is alive.
///
/// Its observers make the book compute: changes propagate to the totals at once.
final class Statement {
  /// The overall amounts in a sentence, formatted when read.
  let sentence: FormattedBehavior
  /// The overall amounts and those per rate, as a table.
  private(set) var summary: [String] = []
  /// The number of times the summary was written.
  private(set) var summaryCount = 0
  /// The number of notices about a customer's new total.
  private(set) var noticeCount = 0

  private let book: Book
  private let updater = Updater(name: "statement")
  /// The initial totals of customers with a notice.
  private var formerTotals: [String: Money] = [:]

  init(of book: Book) {
    self.book = book
    sentence = "\(book.net) + \(book.tax) tax = \(book.total)"
    // Writing a summary twice is harmless, so an updater keeps it current. A notice is an event, so it follows a
    // transition.
    let shown: [any BehaviorProtocol] =
      [book.net, book.tax, book.total, book.orderCounts, book.tiers]
      + book.rates.map(\.percent) + book.rateTotals.flatMap { [$0.net, $0.tax, $0.total] }
    updater.keepUpToDate(dependencies: shown, updater: self, Statement.writeSummary)
    for customer in book.customers {
      updater.onTransition(customer.total) { [unowned self] former, _ in
        guard let former else { return }
        noticeCount += 1
        if formerTotals[customer.id] == nil { formerTotals[customer.id] = former }
      }
    }
  }

  private func writeSummary() {
    summaryCount += 1
    let rates = book.rateTotals.map { total in
      [total.rate.name, "\(total.rate.percent)", "\(total.net)", "\(total.tax)", "\(total.total)"]
    }
    let taxes = Table(
      [.words("rate"), .numbers(""), .numbers("net"), .numbers("tax"), .numbers("total")],
      rates + [["all", "", "\(book.net)", "\(book.tax)", "\(book.total)"]])

    let counts = book.orderCounts.value
    let tiers = Dictionary(grouping: book.tiers.value, by: \.discount)
    let discounts = Table(
      [.numbers("discount"), .numbers("from"), .numbers("orders")],
      Set(counts.keys).union(tiers.keys).sorted().map { discount in
        let beginnings = (tiers[discount] ?? []).map { "\($0.from)" }
        return ["\(discount)", beginnings.joined(separator: ", "), grouped(counts[discount] ?? 0)]
      })
    summary = taxes.lines + [""] + discounts.lines
  }

  /// The totals of all customers.
  var customers: [String] {
    Table(
      [.words("customer"), .words(""), .numbers("orders"), .numbers("net"), .numbers("tax"), .numbers("total")],
      book.customers.map { customer in
        [
          customer.id, printable(customer.name), grouped(customer.orders.value.count), "\(customer.net)",
          "\(customer.tax)", "\(customer.total)",
        ]
      }
    ).lines
  }

  /// The totals of customers that differ from the initial ones.
  var changedCustomers: [String] {
    let rows = book.customers.compactMap { customer -> [String]? in
      let total = customer.total.value
      guard let former = formerTotals[customer.id], former != total else { return nil }
      let sign = total > former ? "+" : ""
      return [customer.id, printable(customer.name), "\(former)", "\(total)", "\(sign)\(total - former)"]
    }
    if rows.isEmpty { return ["all customers' totals are what they were"] }
    return Table(
      [.words("customer"), .words(""), .numbers("before"), .numbers("after"), .numbers("change")], rows
    ).lines
  }
}
