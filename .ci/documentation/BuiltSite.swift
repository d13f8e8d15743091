// Checks the data behind a built site's pages: every link leads to a page, heading or file of the site, a page with
// lists (required for a module's and the front page) lists everything, and every tutorial page is on a list.

import Foundation

struct BuiltSite {
  private let folder: URL
  /// By the paths that links use, such as `/documentation/reactivecore/behavior`.
  private var pages: [String: SitePage] = [:]

  init(at folder: URL) throws {
    self.folder = folder
    let data = folder.appendingPathComponent("data")
    guard let files = FileManager.default.enumerator(atPath: data.path) else { return }
    for case let file as String in files where file.hasSuffix(".json") {
      let content = try JSONSerialization.jsonObject(with: Data(contentsOf: data.appendingPathComponent(file)))
      pages["/" + file.dropLast(".json".count)] = SitePage(content)
    }
  }

  /// Prints faults; returns whether there are none.
  func check() throws -> Bool {
    var complaints = Set<String>()
    var count = 0
    for (path, page) in pages {
      if !exists("\(path)/index.html") { complaints.insert("\(path): has no page for its data") }
      for link in page.links {
        count += 1
        if let reason = fault(in: link) { complaints.insert("\(path): \(reason)") }
      }
      for identifier in page.identifiers where !page.known.contains(identifier) {
        complaints.insert("\(path): a link to \(identifier), of which nothing is known")
      }
      for name in page.unlisted { complaints.insert("\(path): \(name) is on none of its lists") }
    }
    // docc adds no tutorial to a list.
    let listed = Set(pages.values.flatMap(\.listed))
    for path in pages.keys where path.hasPrefix("/tutorials/") && !listed.contains(path) {
      complaints.insert("the documentation: \(path) is on none of its lists")
    }
    let index = folder.appendingPathComponent("index/index.json")
    for path in paths(in: try JSONSerialization.jsonObject(with: Data(contentsOf: index))) {
      count += 1
      if let reason = fault(in: path) { complaints.insert("the index: \(reason)") }
    }
    if pages.isEmpty || count == 0 { complaints.insert("\(folder.path): no pages, or no links") }
    for complaint in complaints.sorted() { print("error: \(complaint)") }
    if complaints.isEmpty { print("\(pages.count) pages, and \(count) links that lead somewhere") }
    return complaints.isEmpty
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.path + path)
  }

  /// The fault of a link, if any.
  private func fault(in link: String) -> String? {
    if link.range(of: "^(https?|mailto):", options: .regularExpression) != nil { return nil }
    let parts = link.split(separator: "#", maxSplits: 1).map(String.init)
    let path = parts.first ?? ""
    guard path.hasPrefix("/documentation") || path.hasPrefix("/tutorials/") else {
      return exists(path) ? nil : "a link to \(link), which is no file"
    }
    guard let page = pages[path] else { return "a link to \(link), which is no page" }
    guard parts.count == 1 || page.anchors.contains(parts[1].removingPercentEncoding ?? parts[1]) else {
      return "a link to \(link), but there is no such heading"
    }
    return nil
  }

  /// The paths in the site's index, a tree.
  private func paths(in node: Any) -> [String] {
    switch node {
    case let node as [String: Any]:
      return ((node["path"] as? String).map { [$0] } ?? []) + node.values.flatMap(paths)
    case let nodes as [Any]:
      return nodes.flatMap(paths)
    default:
      return []
    }
  }
}

/// The checked parts of a page.
private struct SitePage {
  /// The addresses that it links to.
  var links: [String] = []
  /// The identifiers in its text and lists.
  var identifiers: Set<String> = []
  /// The identifiers for which it has an address or a name.
  var known: Set<String> = []
  var anchors: Set<String> = []
  /// The addresses on the page's lists.
  var listed: [String] = []
  /// The entries that docc added to the page's lists.
  var unlisted: [String] = []

  init(_ content: Any) {
    guard let page = content as? [String: Any] else { return }
    let references = page["references"] as? [String: [String: Any]] ?? [:]
    // A tutorial's navigation names the chapters, which are no pages.
    let hierarchy = page["hierarchy"] as? [String: Any] ?? [:]
    let chapters = (hierarchy["modules"] as? [[String: Any]] ?? []).compactMap { $0["reference"] as? String }
    for (identifier, reference) in references where !chapters.contains(identifier) {
      // A symbol of a library without documentation here, such as `Sendable`, has a name and no address.
      known.insert(identifier)
      if let link = reference["url"] as? String { links.append(link) }
      for variant in reference["variants"] as? [[String: Any]] ?? [] {
        if let link = variant["url"] as? String { links.append(link) }
      }
    }
    for (key, value) in page where key != "references" && key != "identifier" { visit(value) }
    let lists = page["topicSections"] as? [[String: Any]] ?? []
    anchors.formUnion(lists.compactMap { $0["anchor"] as? String })
    listed = lists.flatMap { $0["identifiers"] as? [String] ?? [] }.compactMap { references[$0]?["url"] as? String }
    let isGenerated = { (list: [String: Any]) in list["generated"] as? Bool == true }
    let metadata = page["metadata"] as? [String: Any] ?? [:]
    let isRoot = metadata["role"] as? String == "collection" && metadata["symbolKind"] as? String != "extension"
    if isRoot || !lists.allSatisfy(isGenerated) {
      unlisted = lists.filter { isGenerated($0) && $0["title"] as? String != "Default Implementations" }
        .flatMap { $0["identifiers"] as? [String] ?? [] }.map { references[$0]?["title"] as? String ?? $0 }
    }
  }

  private mutating func visit(_ value: Any) {
    switch value {
    case let node as [String: Any]:
      if let anchor = node["anchor"] as? String { anchors.insert(anchor) }
      if node["type"] as? String == "reference", let identifier = node["identifier"] as? String {
        identifiers.insert(identifier)
      }
      if let list = node["identifiers"] as? [String] { identifiers.formUnion(list) }
      for child in node.values { visit(child) }
    case let nodes as [Any]:
      for child in nodes { visit(child) }
    default:
      break
    }
  }
}
