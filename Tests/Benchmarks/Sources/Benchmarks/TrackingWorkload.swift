import CBenchmarkSupport
import ReactiveTracking

// Shared by the workloads of js-reactivity-benchmark. The ports create, write, read and assert the same in the same
// order. The originals' assertions of sums and counters run in the timed part too.

/// A graph built in its own scope, which owns its effects.
struct BuiltWorkload {
  let iterate: () -> Void

  private let scope: EffectScope

  /// Builds the graph with `make`, which returns the body.
  init(_ make: () -> () -> Void) {
    scope = EffectScope()
    iterate = scope.run(make)
  }

  func cancel() {
    scope.cancel()
  }
}

/// A counter shared by a workload's functions. A captured variable would add an exclusivity check per access.
struct Tally {
  private let cell: UnsafeMutablePointer<Int>

  init() {
    cell = .allocate(capacity: 1)
    cell.initialize(to: 0)
  }

  var count: Int { cell.pointee }

  func add() {
    cell.pointee &+= 1
  }

  func reset() {
    cell.pointee = 0
  }
}

/// A value compared by identity: each new instance is a change.
final class Fresh<Content> {
  let content: Content

  init(_ content: Content) {
    self.content = content
  }
}

/// Stops the program unless the workload's result equals the original's.
@inline(__always)
func check<Value: Equatable>(_ actual: Value, _ expected: Value, in workload: StaticString) {
  if actual != expected { wrongResult("\(actual)", "\(expected)", workload) }
}

@inline(never)
private func wrongResult(_ actual: String, _ expected: String, _ workload: StaticString) -> Never {
  fail("benchmarks: '\(workload)' came to \(actual) instead of \(expected); its time would mean nothing")
}

/// Makes the compiler treat the value as used, at no cost.
@inline(__always)
func consume(_ value: Int) {
  benchmark_consume(value)
}

@inline(__always)
func consume(_ value: Double) {
  benchmark_consume(Int(bitPattern: UInt(value.bitPattern)))
}

/// The busy loop of the kairo cases, which the compiler must not fold.
func busy() {
  for _ in 0..<100 { benchmark_barrier() }
}

/// The workloads' user code: slow on purpose.
enum Molecule {
  static func hard(_ number: Int) -> Int {
    number + fibonacci(benchmark_opaque(16))
  }

  private static func fibonacci(_ number: Int) -> Int {
    number < 2 ? 1 : fibonacci(number - 1) + fibonacci(number - 2)
  }
}
