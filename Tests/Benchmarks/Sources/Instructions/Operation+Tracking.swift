import CBenchmarkSupport
import ReactiveTracking

extension Operation {
  static var tracking: [Operation] {
    [
      Operation(name: "atom written, derivation read", run: writeAndRead),
      Operation(name: "atom -> derivation -> effect", run: derivationAndEffect),
      Operation(name: "batch of one write, 1 effect", run: batchOfOne),
      Operation(name: "batch of two writes, 1 effect", run: batchOfTwo),
      Operation(name: "effect that reads one atom 30 times", run: repeatedReads),
      Operation(name: "atom made and dropped", run: makeAtom),
      Operation(name: "derivation made, read and dropped", run: makeDerivation),
      Operation(name: "effect made, run and dropped", run: makeEffect),
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
}
