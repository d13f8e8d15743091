// A Markdown file of the repository, as GitHub shows it: its lines, and its headings, which are link targets.

import Foundation

struct Page {
  var path: String
  /// The title on the site, if it differs from the file's.
  var title: String?
  /// The name of the article. Links use only the name, in any case, so `Docs/Design/x.md` needs another one than
  /// `Docs/x.md`.
  var name: String
  var lines: [String]
  /// Whether each line is text, not part of a code block or its fences.
  var isText: [Bool]
  /// The headings, by their anchors on GitHub.
  var headings: [String: String] = [:]

  /// - Parameter argument: `PATH` or `PATH=TITLE`.
  init(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    path = parts[0]
    title = parts.count > 1 ? parts[1] : nil
    var names = path.replacingOccurrences(of: ".md", with: "").split(separator: "/").map(String.init)
    if names.last == "README", names.count > 1 { names.removeLast() }
    name = names.suffix(names.dropLast().last == "Design" ? 2 : 1).joined(separator: "-")
    lines = ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").components(separatedBy: "\n")
    isText = []
    var fence: String?
    for line in lines {
      let marks = line.drop(while: { $0 == " " }).prefix(while: { $0 == "`" })
      isText.append(fence == nil && marks.count < 3)
      if let open = fence {
        if marks.count >= open.count, line.allSatisfy({ $0 == "`" || $0 == " " }) { fence = nil }
      } else if marks.count >= 3 {
        fence = String(marks)
      }
    }
    var uses: [String: Int] = [:]
    for case (let line, true) in zip(lines, isText) where line.hasPrefix("#") {
      let text = line.drop(while: { $0 == "#" })
      guard text.hasPrefix(" ") else { continue }
      let heading = plainText(of: text.trimmingCharacters(in: .whitespaces))
      let anchor = githubAnchor(for: heading)
      headings[uses[anchor].map { "\(anchor)-\($0)" } ?? anchor] = heading
      uses[anchor, default: 0] += 1
    }
  }
}

/// A heading without markup: `The <- of bindings` for `` The `<-` of [bindings](Bindings.md) ``.
private func plainText(of heading: String) -> String {
  heading.replacingOccurrences(of: #"\[([^\]]*)\]\([^)]*\)"#, with: "$1", options: .regularExpression)
    .filter { $0 != "`" && $0 != "*" }
}

/// Lower case, hyphens for spaces, and only letters, digits, hyphens and underscores.
private func githubAnchor(for heading: String) -> String {
  String(
    heading.lowercased().compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || "-_".contains($0) ? $0 : nil })
}

func doccAnchor(for heading: String) -> String {
  let dashed = heading.components(separatedBy: CharacterSet.whitespaces.union(CharacterSet(charactersIn: "-–—")))
    .filter { !$0.isEmpty }.joined(separator: "-")
  let removed = CharacterSet.punctuationCharacters.union(CharacterSet(charactersIn: "`"))
    .subtracting(CharacterSet(charactersIn: "-"))
  var kept = String.UnicodeScalarView()
  kept.append(contentsOf: dashed.unicodeScalars.filter { !removed.contains($0) })
  return String(kept).addingPercentEncoding(withAllowedCharacters: .urlFragmentAllowed) ?? String(kept)
}
