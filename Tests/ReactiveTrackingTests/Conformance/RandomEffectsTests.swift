import ReactiveTestSupport
import ReactiveTracking
import Testing

extension Conformance {
  /// Random effects, plain and nested, that write the sources of others, against a model of where they settle.
  @Suite("beyond: random effects that write")
  struct RandomEffectsTests {
    /// The computation of a stage. Its sources are atoms before its own, so that everything settles.
    private struct Stage {
      var sources: [Int]
      var isNested: Bool
      var isDerived: Bool
      var modulus: Int

      func value(_ read: (Int) -> Int) -> Int {
        let first = read(sources[0])
        return (first + read(sources[first % 2 == 0 ? 1 : 2])) % modulus
      }
    }

    private final class Network {
      let atoms: [AtomObject<Int>]
      /// Runs not yet cleaned up: one per live stage, two per nested stage.
      var open = 0
      private var effects: [Int: Effect] = [:]

      init(count: Int) { atoms = (0..<count).map { _ in atom(0) } }

      func start(_ stage: Stage, writing target: Int) {
        let derived = derive { [atoms] in stage.value { atoms[$0].value } }
        func output() -> Int { stage.isDerived ? derived.value : stage.value { atoms[$0].value } }
        func begin() {
          open += 1
          onCleanup { self.open -= 1 }
        }
        if stage.isNested {
          effects[target] = Effect { scope in
            begin()
            let present = self.atoms[stage.sources[0]].value
            scope.effect {
              begin()
              // Read by the outer effect: correct only if the inner one never outlives it.
              self.atoms[target].value = output() + 0 * present
            }
          }
        } else {
          effects[target] = Effect {
            begin()
            self.atoms[target].value = output()
          }
        }
      }
      func end(_ target: Int) { effects[target] = nil }
      var live: [Int] { effects.keys.sorted() }
      func endAll() { effects = [:] }
    }

    @Test("they settle where the model says, and each run is cleaned up once", arguments: 0..<60)
    func settle(seed: Int) {
      var generator = SeededGenerator(seed: UInt64(1_000 + seed))
      func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
      let inputs = 4
      let stages = (0..<10).map { index in
        Stage(
          sources: (0..<3).map { _ in random(0..<inputs + index) }, isNested: random(0..<3) == 0,
          isDerived: random(0..<2) == 0, modulus: random(2..<9))
      }
      let network = Network(count: inputs + stages.count)
      var model = network.atoms.map { _ in 0 }
      // Later stages often start before those whose results they read.
      for index in stages.indices.shuffled(using: &generator) {
        network.start(stages[index], writing: inputs + index)
      }
      for step in 0..<80 {
        switch random(0..<10) {
        case 0:
          network.end(inputs + random(0..<stages.count))
        case 1:
          let index = random(0..<stages.count)
          network.end(inputs + index)
          network.start(stages[index], writing: inputs + index)
        case 2, 3, 4:
          batch {
            for _ in 0..<3 {
              let input = random(0..<inputs)
              model[input] = random(0..<6)
              network.atoms[input].value = model[input]
              if random(0..<4) == 0 { _ = network.atoms.map(\.value) }
            }
          }
        default:
          let input = random(0..<inputs)
          model[input] = random(0..<6)
          network.atoms[input].value = model[input]
        }
        let live = network.live
        for target in live { model[target] = stages[target - inputs].value { model[$0] } }
        #expect(network.atoms.map(\.value) == model, "seed \(seed), step \(step)")
        #expect(
          network.open == live.reduce(0) { $0 + (stages[$1 - inputs].isNested ? 2 : 1) }, "seed \(seed), step \(step)")
      }
      network.endAll()
      #expect(network.open == 0)
    }
  }
}
