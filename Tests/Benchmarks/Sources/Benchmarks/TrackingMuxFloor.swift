/// The floors of the cases that mostly run user code.
extension KairoFloor {
  static func mux() -> () -> Void {
    mux(Kairo.dictionary, entry: { $0[$1]! })
  }

  static func muxOfArray() -> () -> Void {
    mux({ $0 }, entry: { $0[$1] })
  }

  @inline(__always)
  private static func mux<Content>(
    _ content: @escaping ([Int]) -> Content, entry: @escaping (Content, Int) -> Int
  ) -> () -> Void {
    let heads = HandOrdered(cells: 100, 0)
    let ends = HandOrdered(cells: 100, 1)
    let parts = HandOrdered(cells: 100, 0)
    let cells = (heads: heads.cells, parts: parts.cells, ends: ends.cells)
    let list = Array(0..<100)
    var middle = Fresh(content(list))
    let makeMiddle = { middle = Fresh(content(list.map { cells.heads[$0] })) }
    let effects = HandOrdered(cells: 0, 0)
    for index in list {
      parts.append { cells.parts[index] = entry(middle.content, index) }
      ends.append { cells.ends[index] = cells.parts[index] + 1 }
      effects.append { consume(cells.ends[index]) }
    }
    func write(_ value: Int, to index: Int) {
      if cells.heads[index] != value {
        cells.heads[index] = value
        makeMiddle()
        parts.run()
        ends.run(only: index)
        effects.run(only: index)
      }
      check(cells.ends[index], value + 1, in: "floor of mux")
    }
    return {
      for index in 0..<10 { write(index, to: index) }
      for index in 0..<10 { write(index * 2, to: index) }
      withExtendedLifetime((heads, parts, ends)) {}
    }
  }

  /// Only the node in the middle, 18 times.
  static func muxUserCode() -> () -> Void {
    let heads = HandOrdered(cells: 100, 0)
    let list = Array(0..<100)
    return {
      for index in 0..<18 {
        heads.cells[index] &+= 1
        consume(Fresh(Kairo.dictionary(list.map { heads.cells[$0] })).content.count)
      }
    }
  }

  static func molBench() -> () -> Void {
    let results = MoleculeResults()
    let graph = HandOrdered(cells: 6, 0)
    let cells = graph.cells
    var parts = Fresh<[MoleculePart]>([])
    let c = { cells[2] = cells[0] % 2 + cells[1] % 2 }
    let d = { parts = Fresh((0..<5).map { MoleculePart(x: $0 + cells[0] % 2 - cells[1] % 2) }) }
    let e = { cells[3] = Molecule.hard(cells[2] + cells[0] + parts.content[0].x) }
    let f = {
      let x = parts.content[2].x
      cells[4] = Molecule.hard(x != 0 ? x : cells[1])
    }
    let g = {
      let first = cells[2]
      if first == 0 { e() }
      cells[5] = first + (first != 0 ? first : cells[3] % 2) + parts.content[4].x + cells[4]
    }
    let h = { results.append(Molecule.hard(cells[5])) }
    let i = { results.append(cells[5]) }
    for step in [c, d, f, g, h, i] { graph.append(step) }
    var round = 0
    return {
      round += 1
      results.removeAll()
      cells[1] = 1
      cells[0] = 1 + round * 2
      graph.run()
      cells[0] = 2 + round * 2
      cells[1] = 2
      graph.run()
      results.checkRound()
    }
  }
}
