import ReactiveTracking

extension Kairo {
  /// The letters are the original's. `hard`, user code, takes nearly all of the time.
  static func molBench() -> () -> Void {
    let results = MoleculeResults()
    let a = atom(0)
    let b = atom(0)
    let c = derive { a.value % 2 + b.value % 2 }
    let d = derive { Fresh((0..<5).map { MoleculePart(x: $0 + a.value % 2 - b.value % 2) }) }
    let e = derive { Molecule.hard(c.value + a.value + d.value.content[0].x) }
    let f = derive {
      let x = d.value.content[2].x
      return Molecule.hard(x != 0 ? x : b.value)
    }
    let g = derive {
      let first = c.value
      let again = c.value
      let second = again != 0 ? again : e.value % 2
      return first + second + d.value.content[4].x + f.value
    }
    _ = Effect { results.append(Molecule.hard(g.value)) }
    _ = Effect { results.append(g.value) }
    _ = Effect { results.append(Molecule.hard(f.value)) }
    var round = 0
    return {
      round += 1
      results.removeAll()
      batch {
        b.value = 1
        a.value = 1 + round * 2
      }
      batch {
        a.value = 2 + round * 2
        b.value = 2
      }
      results.checkRound()
    }
  }
}

struct MoleculePart {
  let x: Int
}

/// The effects' results, in the order of their runs.
final class MoleculeResults {
  private var values: [Int] = []

  func append(_ value: Int) {
    values.append(value)
  }

  func removeAll() {
    values.removeAll(keepingCapacity: true)
  }

  /// Two effects run in each of the two batches, in any order.
  func checkRound() {
    check(values.count, 4, in: "molBench")
    check(values[0] + values[1], 3204 + 1607, in: "molBench")
    check(max(values[0], values[1]), 3204, in: "molBench")
    check(values[2] + values[3], 3201 + 1604, in: "molBench")
    check(max(values[2], values[3]), 3201, in: "molBench")
  }
}
