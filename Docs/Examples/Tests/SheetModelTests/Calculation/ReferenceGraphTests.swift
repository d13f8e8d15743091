import Testing

@testable import SheetModel

@Suite struct ReferenceGraphTests {
  private func graph(_ references: [String: String]) -> ReferenceGraph {
    var parsed: [CellAddress: [CellRange]] = [:]
    for (cell, ranges) in references { parsed[at(cell)] = ranges.split(separator: " ").compactMap { CellRange($0) } }
    return ReferenceGraph(parsed)
  }

  private func names(_ addresses: some Sequence<CellAddress>) -> [String] {
    addresses.map(\.description)
  }

  @Test func eachFormulaComesAfterThoseThatItRefersTo() {
    let order = names(graph(["A1": "A2 A3", "A2": "A4", "A3": "A4 B9", "A4": "B1:C3", "C2": ""]).order)
    #expect(order.count == 5)
    #expect(order == ["C2", "A4", "A2", "A3", "A1"])
  }

  @Test func formulasOnACycleAreCircularAndThoseThatReferToItAreNot() {
    let graph = graph(["A1": "B1", "B1": "C1", "C1": "A1", "D1": "C1", "E1": "D1", "F1": "Z9"])
    #expect(names(graph.cycles.keys.sorted()) == ["A1", "B1", "C1"])
    #expect(Set(graph.cycles.values) == [at("A1")])
    #expect(names(graph.cycle(through: at("B1"))) == ["B1", "C1", "A1", "B1"])
    #expect(graph.cycle(through: at("D1")).isEmpty)
    #expect(graph.cycle(through: at("Z9")).isEmpty)
  }

  @Test func aFormulaThatRefersToItselfIsACycle() {
    let graph = graph(["A1": "A1", "B5": "B1:B9"])
    #expect(graph.cycles == [at("A1"): at("A1"), at("B5"): at("B5")])
    #expect(names(graph.cycle(through: at("B5"))) == ["B5", "B5"])
  }

  @Test func cyclesThatHangTogetherAreOne() {
    let graph = graph(["A1": "B1", "B1": "A1 C1", "C1": "B1", "E1": "F1", "F1": "E1 A1"])
    #expect(Set(graph.cycles.values) == [at("A1"), at("E1")])
    #expect(names(graph.cycle(through: at("C1"))) == ["C1", "B1", "C1"])
  }

  @Test func aPathAsLongAsASheetNeedsNoStack() {
    let count = 50_000
    var references: [CellAddress: [CellRange]] = [:]
    for row in 0..<count {
      references[CellAddress(column: 0, row: row)] = [CellRange(CellAddress(column: 0, row: row + 1))]
    }
    #expect(ReferenceGraph(references).order.first == CellAddress(column: 0, row: count - 1))
    references[CellAddress(column: 0, row: count)] = [CellRange(CellAddress(column: 0, row: 0))]
    let graph = ReferenceGraph(references)
    #expect(graph.cycles.count == count + 1)
    #expect(graph.cycle(through: at("A1")).count == count + 2)
  }
}
