import Foundation
import Testing

@testable import TrackerModel

@Suite struct IssueFileTests {
  private func reason(_ text: String) -> String? {
    do throws(FileProblem) {
      _ = try IssueFile.book(in: Data(text.utf8))
      return nil
    } catch {
      return error.description
    }
  }

  private let sample = String(decoding: IssueFile.data(of: .sample), as: UTF8.self)

  @Test func whatIsWrittenIsRead() throws {
    var book = IssueBook.sample
    book.put(.sample(4, "\"quoted\", \\, 漢字, 🙂, e\u{301}", text: "two\nlines\u{0}"))
    #expect(try IssueFile.book(in: IssueFile.data(of: book)) == book)
    #expect(try IssueFile.book(in: IssueFile.data(of: IssueBook())) == IssueBook())
  }

  @Test(arguments: [
    (#""id" : 2"#, #""id" : 1"#, "issues[1].id: there are two issues 1"),
    (#""id" : 2"#, #""id" : 0"#, "issues[1].id: expected a number from 1"),
    (#""next" : 4"#, #""next" : 3"#, "next: expected a number above 3, the issue's at issues[2]"),
    (#""next" : 4"#, #""nxt" : 4"#, #""next" is missing"#),
    (#""title" : "No sound""#, #""name" : "No sound""#, #"issues[2]: "title" is missing"#),
    ("11:00:00Z", "11:00", #"issues[0].created: expected a time, such as "2026-03-01T14:05:09Z""#),
  ])
  func whatIsWrongIsSaidWithItsPlace(old: String, new: String, expected: String) throws {
    let place = try #require(sample.range(of: old))
    #expect(reason(sample.replacingCharacters(in: place, with: new)) == expected)
  }

  @Test func aStatusThatThereIsNotIsSaidWithItsPlace() throws {
    let reason = try #require(self.reason(sample.replacingOccurrences(of: "\"started\"", with: "\"begun\"")))
    #expect(reason.hasPrefix("issues[1].status: "))
    #expect(reason.contains("begun"))
  }

  @Test func aFileThatIsCutOffAnywhereIsRefusedInOneLine() throws {
    let bytes = Array(sample.utf8)
    for count in 0..<(bytes.count - 2) {
      let reason = try #require(self.reason(String(decoding: bytes.prefix(count), as: UTF8.self)))
      #expect(!reason.isEmpty && !reason.contains("\n"))
    }
    #expect(reason("{\n\"next\": 3,\n") == "line 3: this is no JSON")
    #expect(reason("") == "line 1: this is no JSON")
  }

  @Test(arguments: ["hello", "[]", "null", "{}", "\u{0}", "{\"next\": 1, \"issues\": {}}"])
  func whatIsNoFileOfIssuesIsRefused(text: String) {
    #expect(reason(text)?.isEmpty == false)
  }
}
