import Testing

@testable import TrackerModel

@Suite struct IssueBookTests {
  @Test func anIssueIsPutInItsPlace() {
    var book = IssueBook.sample
    book.put(.sample(2, "Other colors"))
    book.put(.sample(7, "New"))
    #expect(book.issues.map(\.id) == [1, 2, 3, 7])
    #expect(book[2]?.title == "Other colors")
    #expect(book.next == 8)
  }

  @Test func theNumberOfARemovedIssueIsNotGivenAgain() {
    var book = IssueBook.sample
    book.remove(3)
    #expect(book.next == 4)
    #expect(book[3] == nil)
  }
}
