import ReactiveDerived

/// A separate book to try a script on.
final class Trial {
  let book: Book
  let statement: Statement

  init(_ file: OrderFile) {
    book = Book(file)
    statement = Statement(of: book)
  }

  /// The effect of an edit.
  struct Step {
    var line: EditScript.Line
    var count: Recomputations.Count
    var total: Money
  }

  /// A skipped line and its error.
  struct Failure: Equatable {
    var number: Int
    var reason: InputError
  }

  func applyOneAtATime(_ script: EditScript) -> (steps: [Step], failures: [Failure]) {
    var steps: [Step] = []
    var failures: [Failure] = []
    for line in script.lines {
      let count = book.recomputations.count { apply(line, &failures) }
      if failures.last?.number != line.number {
        steps.append(Step(line: line, count: count, total: book.total.value))
      }
    }
    return (steps, failures)
  }

  func applyAsBatch(_ script: EditScript) -> (count: Recomputations.Count, failures: [Failure]) {
    var failures: [Failure] = []
    let count = book.recomputations.count {
      batch {
        for line in script.lines { apply(line, &failures) }
      }
    }
    return (count, failures)
  }

  private func apply(_ line: EditScript.Line, _ failures: inout [Failure]) {
    do {
      try book.perform(line.edit.get())
    } catch {
      failures.append(Failure(number: line.number, reason: error))
    }
  }
}
