import CBenchmarkSupport

extension Library {
  static func write(observers count: Int) -> Cost {
    let source = source(0, named: "")
    let sum = Sum.cell
    let tokens = (0..<count).map { _ in observe(node(source), adding(to: sum)) }
    return .timed(
      Job(perValue: max(1, count), deliveries: count) { values in
        for value in values {
          write(value, to: source)
          benchmark_barrier()
        }
        withExtendedLifetime(tokens) {}
      })
  }

  static var reading: Cost {
    let source = source(0, named: "")
    let sum = Sum.cell
    return .timed(
      Job { values in
        for _ in values {
          sum.pointee &+= read(source)
          benchmark_barrier()
        }
      })
  }

  static var bytesOfSource: Cost { .once { bytes { source($0, named: "") } } }
}

extension EventLibrary {
  static func send(observers count: Int) -> Cost {
    let stream = stream(named: "")
    let sum = Sum.cell
    let tokens = (0..<count).map { _ in sink(stream, adding(to: sum)) }
    return .timed(
      Job(perValue: count, deliveries: count) { values in
        for value in values {
          send(value, to: stream)
          benchmark_barrier()
        }
        withExtendedLifetime(tokens) {}
      })
  }
}

extension Library {
  static var subscribing: Cost? {
    if !canCancel { return nil }
    let source = source(0, named: "")
    let sum = Sum.cell
    return .timed(
      Job { values in
        for _ in values { cancel(observe(node(source), adding(to: sum))) }
      })
  }

  /// In an order that has nothing to do with that of subscribing.
  static var cancelling: Cost? {
    if !canCancel { return nil }
    let count = 10_000
    let sum = Sum.cell
    let source = source(0, named: "")
    var tokens: [Token] = []
    var random = Shuffling()
    return .timed(
      Job(
        perValue: count, count: 1,
        prepare: {
          tokens = (0..<count).map { _ in observe(node(source), adding(to: sum)) }
          tokens.shuffle(using: &random)
        },
        run: { _ in
          for token in tokens { cancel(token) }
          tokens = []
        }))
  }

  static var bytesOfSubscription: Cost {
    .once {
      let source = source(0, named: "")
      let sum = Sum.cell
      return bytes { _ in observe(node(source), adding(to: sum)) }
    }
  }
}

/// The same order in each run of the program.
private struct Shuffling: RandomNumberGenerator {
  private var state: UInt64 = 42

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 33)
  }
}
