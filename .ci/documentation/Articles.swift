// Converts the guides, written for GitHub, to articles for docc, line by line, so that places stay the same:
//
// - Links to guides, their headings and tutorials become links to their pages. Links to other files of the repository
//   become text that names the file, or links below the address in the environment variable REPOSITORY.
// - Pictures are copied into the catalog, and flowcharts are drawn.
// - Comments (`<!-- not run … -->`) are removed. Of the words after ``` only the language stays.
// - A first paragraph that links to the web does not become the summary, since docc loses links there.
//
// Links without a target are reported with their place.

import Foundation

/// Writes the pages into the catalog, and into CATALOGUE.places the sed commands that convert places in articles to
/// those in guides. Prints broken links; returns whether there are none.
func writeArticles(of pages: [Page], to catalogue: URL) throws -> Bool {
  var writer = ArticleWriter(pages: pages, catalogue: catalogue)
  for page in pages { try writer.write(page) }
  try writer.places.write(toFile: catalogue.path + ".places", atomically: false, encoding: .utf8)
  return writer.isFine
}

private struct ArticleWriter {
  let pages: [Page]
  let catalogue: URL
  let repository = ProcessInfo.processInfo.environment["REPOSITORY"]
  var isFine = true
  /// For sed: from the places in articles to those in guides.
  var places = ""

  init(pages: [Page], catalogue: URL) {
    self.pages = pages
    self.catalogue = catalogue
  }

  mutating func complain(_ page: Page, _ line: Int, _ text: String) {
    print("\(page.path):\(line + 1): error: \(text)")
    isFine = false
  }

  mutating func write(_ page: Page) throws {
    if page.lines == [""] { complain(page, 0, "no such file, or an empty one") }
    if let other = pages.first(where: { $0.name.lowercased() == page.name.lowercased() && $0.path != page.path }) {
      complain(page, 0, "on the site it would have the name of \(other.path)")
    }
    var lines = page.lines
    var start = 0
    // In stretches of text: a link may begin on one line and end on the next.
    while start < lines.count {
      let end = page.isText[start...].firstIndex(of: !page.isText[start]) ?? lines.count
      if page.isText[start] {
        let text = lines[start..<end].joined(separator: "\n")
        lines.replaceSubrange(start..<end, with: converted(text, of: page, from: start).components(separatedBy: "\n"))
      } else if lines[start] == "```mermaid", let chart = Flowchart(lines[(start + 1)..<(end - 1)]) {
        let picture = "\(page.name)-\(start + 1).svg"
        try chart.svg.write(to: catalogue.appendingPathComponent(picture), atomically: false, encoding: .utf8)
        lines[start] = "![\(chart.words)](\(picture))"
        for index in (start + 1)..<end { lines[index] = "" }
      } else {
        for index in start..<end where lines[index].drop(while: { $0 == " " }).hasPrefix("```") {
          lines[index] = lines[index].replacingOccurrences(of: #"(```\S*) .*"#, with: "$1", options: .regularExpression)
        }
      }
      start = end
    }
    if let index = lines.firstIndex(where: { $0.hasPrefix("# ") }), index + 2 < lines.count {
      if let title = page.title { lines[index] = "# " + title }
      let first = lines[(index + 2)...].prefix { !$0.isEmpty }
      if lines[index + 1].isEmpty, first.contains(where: { $0.contains("](http") }) { lines[index + 1] = "## Overview" }
    }
    let file = catalogue.appendingPathComponent(page.name + ".md")
    try lines.joined(separator: "\n").write(to: file, atomically: false, encoding: .utf8)
    places += "s|\(file.path)|\(page.path)|g\n"
  }

  /// A stretch of text outside of code blocks, with converted links.
  private mutating func converted(_ text: String, of page: Page, from firstLine: Int) -> String {
    var result = ""
    var rest = text[...]
    func line() -> Int { firstLine + text[..<rest.startIndex].filter { $0 == "\n" }.count }
    while let character = rest.first {
      if character == "\\" {
        result += rest.prefix(2)
        rest = rest.dropFirst(2)
      } else if character == "`", let span = codeSpan(at: rest) {
        result += span
        rest = rest.dropFirst(span.count)
      } else if rest.hasPrefix("<!--") {
        let end = rest.range(of: "-->")?.upperBound ?? rest.endIndex
        result += rest[..<end].filter { $0 == "\n" }
        rest = rest[end...]
      } else if character == "<", rest.dropFirst().first?.isLetter == true, !rest.hasPrefix("<http") {
        complain(page, line(), "docc shows no HTML")
        rest = rest.dropFirst()
      } else if rest.hasPrefix("![") || character == "[", let link = InlineLink(at: rest) {
        let place = line()
        let label = link.isPicture ? link.label : converted(link.label, of: page, from: place)
        result += replacement(for: link, labelled: label, of: page, at: place)
        rest = rest.dropFirst(link.count)
      } else {
        result.append(character)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// The article's text for a link in the guide.
  private mutating func replacement(
    for link: InlineLink, labelled label: String, of page: Page, at line: Int
  ) -> String {
    guard link.target.range(of: "^[a-z]+:", options: .regularExpression) == nil else {
      return "\(link.isPicture ? "!" : "")[\(label)](\(link.target))"
    }
    let parts = link.target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let folder = page.path.contains("/") ? String(page.path[..<page.path.lastIndex(of: "/")!]) : ""
    let path = parts[0].isEmpty ? page.path : simplified("\(folder)/\(parts[0])")
    let anchor = parts.count > 1 ? parts[1] : nil
    guard FileManager.default.fileExists(atPath: path) else {
      complain(page, line, "a link to \(path), which does not exist")
      return label
    }
    if link.isPicture {
      let name = path.replacingOccurrences(of: "/", with: "-")
      let copy = catalogue.appendingPathComponent(name)
      try? FileManager.default.copyItem(at: URL(fileURLWithPath: path), to: copy)
      return "![\(label)](\(name))"
    }
    let target = pages.first { $0.path == path }
    var heading: String?
    if let anchor, path.hasSuffix(".md") {
      heading = (target ?? Page(argument: path)).headings[anchor]
      if heading == nil {
        complain(page, line, "a link to #\(anchor), but no heading of \(path) has this anchor")
      }
    }
    if let target {
      return "[\(label)](doc:\(target.name)\(heading.map { "#" + doccAnchor(for: $0) } ?? ""))"
    }
    if path.hasSuffix(".tutorial") {
      return "[\(label)](doc:\(URL(fileURLWithPath: path).deletingPathExtension().lastPathComponent))"
    }
    if let repository { return "[\(label)](\(repository)/\(path)\(anchor.map { "#" + $0 } ?? ""))" }
    return label == "`\(path)`" ? label : "\(label) (`\(path)`)"
  }

  /// The path without `.` and `..`.
  private func simplified(_ path: String) -> String {
    var names: [Substring] = []
    for name in path.split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return names.joined(separator: "/")
  }
}

/// `[label](target)`, or a picture, `![label](target)`.
private struct InlineLink {
  var isPicture: Bool
  var label: String
  var target: String
  /// Its number of characters.
  var count: Int

  /// The link at the start of `text`, if any.
  init?(at text: Substring) {
    isPicture = text.hasPrefix("!")
    var rest = text.dropFirst(isPicture ? 2 : 1)
    let start = rest.startIndex
    var depth = 1
    while let character = rest.first {
      if character == "`", let span = codeSpan(at: rest) {
        rest = rest.dropFirst(span.count)
        continue
      }
      if character == "[" { depth += 1 }
      if character == "]" { depth -= 1 }
      if depth == 0 || rest.hasPrefix("\n\n") { break }
      rest = rest.dropFirst(character == "\\" ? 2 : 1)
    }
    guard rest.hasPrefix("]("), let end = rest.firstIndex(of: ")") else { return nil }
    label = String(text[start..<rest.startIndex])
    target = String(rest[..<end].dropFirst(2)).trimmingCharacters(in: .whitespacesAndNewlines)
    count = text[...end].count
  }
}

/// The code span at the start of `text`, if any: up to as many backticks, in the same paragraph.
private func codeSpan(at text: Substring) -> Substring? {
  let marks = text.prefix(while: { $0 == "`" })
  var rest = text[marks.endIndex...]
  while !rest.isEmpty, !rest.hasPrefix("\n\n") {
    let next = rest.prefix(while: { $0 == "`" })
    if next.count == marks.count { return text[..<next.endIndex] }
    rest = next.isEmpty ? rest.dropFirst() : rest[next.endIndex...]
  }
  return nil
}
