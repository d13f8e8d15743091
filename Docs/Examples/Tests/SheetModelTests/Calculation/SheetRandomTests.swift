import Testing

@testable import SheetModel

/// Compares random sheets and edits with the definition.
@Suite struct SheetRandomTests {
  /// SplitMix64, to make failures reproducible.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }

    mutating func cell() -> String {
      CellAddress(column: Int.random(in: 0..<4, using: &self), row: Int.random(in: 0..<5, using: &self)).description
    }

    mutating func content() -> String {
      switch Int.random(in: 0..<12, using: &self) {
      case 0: ""
      case 1: "text"
      case 2...5: "\(Int.random(in: 0...3, using: &self))"
      case 6: "=\(cell())+1"
      case 7: "=\(cell())/\(cell())"
      case 8: "=SUM(\(cell()):\(cell()))"
      case 9: "=IF(\(cell())>1,\(cell()),\(cell()))"
      case 10: "=COUNTIF(\(cell()):\(cell()),\">\"&\(cell()))"
      default: "=\(cell())&"
      }
    }
  }

  /// All cells that an edit can affect: its own, and their dependents.
  private func dependents(of edited: Set<CellAddress>, in sheet: Sheet, _ all: CellRange) -> Set<CellAddress> {
    var found = edited
    var count = 0
    while found.count > count {
      count = found.count
      for address in all {
        let references = CellContent(sheet.source(of: address)).references
        if references.contains(where: { range in range.contains { found.contains($0) } }) { found.insert(address) }
      }
    }
    return found
  }

  @Test(arguments: 1...20)
  func anEditedSheetIsLikeANewOne(seed: UInt64) throws {
    var generator = Generator(state: seed)
    let all = try CellRange(parsing: "A1:D5")
    let sheet = Sheet(rows: (0..<5).map { _ in (0..<4).map { _ in generator.content() } })
    for step in 0..<60 {
      let edits = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        Edit(at: at(generator.cell()), content: generator.content())
      }
      let edited = Set(edits.map(\.address))
      // Dependents by the old references are affected, too: a cycle may have been broken.
      let concerned = dependents(of: edited, in: sheet, all)
      let calculated = sheet.edit(edits).calculated

      let new = Sheet(rows: sheet.rows)
      for address in all {
        #expect(sheet.result(of: address) == new.result(of: address), "\(address) in step \(step)")
      }
      #expect(Set(calculated).count == calculated.count, "twice in step \(step)")
      #expect(concerned.union(dependents(of: edited, in: sheet, all)).isSuperset(of: calculated), "step \(step)")
    }
  }
}
