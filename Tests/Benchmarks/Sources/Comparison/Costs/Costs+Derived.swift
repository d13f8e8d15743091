import CBenchmarkSupport
import Foundation

extension DerivingLibrary {
  static var derivedFromTwo: Cost {
    let sources = [source(0, named: ""), source(0, named: "")]
    return last(join(node(sources[0]), node(sources[1])) { $0 &+ $1 }, perValue: 1) { value in
      // In turn, so each write is a change, and the sum is this value and the one before.
      write(value, to: sources[value & 1])
    } expected: {
      $0 &* 2 &- 1
    }
  }

  static func chain(_ length: Int) -> Cost {
    let source = source(0, named: "")
    var end = node(source)
    for _ in 0..<length { end = map(end) { $0 &+ 1 } }
    return last(end, perValue: length) {
      write($0, to: source)
    } expected: {
      $0 &+ length
    }
  }

  static func fan(_ count: Int) -> Cost {
    let source = source(0, named: "")
    let sum = Sum.cell
    let nodes = (0..<count).map { _ in map(node(source)) { $0 &* 2 } }
    let tokens = nodes.map { observe($0, adding(to: sum)) }
    return .timed(
      Job(perValue: count, deliveries: 2 * count) { values in
        for value in values { write(value, to: source) }
        withExtendedLifetime((nodes, tokens)) {}
      })
  }

  /// Each rung: five values made of the last join, and the next join of these.
  static func ladder(_ depth: Int) -> Cost {
    let source = source(0, named: "")
    var rung = node(source)
    var kept: [Any] = []
    for _ in 0..<depth {
      let sides = (1...5).map { side in map(rung) { $0 &+ side } }
      rung = join(sides) { $0.reduce(0, &+) }
      kept.append((sides, rung))
    }
    return last(rung, perValue: 1) { value in
      write(value, to: source)
      withExtendedLifetime(kept) {}
    } expected: { value in
      (0..<depth).reduce(value) { sum, _ in sum &* 5 &+ 15 }
    }
  }

  /// Writes, and what the observer of `node` must have received last.
  private static func last(
    _ node: Node, perValue: Int, _ write: @escaping (Int) -> Void, expected: @escaping (Int) -> Int
  ) -> Cost {
    let received = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    received.initialize(to: 0)
    let token = observe(node) { received.pointee = $0 }
    return .timed(
      Job(perValue: perValue) { values in
        for value in values { write(value) }
        withExtendedLifetime((node, token)) {}
      } isRight: { values in
        received.pointee == expected(values.upperBound - 1)
      })
  }

  /// Objects with a source, a derived value, and an observer of that, made here and released on another thread.
  ///
  /// Counted are the time of that thread, and that of what is left to do here afterwards.
  static var releasingElsewhere: Cost {
    let count = 1_000
    return .once {
      let runs = (0..<11).map { _ in
        benchmark_take_jobs(true)
        defer { benchmark_take_jobs(false) }
        let sum = Sum.cell
        nonisolated(unsafe) var held: [Any] = (0..<count).map { _ in
          let source = source(0, named: "")
          let next = map(node(source)) { $0 &+ 1 }
          return (source, next, observe(next, adding(to: sum)))
        }
        benchmark_run_jobs()
        nonisolated(unsafe) var there = 0.0
        let done = DispatchSemaphore(value: 0)
        Thread {
          let start = threadTime()
          held.removeAll()
          there = threadTime() - start
          done.signal()
        }.start()
        done.wait()
        let start = threadTime()
        benchmark_run_jobs()
        return (there + threadTime() - start) / Double(count)
      }
      return median(runs)
    }
  }
}
