import ReactiveElm

/// A module that shows what it was made with, for tests of how values are compared.
private struct Compared<Value>: Module {
  struct Model { var value: Value }
  static func start(with flags: Value) -> (model: Model, commands: [Never]) { (Model(value: flags), []) }
  static func update(for message: Value, model: inout Model) -> [Never] {
    model.value = message
    return []
  }
  static func view(for model: Model) -> Value { model.value }
}

/// How a failed assertion shows the difference between two values; nil if they are equal.
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

/// The message of the failure that `body` throws; nil if it throws none.
func failure(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch { return (error as? TestFailure)?.message ?? "another error: \(error)" }
}
