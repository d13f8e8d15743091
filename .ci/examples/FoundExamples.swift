import Foundation

struct Line {
  var number: Int
  var text: String
}

/// A code block.
struct Example {
  var file: String
  /// The `#if` conditions around the example in a source file, and those of a mark.
  var conditions: [String]
  var lines: [Line]
  /// Output after that of its comments: the block below it that is marked as its output.
  var output: [Line] = []
  /// Its message if it stops: the block below it.
  var lastWords: [Line]?

  var place: String { "\(file):\(lines.first?.number ?? 0)" }
}

/// A reason why an example cannot be read.
struct Problem: CustomStringConvertible {
  var description: String
  init(_ file: String, _ line: Int, _ message: String) { description = "\(file):\(line): \(message)" }
}

struct FoundExamples {
  private(set) var examples: [Example] = []
  private(set) var skipped: [String] = []
  private(set) var problems: [Problem] = []

  /// The examples whose types the one at `index` may use: in Markdown, earlier ones on its page; in a layer's sources,
  /// those of the layer, preferring earlier ones in its file.
  func lenders(to index: Int) -> [Example] {
    let borrower = examples[index]
    let sameFile = examples[..<index].filter { $0.file == borrower.file }
    let parts = borrower.file.split(separator: "/")
    guard parts.count > 2, parts[0] == "Sources" else { return sameFile }
    let layer = parts[0...1].joined(separator: "/") + "/"
    return examples.filter { $0.file.hasPrefix(layer) && $0.file != borrower.file } + sameFile
  }

  /// Adds the examples of a Markdown file, or of a Swift file's documentation comments.
  mutating func add(file: String) throws {
    let lines = try String(contentsOfFile: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let numbered = zip(1..., lines).map { Line(number: $0, text: String($1)) }
    if file.hasSuffix(".swift") {
      addComments(of: numbered, file: file)
    } else {
      addBlocks(of: numbered, file: file, conditions: [])
    }
  }

  private mutating func addComments(of lines: [Line], file: String) {
    var conditions: [String] = []
    var comment: [Line] = []
    for line in lines + [Line(number: 0, text: "")] {
      if line.text.contains(#/^ *\/\*\*/#) {
        problems.append(Problem(file, line.number, "write documentation with ///: what stands here is not run"))
      }
      if let text = line.text.wholeMatch(of: #/ *\/\/\/ ?(.*)/#)?.1 {
        comment.append(Line(number: line.number, text: String(text)))
        continue
      }
      addBlocks(of: comment, file: file, conditions: conditions)
      comment = []
      let directive = line.text.wholeMatch(of: #/ *#(if|elseif|else|endif)\b *(.*?)( *\/\/.*)?/#)
      guard let directive else { continue }
      switch directive.1 {
      case "if": conditions.append("(\(directive.2))")
      case "endif": _ = conditions.popLast()
      case "else": conditions.append("!(\(conditions.popLast() ?? "true"))")
      default: conditions.append("(!(\(conditions.popLast() ?? "true")) && (\(directive.2)))")
      }
    }
  }

  private static let outputMarker = "<!-- printed by the example above -->"
  private static let stopMarker = "<!-- stops, as said below -->"
  /// Defined by `.ci/check-examples --main-actor`.
  private static let offMainActor = "!MAIN_ACTOR_BY_DEFAULT"
  private static func isOffMainActor(_ text: String) -> Bool { text.contains(#/<!-- off the main actor: *\S.* -->/#) }

  private mutating func addOutput(_ lines: [Line], file: String, to place: Int) {
    guard let last = examples.indices.last, examples[last].file == file else {
      problems.append(Problem(file, place, "there is no example above that could print this"))
      return
    }
    examples[last].output += lines
  }

  private mutating func addBlocks(of text: [Line], file: String, conditions: [String]) {
    var index = 0
    while index < text.count {
      let opening = text[index]
      let above = index == 0 ? "" : text[index - 1].text
      let marker = above.firstMatch(of: #/<!-- not run: *(.*?) *-->/#)?.1
      let isOffMainActor = Self.isOffMainActor(above)
      index += 1
      guard let fence = opening.text.wholeMatch(of: #/( *)(```+|~~~+) *(.*?) */#) else {
        if opening.text.contains(#/^[\s>*+\-0-9.]*(```|~~~)/#) {
          problems.append(Problem(file, opening.number, "a block begins on a line of its own, after blanks alone"))
        }
        if opening.text.contains(#/(?i)<!--.*printed by/#), !opening.text.contains(Self.outputMarker) {
          problems.append(Problem(file, opening.number, "write \(Self.outputMarker)"))
        }
        if opening.text.contains("<!-- not run:"), index == text.count || !text[index].text.contains("```swift") {
          problems.append(Problem(file, opening.number, "\"not run\" belongs on the line before a Swift example"))
        }
        if opening.text.contains("<!-- off the main actor"),
          !Self.isOffMainActor(opening.text) || index == text.count || text[index].text != "```swift"
        {
          problems.append(
            Problem(
              file, opening.number, "write <!-- off the main actor: REASON --> on the line before a Swift example"))
        }
        if opening.text.contains(#/(?i)<!-- *stops/#),
          !opening.text.contains(Self.stopMarker) || index == text.count || text[index].text != "```swift"
        {
          problems.append(Problem(file, opening.number, "write \(Self.stopMarker) on the line before a Swift example"))
        }
        if opening.text.contains(Self.outputMarker), index == text.count || !text[index].text.contains("```") {
          problems.append(Problem(file, opening.number, "the line before a block is where this belongs"))
        }
        continue
      }
      var lines: [Line] = []
      while index < text.count, !text[index].text.trimmingPrefix(while: { $0 == " " }).hasPrefix(fence.2) {
        lines.append(Line(number: text[index].number, text: String(text[index].text.trimmingPrefix(fence.1))))
        index += 1
      }
      if index == text.count { problems.append(Problem(file, opening.number, "this code block has no end")) }
      index += 1

      let words = fence.3.split(separator: " ", maxSplits: 1)
      if above.contains(Self.outputMarker), words.first == "swift" {
        problems.append(Problem(file, opening.number, "an example is printed by nobody"))
      }
      guard words.first == "swift" else {
        if fence.3.lowercased().hasPrefix("swift") || fence.3.isEmpty && file.hasPrefix("Sources/") {
          problems.append(
            Problem(file, opening.number, "begin an example with ```swift, and other blocks with ```text"))
        }
        if above.contains(Self.outputMarker) { addOutput(lines, file: file, to: opening.number) }
        if let last = examples.indices.last, examples[last].file == file, examples[last].lastWords?.isEmpty == true {
          examples[last].lastWords = lines
        }
        continue
      }
      let isManifest = words.count == 2 && words[1] == "package-manifest"
      if words.count == 1 && marker == nil {
        if !lines.isEmpty {
          examples.append(
            Example(
              file: file, conditions: conditions + (isOffMainActor ? [Self.offMainActor] : []), lines: lines,
              lastWords: above.contains(Self.stopMarker) ? [] : nil))
        }
      } else if file.hasSuffix(".swift") {
        problems.append(Problem(file, opening.number, "an example in a documentation comment is always run"))
      } else if let reason = isManifest ? "package manifest" : marker, words.count == 1 || isManifest, !reason.isEmpty {
        skipped.append("\(file):\(opening.number): not run: \(reason)")
      } else {
        problems.append(
          Problem(file, opening.number, "why is this not run? Write <!-- not run: REASON --> on the line before it"))
      }
    }
  }
}
