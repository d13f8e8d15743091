import ReactiveTracking

/// Stacked diamonds, five wide: a naive graph would run the last join 5^depth times.
final class Ladder {
  private let source = atom(0)
  private let effect: Effect
  private let joins = Tally()
  private let runs = Tally()
  private let depth: Int

  init(depth: Int) {
    self.depth = depth
    var below: Behavior<Int> = source
    for _ in 0..<depth {
      let rung = (0..<5).map { [below] index in derive { below.value &+ index } }
      let join = derive { [joins] in
        joins.add()
        return rung[0].value &+ rung[1].value &+ rung[2].value &+ rung[3].value &+ rung[4].value
      }
      // Reads layer by layer, so that building a deep ladder does not nest its functions.
      consume(join.value)
      below = join
    }
    let top = below
    effect = Effect { [runs] in
      consume(top.value)
      runs.add()
    }
  }

  /// One change, after which each join and the effect must have run once.
  func write(_ value: Int) {
    joins.reset()
    runs.reset()
    batch { source.value = value }
    check(joins.count, depth, in: "ladder, joins")
    check(runs.count, 1, in: "ladder, effects")
  }

  /// Derivations, joins, and the effect.
  var nodes: Int { depth * 6 + 1 }
}

/// Derivations that each add one to the previous one.
final class LongChain {
  private let source = atom(0)
  private let count: Int
  private var effect: Effect?
  private var top: Behavior<Int>

  init(_ count: Int) {
    self.count = count
    top = source
    for _ in 0..<count {
      let next = derive { [top] in top.value &+ 1 }
      consume(next.value)
      top = next
    }
    effect = Effect { [top] in consume(top.value) }
  }

  func write(_ value: Int) {
    batch { source.value = value }
    check(top.value, value + count, in: "chain")
  }

  func release() {
    effect = nil
    top = source
  }
}
