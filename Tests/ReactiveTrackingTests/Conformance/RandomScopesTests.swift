import ReactiveTestSupport
import ReactiveTracking
import Testing

extension Conformance {
  @Suite("beyond: random scopes")
  struct RandomScopesTests {
    /// The model of a scope, with its children in creation order.
    private final class Model {
      enum Child {
        case effect(Int)
        case scope(Model)
      }
      var children: [Child] = []
      var cleanups: [String] = []
      var isEnded = false
      var isPaused = false
      weak var parent: Model?

      init(in parent: Model?) { self.parent = parent }

      var waits: Bool { isPaused || parent?.waits == true }

      func end(_ world: World) -> [String] {
        if isEnded { return [] }
        isEnded = true
        var log: [String] = []
        for child in children.reversed() {
          switch child {
          case .effect(let id): log += world.endEffect(id)
          case .scope(let scope): log += scope.end(world)
          }
        }
        return log + cleanups.reversed()
      }
    }

    /// All effects of the model in creation order, which is also their subscription order.
    private final class World {
      struct Entry {
        var owner: Model
        var isEnded = false
        var hasMissed = false
      }
      var effects: [Entry] = []

      func endEffect(_ id: Int) -> [String] {
        if effects[id].isEnded { return [] }
        effects[id].isEnded = true
        return ["cleanup \(id)"]
      }
      func write() -> [String] {
        effects.indices.filter { !effects[$0].isEnded }.flatMap { id -> [String] in
          effects[id].hasMissed = effects[id].owner.waits
          return effects[id].hasMissed ? [] : ["cleanup \(id)", "run \(id)"]
        }
      }
      /// The expected log of a resume, in any order.
      func resume() -> [String] {
        effects.indices.filter { !effects[$0].isEnded && effects[$0].hasMissed && !effects[$0].owner.waits }
          .flatMap { id -> [String] in
            effects[id].hasMissed = false
            return ["cleanup \(id)", "run \(id)"]
          }
      }
    }

    @Test("whatever is made, ended, paused and written in whatever order", arguments: 0..<40)
    func scopes(seed: Int) {
      var generator = SeededGenerator(seed: UInt64(seed))
      func random(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }
      let a = atom(0)
      let runs = Runs()
      let world = World()
      var scopes = [(EffectScope(), Model(in: nil))]
      var effects: [Effect] = []
      for step in 0..<120 {
        runs.reset()
        let (scope, model) = scopes[random(0..<scopes.count)]
        var expected: [String] = []
        var isOrdered = true
        switch random(0..<12) {
        case 0, 1, 2:
          if model.isEnded { continue }
          let id = effects.count
          effects.append(
            scope.effect {
              _ = a.value
              onCleanup { runs("cleanup \(id)") }
              runs("run \(id)")
            })
          world.effects.append(World.Entry(owner: model))
          model.children.append(.effect(id))
          expected = ["run \(id)"]
        case 3, 4:
          if model.isEnded { continue }
          let child = Model(in: model)
          scopes.append((scope.run { EffectScope() }, child))
          model.children.append(.scope(child))
        case 5:
          if model.isEnded { continue }
          scope.onCleanup { runs("scope \(step)") }
          model.cleanups.append("scope \(step)")
        case 6:
          if effects.isEmpty { continue }
          let id = random(0..<effects.count)
          effects[id].cancel()
          expected = world.endEffect(id)
        case 7:
          if scopes.count < 5 { continue }
          scope.cancel()
          expected = model.end(world)
          if scopes.allSatisfy({ $0.1.isEnded }) { scopes.append((EffectScope(), Model(in: nil))) }
        case 8:
          scope.pause()
          model.isPaused = true
        case 9:
          scope.resume()
          model.isPaused = false
          expected = world.resume()
          isOrdered = false
        default:
          a.value += 1
          expected = world.write()
        }
        #expect(
          isOrdered ? runs.log == expected : runs.log.sorted() == expected.sorted(), "seed \(seed), step \(step)")
        #expect(
          zip(effects, world.effects).allSatisfy { $0.isCancelled == $1.isEnded }, "seed \(seed), step \(step)")
      }
    }
  }
}
