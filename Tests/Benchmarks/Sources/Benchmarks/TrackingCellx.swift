import ReactiveTracking

/// The suite "cellx": four chains that cross each other in every layer, with an effect on each node.
final class Cellx {
  private let sources: [AtomObject<Int>]
  private let last: [Behavior<Int>]
  private let scope = EffectScope()
  private let expected: Expected

  init(_ expected: Expected) {
    let sources = [atom(1), atom(2), atom(3), atom(4)]
    var layer: [Behavior<Int>] = sources
    scope.run {
      for _ in 0..<expected.layers {
        let (first, second, third, fourth) = (layer[0], layer[1], layer[2], layer[3])
        let next = [
          derive { second.value },
          derive { first.value - third.value },
          derive { second.value + fourth.value },
          derive { third.value },
        ]
        for node in next { _ = Effect { consume(node.value) } }
        layer = next
      }
    }
    self.expected = expected
    self.sources = sources
    last = layer
  }

  /// The timed part.
  func update() {
    check(last.map { $0.value }, expected.before, in: "cellx, before")
    batch {
      sources[0].value = 4
      sources[1].value = 3
      sources[2].value = 2
      sources[3].value = 1
    }
    check(last.map { $0.value }, expected.after, in: "cellx, after")
  }

  func cancel() {
    scope.cancel()
  }

  /// The values of the last layer before and after the update.
  struct Expected {
    let layers: Int
    let before: [Int]
    let after: [Int]

    static let all = [
      Expected(layers: 10, before: [3, 6, 2, -2], after: [2, 4, -2, -3]),
      Expected(layers: 1000, before: [-3, -6, -2, 2], after: [-2, -4, 2, 3]),
      Expected(layers: 2500, before: [-3, -6, -2, 2], after: [-2, -4, 2, 3]),
      Expected(layers: 5000, before: [2, 4, -1, -6], after: [-2, 1, -4, -4]),
    ]
  }
}
