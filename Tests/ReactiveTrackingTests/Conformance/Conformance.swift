import ReactiveTracking
import Testing

/// The cases of johnsoncodehk/reactive-framework-test-suite and of the libraries that it compares, under their ids and
/// in our words, through the public interface. `Docs/Conformance.md` has the results.
@Suite("Conformance")
enum Conformance {}

/// What ran, in order.
final class Runs {
  private(set) var log: [String] = []

  /// How often `name` ran since the last reset.
  subscript(name: String) -> Int { log.count { $0 == name } }

  /// Notes that `name` runs.
  func callAsFunction(_ name: String) { log.append(name) }

  /// Notes that `name` runs, and makes its value: what a derivation that is counted does.
  func callAsFunction<Value>(_ name: String, _ value: @autoclosure () -> Value) -> Value {
    log.append(name)
    return value()
  }

  /// Notes that `name` runs, and reads a value: what an effect that is counted does.
  func note<Value>(_ name: String, reading value: @autoclosure () -> Value) {
    log.append(name)
    _ = value()
  }

  func reset() { log = [] }
}

/// Keeps effects for as long as the suite's instance lives, which is one test.
final class Kept {
  private var effects: [Effect] = []

  @discardableResult
  func callAsFunction(_ effect: Effect) -> Effect {
    effects.append(effect)
    return effect
  }
}

/// What goes wrong in the cases in which something goes wrong.
struct Failure: Error, Equatable {
  var number = 0
}
