// Overloads share a page, where docc shows the text of the shortest declaration: often a rare one, for values that
// cannot be compared, with a comment of one line. This shows the longest text instead.

import Foundation

/// Gives the pages of overloads, and the lists that contain them, the longest text of the overloads.
func showFullestOverloads(in site: URL) throws {
  typealias Content = [String: Any]
  let data = site.appendingPathComponent("data")
  var pages: [String: (file: URL, content: Content)] = [:]
  guard let files = FileManager.default.enumerator(atPath: data.path) else { return }
  for case let name as String in files where name.hasSuffix(".json") {
    let file = data.appendingPathComponent(name)
    guard let content = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? Content else { continue }
    if let identifier = (content["identifier"] as? Content)?["url"] as? String { pages[identifier] = (file, content) }
  }

  /// A page's sections about its symbol.
  func sections(_ page: Content, _ kind: String) -> [Content] {
    (page["primaryContentSections"] as? [Content] ?? []).filter { $0["kind"] as? String == kind }
  }
  /// The overloads that a page does not show.
  func others(_ page: Content) -> [String] {
    let declarations = sections(page, "declarations").flatMap { $0["declarations"] as? [Content] ?? [] }
    return declarations.flatMap { ($0["otherDeclarations"] as? Content)?["declarations"] as? [Content] ?? [] }
      .compactMap { $0["identifier"] as? String }
  }
  func length(_ page: Content) throws -> Int {
    try JSONSerialization.data(withJSONObject: sections(page, "content")).count
  }

  let overloads = Set(pages.values.flatMap { others($0.content) })
  var summaries: [String: Any] = [:]
  for (identifier, page) in pages where !overloads.contains(identifier) {
    let members = Set(others(page.content).flatMap { [$0] + others(pages[$0]?.content ?? [:]) }).sorted()
    var fullest = page.content
    for member in members {
      if let candidate = pages[member]?.content, try length(candidate) > length(fullest) { fullest = candidate }
    }
    var content = page.content
    for key in ["abstract", "primaryContentSections"] { content[key] = fullest[key] }
    content["references"] = (page.content["references"] as? Content ?? [:])
      .merging(fullest["references"] as? Content ?? [:]) { old, _ in old }
    pages[identifier]?.content = content
    summaries[identifier] = fullest["abstract"]
  }

  for (identifier, page) in pages {
    var content = page.content
    var references = content["references"] as? Content ?? [:]
    let listed = references.keys.filter { summaries[$0] != nil }
    guard !listed.isEmpty || summaries[identifier] != nil else { continue }
    for name in listed {
      guard var reference = references[name] as? Content else { continue }
      reference["abstract"] = summaries[name]
      references[name] = reference
    }
    content["references"] = references
    try JSONSerialization.data(withJSONObject: content, options: .sortedKeys).write(to: page.file)
  }
}
