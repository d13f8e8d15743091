import ReactiveDerived
import Testing

@testable import InvoiceModel

@Suite struct StatementTests {
  @Test func itShowsTheTotals() throws {
    let statement = try smallTrial().statement
    #expect(
      statement.summary == [
        "rate               net    tax   total",
        "standard  20 %   50.00  10.00   60.00",
        "reduced    5 %  119.00   5.95  124.95",
        "all             169.00  15.95  184.95",
        "",
        "discount    from  orders",
        "     0 %    0.00       3",
        "    10 %  100.00       1",
      ])
    #expect(
      statement.customers == [
        "customer        orders     net    tax   total",
        "C-1       Anna       2  159.00  13.95  172.95",
        "C-2       Bert       2   10.00   2.00   12.00",
        "C-3       Cleo       0    0.00   0.00    0.00",
      ])
  }

  @Test func itIsKeptUpToDate() throws {
    let trial = try smallTrial()
    _ = try trial.runs("set O-4 1 quantity 2")
    #expect(trial.statement.summary[3] == "all             179.00  17.95  196.95")
    #expect(
      trial.statement.changedCustomers == [
        "customer        before  after  change",
        "C-2       Bert   12.00  24.00  +12.00",
      ])
    _ = try trial.runs("set O-4 1 quantity 1", "remove O-2")
    #expect(
      trial.statement.changedCustomers == [
        "customer        before  after   change",
        "C-1       Anna  172.95  59.55  -113.40",
      ])
    #expect(trial.statement.noticeCount == 3)
    #expect(trial.statement.summaryCount == 3)
  }

  @Test func theSentenceFollowsTheAmounts() throws {
    let trial = try smallTrial()
    var received: [String] = []
    trial.statement.sentence.sink { received.append($0) }
    _ = try trial.runs("set O-4 1 quantity 2", "rate reduced 0")
    #expect(received == ["179.00 + 12.00 tax = 191.00"])
    #expect("\(trial.statement.sentence)" == received[0])
  }

  @Test func tiersWithTheSameDiscountShareARow() throws {
    let trial = try smallTrial()
    _ = try trial.runs("tier 20 10", "tier 500 0")
    #expect(
      trial.statement.summary.suffix(3) == [
        "discount           from  orders",
        "     0 %   0.00, 500.00       2",
        "    10 %  20.00, 100.00       2",
      ])
  }

  @Test func nothingChangedIsSaid() throws {
    #expect(try smallTrial().statement.changedCustomers == ["all customers' totals are what they were"])
  }
}
