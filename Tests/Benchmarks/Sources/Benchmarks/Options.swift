import Foundation

struct Options {
  /// Timed runs per contender; the table shows their median.
  var rounds = 21

  /// CPU time of one timed run.
  var nanosecondsPerRun = 2_000_000.0

  /// A first look: fewer and shorter rounds, without the slow cases.
  var isQuick = false

  /// Selects cases whose "suite: case" contains it, ignoring case.
  var filter: String?

  /// The file for the results as JSON, beside the table.
  var jsonPath: String?

  static let usage = "usage: Benchmarks [--quick] [--filter NAME] [--rounds N] [--json FILE]"

  init() {}

  init(_ arguments: some Sequence<String>) {
    var rest = Array(arguments)[...]
    func value(of option: String) -> String {
      guard let value = rest.popFirst() else { fail("benchmarks: \(option) needs a value; \(Self.usage)") }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h":
        print(Self.usage)
        exit(0)
      case "--quick":
        isQuick = true
        rounds = 5
        nanosecondsPerRun = 500_000
      case "--filter":
        filter = value(of: argument)
      case "--json":
        jsonPath = value(of: argument)
      case "--rounds":
        let text = value(of: argument)
        guard let number = Int(text), (1...10_000).contains(number) else {
          fail("benchmarks: --rounds needs a number from 1 to 10000, not '\(text)'")
        }
        rounds = number
      default:
        fail("benchmarks: unknown option '\(argument)'; \(Self.usage)")
      }
    }
  }
}

/// Ends the program with a line on standard error and the exit code of bad input.
func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data((message + "\n").utf8))
  exit(2)
}
