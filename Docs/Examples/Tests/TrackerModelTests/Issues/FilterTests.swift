import Testing

@testable import TrackerModel

@Suite struct FilterTests {
  private func listed(_ filter: Filter) -> [Int] { IssueBook.sample.issues.filter(filter.contains).map(\.id) }

  @Test func titlesAndTextsAreSearchedInSmallAndCapitalLetters() {
    #expect(listed(Filter()) == [1, 2, 3])
    #expect(listed(Filter(text: "CRASH")) == [1, 3])
    #expect(listed(Filter(text: "crash", status: .done)) == [1])
    #expect(listed(Filter(text: "nothing of that")) == [])
  }

  @Test func theStatusesFollowEachOtherAndThenComesAll() {
    var filter = Filter()
    let statuses = (0..<4).map { _ in
      filter.advanceStatus()
      return filter.status
    }
    #expect(statuses == [.open, .started, .done, nil])
  }
}
