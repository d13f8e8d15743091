import CommandTesting
import Testing

/// Runs the built program.
@Suite struct CounterCommandTests {
  private let counter = BuiltProgram("counter")

  @Test(arguments: [("++-", "1"), ("", "0"), ("-+--", "-2"), ("+q++", "1")])
  func aScriptOfKeysEndsWithItsScreen(keys: String, count: String) throws {
    let result = try counter.run(["--keys", keys])
    #expect(
      result.output == """
        Counter

          \(count)

        + Increment   - Decrement   q Quit

        """)
    #expect(result.errors.isEmpty)
    #expect(result.status == 0)
  }

  @Test(arguments: [
    ([], "this is no terminal; --keys says what to press"),
    (["--keys", "+x"], "key 2: x is no key of the counter's"),
    (["--keys", "+<entr>"], "key 2: there is no key <entr>, but <backspace>"),
    (["--keys", "+<"], "key 2: the < is never closed; an angle bracket itself is <lt>"),
    (["--kesy", "+"], "Unknown option '--kesy'. Did you mean '--keys'?"),
    (["+"], "Unexpected argument '+'"),
  ])
  func badArgumentsGetOneLineAndStatus2(arguments: [String], message: String) throws {
    let result = try counter.run(arguments)
    #expect(result.errors.hasPrefix("counter: \(message)"))
    #expect(result.errors.filter { $0 == "\n" }.count == 1)
    #expect(result.output.isEmpty)
    #expect(result.status == 2)
  }

  @Test func helpIsNoError() throws {
    let result = try counter.run(["--help"])
    #expect(result.status == 0)
    #expect(result.output.contains("USAGE: counter"))
    #expect(result.errors.isEmpty)
  }
}
