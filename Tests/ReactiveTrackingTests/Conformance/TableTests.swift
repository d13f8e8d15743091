import Foundation
import Testing

extension Conformance {
  @Suite("Docs/Conformance.md")
  struct TableTests {
    private let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

    /// The ids at the start of test names.
    private func testedIDs() throws -> Set<String> {
      var ids: Set<String> = []
      let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      for file in files where file.pathExtension == "swift" {
        for match in try String(contentsOf: file, encoding: .utf8).matches(of: #/@Test\(\s*"(#\d+|[A-Z]\d+) /#) {
          ids.insert(String(match.output.1))
        }
      }
      return ids
    }

    private struct Row {
      var id: String
      /// The first word of the result: passed, refused, failed.
      var result: String
    }

    private func page() throws -> String {
      let package = folder.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      return try String(contentsOf: package.appendingPathComponent("Docs/Conformance.md"), encoding: .utf8)
    }
    private func rows() throws -> [Row] {
      try page().matches(of: #/(?m)^\| (#\d+|[A-Z]\d+) \|.*\| (\w+)[^|]*\|$/#).map {
        Row(id: String($0.output.1), result: String($0.output.2))
      }
    }

    @Test("the page lists every case that has a test, and whatever it calls passed has one")
    func ids() throws {
      let tested = try testedIDs()
      let rows = try rows()
      let listed = Set(rows.map(\.id))
      #expect(listed.count == rows.count)
      #expect(tested.subtracting(listed) == [])
      #expect(Set(rows.filter { $0.result == "passed" }.map(\.id)).subtracting(tested) == [])
      #expect(Set(rows.map(\.result)).isSubset(of: ["passed", "refused", "failed"]))
    }

    @Test("the page's totals are those of its rows")
    func totals() throws {
      let rows = try rows()
      let counts = ["passed", "refused", "failed"].map { word in rows.count { $0.result == word } }
      let line = "| all | \(rows.count) | " + counts.map(String.init).joined(separator: " | ") + " |"
      #expect(try page().contains(line), "should be: \(line)")
    }
  }
}
