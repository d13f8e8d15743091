import ReactiveDerived

/// The program: reads a file of orders, and reports the effects of edit scripts.
public struct Session {
  private let file: OrderFile
  private let path: String

  /// Reads a file of orders.
  public init(reading path: String) throws(InputError) {
    file = try OrderFile(reading: path)
    self.path = path
  }

  /// A report, in lines.
  public struct Report {
    public var lines: [String]
    /// Errors in lines of the script.
    public var complaints: [String] = []
  }

  /// All totals, and the invoices for these orders.
  public func totals(invoices: [String] = []) -> Report {
    let trial = Trial(file)
    var report = Report(lines: [title(trial), ""] + trial.statement.customers + [""] + trial.statement.summary)
    add(invoices, from: trial.book, to: &report)
    return report
  }

  /// Applies the edits one at a time and, to another copy of the orders, as a batch, and compares.
  public func apply(_ script: EditScript, invoices: [String] = []) -> Report {
    if script.lines.isEmpty { return totals(invoices: invoices) }
    let single = Trial(file)
    let batched = Trial(file)
    let title = title(single)
    let (steps, failures) = single.applyOneAtATime(script)
    let (count, _) = batched.applyAsBatch(script)

    let edits = Table(
      [.numbers("line"), .words("edit"), .numbers("recomputed"), .numbers("total")],
      steps.map { ["\($0.line.number)", shortened($0.line.text), grouped($0.count.runs), "\($0.total)"] })
    var report = Report(
      lines: [title, ""] + edits.lines + [""] + single.statement.changedCustomers + [""] + single.statement.summary,
      complaints: failures.map { "\(script.name):\($0.number): \($0.reason)" })
    add(invoices, from: single.book, to: &report)

    let runs = steps.reduce(0) { $0 + $1.count.runs }
    let (notices, noticesOfBatch) = (single.statement.noticeCount, batched.statement.noticeCount)
    report.lines += [
      "",
      "one at a time: \(grouped(runs)) recomputed; as a batch: \(grouped(count.runs)) recomputed",
      "one at a time: \(grouped(notices)) customer totals notified; as a batch: \(grouped(noticesOfBatch)) notified",
      "one at a time: \(single.statement.sentence); as a batch: \(batched.statement.sentence)",
    ]
    return report
  }

  private func add(_ invoices: [String], from book: Book, to report: inout Report) {
    for number in invoices {
      do throws(InputError) {
        report.lines += [""] + Invoice(of: try book.order(number), in: book).lines
      } catch {
        report.complaints.append(error.description)
      }
    }
  }

  private func title(_ trial: Trial) -> String {
    let lines = file.orders.reduce(0) { $0 + $1.lines.count }
    return "\(path): \(amount(file.customers.count, "customer")), \(amount(file.orders.count, "order")), "
      + "\(amount(lines, "line")); \(amount(trial.book.recomputations.propertyCount, "property", "properties"))"
  }
}

/// `1 order`, `1,000 orders`
private func amount(_ count: Int, _ singular: String, _ plural: String? = nil) -> String {
  "\(grouped(count)) \(count == 1 ? singular : plural ?? singular + "s")"
}
