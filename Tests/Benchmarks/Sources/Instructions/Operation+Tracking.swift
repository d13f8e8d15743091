import CBenchmarkSupport
import ReactiveTracking

extension Operation {
  static var tracking: [Operation] {
    [
      Operation(name: "atom written, derivation read", run: writeAndRead),
      Operation(name: "atom -> derivation -> effect", run: derivationAndEffect),
      Operation(name: "batch of one write, 1 effect", run: batchOfOne),
      Operation(name: "batch of two writes, 1 effect", run: batchOfTwo),
      Operation(name: "batch of one write, 10 derivations read in it", run: readsInBatch),
      Operation(name: "derivation that reads one of two atoms in turn", run: branches),
      Operation(name: "effect that reads one atom 30 times", run: repeatedReads),
      Operation(name: "atom made and dropped", run: makeAtom),
      Operation(name: "derivation made, read and dropped", run: makeDerivation),
      Operation(name: "effect made, run and dropped", run: makeEffect),
      Operation(name: "watch made and dropped", run: makeWatch),
      Operation(name: "scope of three effects made and cancelled", run: makeScope),
    ]
  }

  @inline(never)
  private static func writeAndRead(_ count: Int) {
    let source = atom(0)
    let next = derive { source.value &+ 1 }
    expecting(sum(to: count) + count) { cell in
      for value in 1...count {
        source.value = value
        cell.pointee &+= next.value
      }
    }
  }

  @inline(never)
  private static func derivationAndEffect(_ count: Int) {
    let source = atom(0)
    let next = derive { source.value &+ 1 }
    expecting(sum(to: count) + count + 1) { cell in
      let effect = Effect { cell.pointee &+= next.value }
      for value in 1...count { source.value = value }
      effect.cancel()
    }
  }

  @inline(never)
  private static func batchOfOne(_ count: Int) {
    let source = atom(0)
    expecting(sum(to: count)) { cell in
      let effect = Effect { cell.pointee &+= source.value }
      for value in 1...count { batch { source.value = value } }
      effect.cancel()
    }
  }

  @inline(never)
  private static func batchOfTwo(_ count: Int) {
    let (first, second) = (atom(0), atom(0))
    expecting(sum(to: count) * 2) { cell in
      let effect = Effect { cell.pointee &+= first.value &+ second.value }
      for value in 1...count {
        batch {
          first.value = value
          second.value = value
        }
      }
      effect.cancel()
    }
  }

  @inline(never)
  private static func readsInBatch(_ count: Int) {
    let source = atom(0)
    let derivations = (0..<10).map { _ in derive { source.value &+ 1 } }
    expecting((sum(to: count) + count) * 10) { cell in
      for value in 1...count {
        batch {
          source.value = value
          for derivation in derivations { cell.pointee &+= derivation.value }
        }
      }
    }
  }

  @inline(never)
  private static func branches(_ count: Int) {
    let choice = atom(0)
    let (first, second) = (atom(1), atom(1))
    let chosen = derive { choice.value & 1 == 0 ? first.value : second.value }
    expecting(count) { cell in
      for value in 1...count {
        choice.value = value
        cell.pointee &+= chosen.value
      }
    }
  }

  @inline(never)
  private static func repeatedReads(_ count: Int) {
    let source = atom(0)
    expecting(sum(to: count) * 30) { cell in
      let effect = Effect {
        for _ in 0..<30 { cell.pointee &+= source.value }
      }
      for value in 1...count { source.value = value }
      effect.cancel()
    }
  }

  @inline(never)
  private static func makeAtom(_ count: Int) {
    expecting(sum(to: count)) { cell in
      for value in 1...count { cell.pointee &+= atom(value).value }
    }
  }

  @inline(never)
  private static func makeDerivation(_ count: Int) {
    let source = atom(0)
    expecting(sum(to: count)) { cell in
      for value in 1...count { cell.pointee &+= derive { source.value &+ value }.value }
    }
  }

  @inline(never)
  private static func makeEffect(_ count: Int) {
    let source = atom(1)
    expecting(count) { cell in
      for _ in 0..<count { _ = Effect { cell.pointee &+= source.value } }
    }
  }

  @inline(never)
  private static func makeWatch(_ count: Int) {
    let source = atom(1)
    expecting(count) { cell in
      for _ in 0..<count { _ = watch(of: source.value, initial: true) { _, new in cell.pointee &+= new } }
    }
  }

  @inline(never)
  private static func makeScope(_ count: Int) {
    let source = atom(1)
    expecting(count * 3) { cell in
      for _ in 0..<count {
        let scope = EffectScope()
        scope.run {
          for _ in 0..<3 { _ = Effect { cell.pointee &+= source.value } }
        }
        scope.cancel()
      }
    }
  }
}
