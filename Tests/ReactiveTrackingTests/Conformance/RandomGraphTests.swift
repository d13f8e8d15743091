import ReactiveTestSupport
import ReactiveTracking
import Testing

extension Conformance {
  @Suite("beyond: random graphs")
  struct RandomGraphTests {
    /// A computation whose first input selects one of the other two.
    private struct Formula {
      var inputs: [Int]
      var modulus: Int

      func value(_ read: (Int) -> Int) -> Int {
        let first = read(inputs[0])
        return (first + read(first % 2 == 0 ? inputs[1] : inputs[2])) % modulus
      }
    }

    private final class Graph {
      private let atoms: [AtomObject<Int>]
      var formulas: [Formula] = []
      private var nodes: [Derivation<Int>] = []
      private var stamps: [Int] = []
      private var lastValues: [Int?] = []
      /// The dependencies of each node's last run, with their stamps.
      private var reads: [[(input: Int, stamp: Int)]] = []
      private(set) var runs: [Int] = []
      /// Runs of nodes without a changed dependency.
      private(set) var needless = 0

      init(atoms count: Int, formulas: [Formula]) {
        atoms = (0..<count).map { atom($0) }
        stamps = atoms.map { _ in 0 }
        for formula in formulas { add(formula) }
      }

      private func add(_ formula: Formula) {
        let index = nodes.count
        formulas.append(formula)
        reads.append([])
        runs.append(0)
        stamps.append(0)
        lastValues.append(nil)
        nodes.append(
          derive { [unowned self] in
            runs[index] += 1
            if !reads[index].isEmpty && reads[index].allSatisfy({ stamps[$0.input] == $0.stamp }) { needless += 1 }
            reads[index] = []
            let new = formula.value { [unowned self] input in
              let read = value(input)
              reads[index].append((input, stamps[input]))
              return read
            }
            if lastValues[index] != new { stamps[atoms.count + index] += 1 }
            lastValues[index] = new
            return new
          })
      }

      func write(_ writes: [(atom: Int, value: Int)]) {
        let before = atoms.map { $0.peek() }
        // The result of all writes: nothing runs before the end of the batch.
        var after = before
        for write in writes { after[write.atom] = write.value }
        for index in atoms.indices where before[index] != after[index] { stamps[index] += 1 }
        batch { for write in writes { atoms[write.atom].value = write.value } }
      }
      func write(_ value: Int, to atom: Int) {
        if atoms[atom].peek() == value { return }
        stamps[atom] += 1
        atoms[atom].value = value
      }

      /// Atoms come first, then nodes.
      func value(_ index: Int) -> Int {
        index < atoms.count ? atoms[index].value : nodes[index - atoms.count].value
      }
      func model(_ index: Int) -> Int {
        index < atoms.count ? atoms[index].peek() : formulas[index - atoms.count].value { model($0) }
      }
      var count: Int { atoms.count + nodes.count }
      func forgetRuns() { runs = runs.map { _ in 0 } }
    }

    private final class Watcher {
      let targets: [Int]
      private(set) var seen: [Int] = []
      private(set) var runs = 0
      private var effect: Effect?

      init(of targets: [Int], in graph: Graph) {
        self.targets = targets
        effect = Effect { [unowned self, unowned graph] in
          runs += 1
          seen = targets.map { graph.value($0) }
        }
      }
      func forgetRuns() { runs = 0 }
    }

    @Test("each effect runs once if what it reads has changed, and not at all otherwise", arguments: 0..<40)
    func effects(seed: Int) {
      var generator = SeededGenerator(seed: UInt64(seed))
      func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
      let formulas = (0..<12).map { index in
        Formula(inputs: (0..<3).map { _ in random(0..<4 + index) }, modulus: random(2..<9))
      }
      let graph = Graph(atoms: 4, formulas: formulas)
      func watcher() -> Watcher { Watcher(of: (0..<random(1..<3)).map { _ in random(0..<graph.count) }, in: graph) }
      var watchers = (0..<4).map { _ in watcher() }
      for step in 0..<80 {
        let before = watchers.map(\.seen)
        graph.forgetRuns()
        for watcher in watchers { watcher.forgetRuns() }
        switch random(0..<10) {
        case 0:
          let index = random(0..<graph.count)
          #expect(graph.value(index) == graph.model(index))
        case 1:
          watchers[random(0..<watchers.count)] = watcher()
          continue
        case 2, 3, 4:
          graph.write((0..<3).map { _ in (random(0..<4), random(0..<6)) })
        default:
          graph.write(random(0..<6), to: random(0..<4))
        }
        for (watcher, before) in zip(watchers, before) {
          let now = watcher.targets.map { graph.model($0) }
          #expect(watcher.seen == now, "seed \(seed), step \(step)")
          #expect(watcher.runs == (now == before ? 0 : 1), "seed \(seed), step \(step)")
        }
        #expect(graph.runs.allSatisfy { $0 <= 1 }, "seed \(seed), step \(step)")
      }
      #expect(graph.needless == 0, "seed \(seed)")
    }
  }
}
