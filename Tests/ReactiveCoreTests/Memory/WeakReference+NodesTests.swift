import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("A reference to a node that does not retain it")
struct WeakReferenceNodesTests {
  private typealias Table = RowTable<Int, Behavior<Tracked>>

  @Test("it is nil when the node ends, also in code that the end runs, and its contents end with it")
  func ends() {
    let live = LiveCount()
    let table = RowTable<Int, Behavior<Farewell>>()
    var isFound: [Bool] = []
    do {
      let mark = live.make()
      let node: Behavior<Farewell> = table.row(1) {
        OpenBehavior(
          Farewell {
            mark.touch()
            isFound.append(table[1] != nil)
          })
      }
      #expect(table[1] === node && table.find(1)?.row === node)
      #expect(live.alive == 1)
    }
    #expect(isFound == [false] && live.alive == 0)
    #expect(table.find(1) != nil && table.find(1)?.row == nil)
  }

  @Test("it may refer to one node after another, and end before its node or after it")
  func replaced() {
    let live = LiveCount()
    var table: Table? = Table()
    var nodes: [Behavior<Tracked>] = []
    weak var last: Behavior<Tracked>?
    for round in 0..<100 {
      guard let node = table?.row(7, { OpenBehavior(live.make()) }) else { continue }
      #expect(table?[7] === node && live.alive == 1)
      #expect(nodes.isEmpty || nodes[0] === node)
      last = node
      nodes = round % 3 == 0 ? [node] : []
      if round % 3 == 1 { #expect(last === node) }
    }
    #expect(nodes.count == 1 && last != nil)
    table = nil
    #expect(live.alive == 1)
    nodes = []
    #expect(live.alive == 0 && last == nil)
  }

  @MainActor
  private final class Holder {
    var held: [Behavior<Tracked>] = []
  }

  @Test(
    "nodes that are released on another thread, while they are looked for, end at home and are found no more",
    .enabled(if: isOptimized))
  @MainActor
  func releasedElsewhere() async {
    let live = LiveCount()
    var table = Table()
    for round in 0..<60 {
      var holder: Holder? = Holder()
      for id in 0..<50 {
        let node = table.row(id) { OpenBehavior(live.make()) }
        node.sink { _ in MainActor.preconditionIsolated() }
        holder?.held.append(node)
      }
      let last = Task.detached { [holder] in
        await Task.yield()
        _ = holder
      }
      holder = nil
      for id in 0..<50 {
        if let node = table[id] { #expect(node === table[id]) }
        // Some are made anew, and some references end before their nodes do.
        if id % (round % 5 + 1) == 0 { #expect(table.row(id) { OpenBehavior(live.make()) }.value.note == "") }
      }
      if round % 4 == 3 { table = Table() }
      for id in 100..<160 { _ = table.row(id) { OpenBehavior(live.make()) } }
      await last.value
    }
    while live.alive > 0 { await Task.yield() }
    for id in 0..<50 { #expect(table[id] == nil) }
  }
}
