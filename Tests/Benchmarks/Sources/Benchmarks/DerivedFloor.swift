let fieldsAndClosures = "floor: fields, closures in arrays"

/// Functions of the derived layer's floors and handwritten peers, as values, so that each run is a call.
enum DerivedFloor {
  /// A box for a value, without observers yet.
  static func input() -> FieldWithClosures {
    FieldWithClosures(observers: 0) { { _ in } }
  }

  @inline(never)
  static func increment(_ runs: Tally) -> (Int) -> Int {
    { value in
      runs.add()
      return value &+ 1
    }
  }

  @inline(never)
  static func sumOfTwo(_ runs: Tally) -> (Int, Int) -> Int {
    { a, b in
      runs.add()
      return a &+ b
    }
  }

  @inline(never)
  static func sumOfTen(_ runs: Tally) -> (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int) -> Int {
    { a, b, c, d, e, f, g, h, i, j in
      runs.add()
      return sum(a, b, c, d, e, f, g, h, i, j)
    }
  }

  @inline(__always)
  static func sum(
    _ a: Int, _ b: Int, _ c: Int, _ d: Int, _ e: Int, _ f: Int, _ g: Int, _ h: Int, _ i: Int, _ j: Int
  ) -> Int {
    let first = a &+ b &+ c &+ d &+ e
    return first &+ f &+ g &+ h &+ i &+ j
  }
}

/// Writes one of two inputs, so that their sum is `value`.
@inline(__always)
func inTurn(_ value: Int, _ writeFirst: (Int) -> Void, _ writeSecond: (Int) -> Void) {
  if value & 1 == 0 { writeFirst(value >> 1) } else { writeSecond((value + 1) >> 1) }
}

/// Writes each value, and asserts that every write ran the calculation once.
@inline(__always)
func counted<Kept>(
  _ runs: Tally, runs runsPerWrite: Int = 1, deliveries: Int = 1, in name: StaticString, keeping kept: Kept,
  _ write: @escaping (Int) -> Void
) -> Work {
  Work(deliveries: deliveries) { values in
    runs.reset()
    for value in values { write(value) }
    check(runs.count, values.count * runsPerWrite, in: name)
    withExtendedLifetime(kept) {}
  }
}

@inline(__always)
func counted(
  _ runs: Tally, runs runsPerWrite: Int = 1, deliveries: Int = 1, in name: StaticString,
  _ write: @escaping (Int) -> Void
) -> Work {
  counted(runs, runs: runsPerWrite, deliveries: deliveries, in: name, keeping: (), write)
}
