import Foundation

func check(_ condition: Bool, _ message: @autoclosure () -> String, line: UInt = #line, file: StaticString = #fileID) {
  if !condition { fail(message(), line: line, file: file) }
}

func check<Value: Equatable>(
  _ found: Value, is expected: Value, _ what: @autoclosure () -> String, line: UInt = #line,
  file: StaticString = #fileID
) {
  if found != expected { fail("\(what()) is \(found), not \(expected)", line: line, file: file) }
}

func fail(_ message: String, line: UInt = #line, file: StaticString = #fileID) -> Never {
  FileHandle.standardError.write(Data("check failed: \(message) (\(file):\(line))\n".utf8))
  exit(1)
}

/// The repetitions in a case: `count` in the short form, multiplied by REACTIVE_HOSTILE_ROUNDS in a long one.
func rounds(_ count: Int) -> Range<Int> { 0..<max(1, Int(Double(count) * roundFactor)) }

private let roundFactor = Double(ProcessInfo.processInfo.environment["REACTIVE_HOSTILE_ROUNDS"] ?? "1") ?? 1
