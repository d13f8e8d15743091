/// The file that runs one example, and its expected output.
///
/// Types, imports and extensions move to file scope, because an extension is allowed nowhere else. All other code
/// becomes a function's body. Both parts have every line of the example, if only as an empty one, so that one
/// `#sourceLocation` fits all. The program prints a mark after each line that states its output and ends a statement
/// outside of brackets.
struct ExampleProgram {
  private(set) var text = ""
  private(set) var expected = ""
  private(set) var problems: [Problem] = []
  /// Whether the example can be compiled with others.
  private(set) var isWhole = true

  private var declarations: [String] = []
  private var statements: [String] = []
  private var hasImports = false

  init(_ example: Example, number: Int, layers: [String], borrowed: [Declaration] = []) {
    let file = example.file
    let first = example.lines.first?.number ?? 0
    var reader = CodeReader()
    let lines = example.lines.map { reader.read($0.text) }
    isWhole = lines.last?.depth == 0
    if !isWhole { problems.append(Problem(file, first, "the brackets of this example do not match")) }

    var isInDeclaration = false
    for (index, code) in lines.enumerated() {
      let line = example.lines[index].number
      var texts: [String]?
      do { texts = try code.expectation() } catch {
        problems.append(
          Problem(file, line, "cannot read this comment; write: prints \"TEXT\", or: prints nothing"))
      }
      for row in (texts ?? []).flatMap({ $0.split(separator: "\n", omittingEmptySubsequences: false) }) {
        expected += "\(file):\(line)\t\(row)\n"
      }

      if code.bare.contains(#/^ *#(if|elseif|else|endif)\b/#) {
        declarations.append(code.text)
        statements.append(code.text)
        continue
      }
      let isFirst = (index == 0 || lines[index - 1].depth == 0) && code.bare.contains(#/^(?!where )[^ {]/#)
      if isFirst {
        // An attribute on its own line belongs to the next declaration.
        let named = lines[index...].first { !$0.bare.contains(#/^(@\w+(\(.*\))?)? *$/#) }
        isInDeclaration = named.flatMap { Self.hidden($0.text) } != nil
      }
      if isInDeclaration {
        if isFirst && code.bare.contains(#/\bimport /#) { hasImports = true }
        declarations.append((isFirst ? Self.hidden(code.text) : nil) ?? code.text)
        statements.append("")
        continue
      }
      declarations.append("")
      let next = lines[(index + 1)...].first { !$0.bare.allSatisfy { $0 == " " } }?.bare ?? ""
      if texts != nil && code.depth == 0 && code.bare.contains(#/^[^ ]/#)
        && !next.contains(#/^([ .?:{})\]]|else\b|catch\b)/#)
      {
        statements.append("\(code.text);_after(\(line))")
        expected += "\(file):\(line)\t\u{1}\(line)\n"
      } else {
        statements.append(code.text)
      }
    }
    for line in example.output { expected += "\(file):\(line.number)\t\(line.text)\n" }
    expected += "\(file):\(example.lines.last?.number ?? 0)\t\u{1}end\n"

    let parts = file.split(separator: "/")
    let own = parts.first == "Sources" ? ["ReactiveCore", String(parts[1])] : layers
    text = """
      #if \(example.conditions.isEmpty ? "true" : example.conditions.joined(separator: " && "))
      \(hasImports ? "" : layers.filter(own.contains).map { "import \($0)" }.joined(separator: "\n"))
      #sourceLocation(file: "\(file)", line: \(first))
      \(declarations.joined(separator: "\n"))
      #sourceLocation()
      \(borrowed.flatMap(Self.hidden).joined(separator: "\n"))
      @MainActor func example\(number)() async throws {
      #sourceLocation(file: "\(file)", line: \(first))
      \(statements.joined(separator: "\n"))
      #sourceLocation()
      _after("end")
      }
      #else
      @MainActor func example\(number)() { _after("elsewhere") }
      #endif

      """
  }

  /// A borrowed declaration, hidden from other files.
  private static func hidden(_ declaration: Declaration) -> [String] {
    declaration.lines.enumerated().map { $0.offset == 0 ? hidden($0.element.text) ?? $0.element.text : $0.element.text }
  }

  /// The first line of a declaration that moves to file scope, hidden from other files, which may use its name. Nil for
  /// any other line.
  private static func hidden(_ line: String) -> String? {
    let pattern =
      #/((?:(?:@\w+(?:\([^)]*\))?|[a-z]+) +)*)(struct|class|enum|actor|protocol|typealias|extension) +\w.*/#
    if line.contains(#/^(@\w+ )?import |^(prefix |infix |postfix )operator |^precedencegroup /#) { return line }
    guard let parts = line.wholeMatch(of: pattern) else { return nil }
    let modifiers = parts.1.replacing(#/\b(public|open|package|internal|private|fileprivate) +/#, with: "")
    // An extension that adds a conformance takes no access modifier.
    let isConformance = parts.2 == "extension" && line.contains(#/extension +[\w.]+(<[^>]*>)? *:/#)
    return modifiers + (isConformance ? "" : "fileprivate ") + line[parts.2.startIndex...]
  }
}
