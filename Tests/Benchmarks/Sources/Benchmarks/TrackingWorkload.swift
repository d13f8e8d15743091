import CBenchmarkSupport
import ReactiveTracking

// What the workloads of js-reactivity-benchmark share. They are ported as they are: what is created, written, read and
// asserted, in which order. The sums and counters that the originals assert are asserted here, in the timed part too.

/// A graph, built in a scope of its own that owns its effects.
struct BuiltWorkload {
  /// One execution of the workload's body.
  let iterate: () -> Void

  private let scope: EffectScope

  /// Builds what `make` describes; it returns the body.
  init(_ make: () -> () -> Void) {
    scope = EffectScope()
    iterate = scope.run(make)
  }

  /// Ends all effects.
  func cancel() {
    scope.cancel()
  }
}

/// A counter that the workload's functions share. A captured variable would cost an exclusivity check per access, which
/// is not what is measured here.
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

/// A value that is compared by identity: each new one is a change, whatever it holds.
final class Fresh<Content> {
  let content: Content

  init(_ content: Content) {
    self.content = content
  }
}

/// Stops the program unless the workload came to what the original comes to.
@inline(__always)
func check<Value: Equatable>(_ actual: Value, _ expected: Value, in workload: StaticString) {
  if actual != expected { wrongResult("\(actual)", "\(expected)", workload) }
}

@inline(never)
private func wrongResult(_ actual: String, _ expected: String, _ workload: StaticString) -> Never {
  fail("benchmarks: '\(workload)' came to \(actual) instead of \(expected); its time would mean nothing")
}

/// Uses a value as far as the compiler can see, which costs nothing.
@inline(__always)
func consume(_ value: Int) {
  benchmark_consume(value)
}

@inline(__always)
func consume(_ value: Double) {
  benchmark_consume(Int(bitPattern: UInt(value.bitPattern)))
}

/// The busy loop of the kairo cases, which no compiler may fold.
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
