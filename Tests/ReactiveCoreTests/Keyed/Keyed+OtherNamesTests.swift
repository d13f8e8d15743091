import ReactiveCore
import Testing

/// The declarations themselves do not compile where they are used; `.ci/check-compile-failures` shows their errors.
@Suite("What the errors for an array's names say to write")
struct KeyedOtherNamesTests {
  private struct Row: Identifiable, Equatable { var id: Int, name: String }

  @Test("reads of all rows, of one, and edits")
  func replacements() {
    let rows = OpenKeyed([Row(id: 7, name: "milk"), Row(id: 8, name: "2")])
    #expect(rows[7].value?.name == "milk")
    #expect(rows.value.isEmpty == false && rows.count.value == 2)
    #expect(rows.value.first?.id == 7 && rows.value.last?.id == 8)
    #expect(rows[9].value == nil && rows.peek(9) == nil && rows.peek(8) != nil)
    #expect(rows.value.contains { $0.name == "milk" })
    #expect(rows.value.enumerated().map(\.offset) == [0, 1])
    var seen: [Int] = []
    for row in rows.value { seen.append(row.id) }
    #expect(seen == [7, 8])
    #expect(rows.value.compactMap { Int($0.name) } == [2])
    rows.insert(Row(id: 9, name: "tea"))
    let ids = rows.ids.value
    rows.move(ids[2], before: ids[0])
    rows.remove(ids[0])
    rows.update(8) { $0.name = "salt" }
    #expect(rows.value == [Row(id: 9, name: "tea"), Row(id: 8, name: "salt")])
  }
}
