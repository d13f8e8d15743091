import ReactiveCore
import Testing

@Suite("Where a node was made")
struct SourceLocationTests {
  @Test("its label is its name, or else the file and line that made it")
  func label() {
    #expect(OpenBehavior(0, name: "count").label == "count")
    let made = #line + 1
    let unnamed = OpenBehavior(0)
    #expect(unnamed.name == nil)
    #expect(unnamed.label == "\(#fileID):\(made)")
    unnamed.name = "total"
    #expect(unnamed.name == "total")
    #expect(unnamed.label == "total")
    unnamed.name = nil
    #expect(unnamed.label == "\(#fileID):\(made)")
  }

  @Test("a given file and line are kept, also those beyond 16 bits", arguments: [1, 65_535, 65_536, 1_000_000])
  func location(line: UInt) {
    let count = OpenBehavior(0, file: "Model/Count.swift", line: line)
    #expect(count.label == "Model/Count.swift:\(line)")
    let any = OpenBehavior({ 0 }, file: "Model/Any.swift", line: line)
    #expect(any.label == "Model/Any.swift:\(line)")
    let named = OpenBehavior(0, name: "count", file: "Model/Count.swift", line: line)
    #expect(named.label == "count")
    named.name = nil
    #expect(named.label == "Model/Count.swift:\(line)")
  }

  @Test("a part that the library makes of a node has that node's label", arguments: [7, 70_000])
  func parts(line: UInt) {
    for name in [nil, "whole"] {
      func label(_ part: String) -> String { name.map { $0 + part } ?? "Model/Whole.swift:\(line)" }
      let rows = OpenKeyed([Row(id: 1)], name: name, file: "Model/Whole.swift", line: line)
      #expect(rows[1].label == label("[1]"))
      #expect(rows.array.label == label(".array") && rows.ids.label == label(".ids"))
      #expect(rows.count.label == label(".count") && rows.changes.label == label(".changes"))
    }
  }
  private struct Row: Identifiable { var id: Int }
}
