import ReactiveElm

/// A module that shows its flags, for tests of comparisons.
private struct Compared<Value>: Module {
  struct Model { var value: Value }
  static func start(with flags: Value) -> (model: Model, commands: [Never]) { (Model(value: flags), []) }
  static func update(for message: Value, model: inout Model) -> [Never] {
    model.value = message
    return []
  }
  static func view(for model: Model) -> Value { model.value }
}

/// The difference that a failed assertion shows; nil if the values are equal.
func difference<Value>(_ expected: Value, _ actual: Value) -> String? {
  let test = TestProgram<Compared<Value>>(flags: actual)
  do {
    try test.expect(view: expected)
    return nil
  } catch let failure as TestFailure {
    let lines = failure.message.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.dropFirst().map { $0.dropFirst(2) }.joined(separator: "\n")
  } catch {
    return "another error"
  }
}

func failure(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch { return (error as? TestFailure)?.message ?? "another error: \(error)" }
}
