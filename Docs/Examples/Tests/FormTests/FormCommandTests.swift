import CommandTesting
import Foundation
import Testing

/// Runs the built program.
@Suite struct FormCommandTests {
  private let form = BuiltProgram("form")

  /// The shipped files.
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Forms").standardizedFileURL
  private let keys = folder.appendingPathComponent("sign-up.keys").path

  @Test func theReadmeShowsWhatTheShippedScriptEndsWith() throws {
    let readme = try String(contentsOf: Self.folder.appendingPathComponent("../README.md"), encoding: .utf8)
    let start = try #require(readme.range(of: "\n## form\n"))
    let shown = readme[start.upperBound...].components(separatedBy: "```")[3].dropFirst()
    let result = try form.run(["--script", keys])
    #expect(shown == result.output)
    #expect(result.errors.isEmpty)
    #expect(result.status == 0)
  }

  @Test func eachLineOfAScriptHasItsScreen() throws {
    let result = try form.run(["--script", keys, "--each"])
    #expect(result.status == 0)
    #expect(result.lines.filter { $0 == "Sign up" }.count == 11)
    #expect(result.output.contains("\(keys):18:\nSign up\n"))
    #expect(result.output.contains("› Age       [thirty-six                    ]  “thirty-six” is no age\n"))
    #expect(
      result.output.hasSuffix(
        "\nSigned up:\n\(try form.run(["--script", keys]).lines.suffix(5).joined(separator: "\n"))"))
  }

  @Test func aScriptComesFromStandardInput() throws {
    let result = try form.run(["--script", "-"], input: "山田 花子<ctrl-s>\r\n# and so on\n<tab><tab>teapot\n")
    #expect(result.status == 0)
    #expect(result.lines[2] == "  Name      [山田 花子                     ]")
    #expect(result.lines[3] == "  E-mail    [山田.花子@example.org         ]")
    #expect(result.lines[4] == "› Password  [••••••                        ]  weak · 8 characters at least")
    #expect(result.lines[12] == "Still needed: age, terms.")
    #expect(!result.output.contains("Signed up"))
  }

  @Test func anEmptyScriptShowsAnEmptyForm() throws {
    let result = try form.run(["--script", "-"])
    #expect(result.status == 0)
    #expect(result.lines[2] == "› Name      [                              ]")
  }

  @Test(arguments: [
    ("Ada\n<tba>\n", "2: there is no key <tba>, but <backspace>"),
    ("\n\nAda<tab\n", "3: the < is never closed; an angle bracket itself is <lt>"),
    ("# the end\nA<ctrl-c>\nda", "3: the program has ended before d"),
    ("Ada\n\n<tab><page-down>", "3: <page-down> does nothing here"),
    ("<up><up><up>\n ", "2:   does nothing here"),
  ])
  func aBadScriptGetsOneLineAndStatus2(script: String, message: String) throws {
    let piped = try form.run(["--script", "-"], input: script)
    #expect(piped.errors.hasPrefix("form: standard input:\(message)"))
    try withFile(script) { path in
      let result = try form.run(["--script", path])
      #expect(result.errors.hasPrefix("form: \(path):\(message)"))
      #expect(result.errors.filter { $0 == "\n" }.count == 1)
      #expect(result.output.isEmpty)
      #expect(result.status == 2)
    }
  }

  @Test func whatIsNoTextIsRefused() throws {
    try withFile("") { path in
      try Data([0x41, 0xFF]).write(to: URL(fileURLWithPath: path))
      let result = try form.run(["--script", path])
      #expect(result.errors == "form: \(path) is no text in UTF-8\n")
      #expect(result.status == 2)
    }
  }

  @Test(arguments: [
    ([], "this is no terminal; --script says what to press"),
    (["--each"], "--each goes with --script"),
    (["--script", "/nowhere/at/all"], "cannot read /nowhere/at/all"),
    (["--script"], "Missing value for '--script <file>'"),
    (["--scirpt", "-"], "Unknown option '--scirpt'. Did you mean '--script'?"),
    (["x"], "Unexpected argument 'x'"),
  ])
  func badArgumentsGetOneLineAndStatus2(arguments: [String], message: String) throws {
    let result = try form.run(arguments)
    #expect(result.errors == "form: \(message)\n")
    #expect(result.output.isEmpty)
    #expect(result.status == 2)
  }

  @Test func helpIsNoError() throws {
    let result = try form.run(["--help"])
    #expect(result.status == 0)
    #expect(result.output.contains("USAGE: form"))
    #expect(result.errors.isEmpty)
  }
}
