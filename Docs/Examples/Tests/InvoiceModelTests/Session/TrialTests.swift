import ReactiveDerived
import Testing

@testable import InvoiceModel

@Suite struct TrialTests {
  private let script = EditScript(
    """
    set O-1 1 quantity 5
    nonsense
    set O-9 1 quantity 5
    order O-9 C-3
    add O-9 2 3.00 reduced Tea
    set O-9 1 quantity 5

    set O-9 2 quantity 5
    set O-1 1 quantity 4
    """, name: "s")

  @Test func bothWaysSkipTheSameLinesAndEndAlike() throws {
    let single = try smallTrial()
    let batched = try smallTrial()
    let (steps, failures) = single.applyOneAtATime(script)
    let (count, batchFailures) = batched.applyAsBatch(script)
    #expect(failures.map(\.number) == [2, 3, 8])
    #expect(failures == batchFailures)
    #expect(steps.map(\.line.number) == [1, 4, 5, 6, 9])
    #expect(single.book.totals == batched.book.totals)
    #expect(steps.allSatisfy { $0.count.runs == $0.count.properties })
    #expect(count.runs == count.properties)
    #expect(count.runs < steps.reduce(0) { $0 + $1.count.runs })
    #expect(steps.last?.total == batched.book.total.value)
  }

  @Test func aBatchTellsOnce() throws {
    let trial = try smallTrial()
    _ = trial.applyAsBatch(script)
    #expect(trial.statement.noticeCount == 1)
    #expect(trial.statement.summaryCount == 2)
  }
}
