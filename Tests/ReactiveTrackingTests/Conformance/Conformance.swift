import ReactiveTracking
import Testing

/// The cases of johnsoncodehk/reactive-framework-test-suite and of the libraries that it compares, under their ids,
/// reworded, through the public interface. `Docs/Conformance.md` has the results.
@Suite("Conformance")
enum Conformance {}

final class Runs {
  private(set) var log: [String] = []

  /// The number of runs of `name` since the last reset.
  subscript(name: String) -> Int { log.count { $0 == name } }

  func callAsFunction(_ name: String) { log.append(name) }

  /// Records a run of `name` and returns its value, as a counted derivation does.
  func callAsFunction<Value>(_ name: String, _ value: @autoclosure () -> Value) -> Value {
    log.append(name)
    return value()
  }

  /// Records a run of `name` and reads a value, as a counted effect does.
  func note<Value>(_ name: String, reading value: @autoclosure () -> Value) {
    log.append(name)
    _ = value()
  }

  func reset() { log = [] }
}

/// Retains effects as long as the suite's instance, which is one test.
final class Kept {
  private var effects: [Effect] = []

  @discardableResult
  func callAsFunction(_ effect: Effect) -> Effect {
    effects.append(effect)
    return effect
  }
}

struct Failure: Error, Equatable {
  var number = 0
}
