// Finds public symbols without a documentation comment.

import Foundation

private struct Graph: Decodable {
  var symbols: [Symbol]
  var relationships: [Relationship]
}

private struct Symbol: Decodable {
  struct Identifier: Decodable { var precise: String }
  struct Kind: Decodable {
    var identifier: String
    var displayName: String
  }
  struct Comment: Decodable {
    struct Line: Decodable { var text: String }
    var lines: [Line]
  }
  struct Location: Decodable {
    struct Position: Decodable { var line: Int }
    var uri: String
    var position: Position
  }
  var identifier: Identifier
  var kind: Kind
  var pathComponents: [String]
  var docComment: Comment?
  /// Missing for a symbol that the compiler wrote, such as an enumeration's `init(rawValue:)`.
  var location: Location?

  var isUnderscored: Bool { pathComponents.contains { $0.hasPrefix("_") } }
  /// A block `extension X {}` of another module's type. Its members are separate symbols; the block needs no comment.
  var isExtensionBlock: Bool { kind.identifier == "swift.extension" }
  var isDocumented: Bool {
    docComment?.lines.contains { !$0.text.trimmingCharacters(in: .whitespaces).isEmpty } ?? false
  }
}

private struct Relationship: Decodable {
  /// The symbol that this one implements or overrides; present where documentation can be inherited.
  struct Origin: Decodable { var identifier: String }
  var source: String
  var sourceOrigin: Origin?
}

/// Prints `module: N of M documented`, and each symbol without a comment. Returns whether there is none.
///
/// - Parameter folder: has a folder for each module, with its symbol graphs.
func reportCoverage(of modules: [String], in folder: URL) throws -> Bool {
  let root = FileManager.default.currentDirectoryPath + "/"
  var isComplete = true
  for module in modules {
    // A module's graph, and one for each module whose types it extends: `Module@Swift.symbols.json`.
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent(module), includingPropertiesForKeys: nil
    ).filter { $0.lastPathComponent == "\(module).symbols.json" || $0.lastPathComponent.hasPrefix("\(module)@") }
    guard !files.isEmpty else {
      print("\(module): has no symbol graph in \(folder.path)")
      isComplete = false
      continue
    }
    var documented = 0
    var missing: [(file: String, line: Int, text: String)] = []
    for file in files {
      let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))
      // An implementation of a requirement (`description`, `==`) is documented at the requirement.
      let implementations = Set(graph.relationships.filter { $0.sourceOrigin != nil }.map(\.source))
      for symbol in graph.symbols {
        guard let location = symbol.location, !symbol.isUnderscored, !symbol.isExtensionBlock else { continue }
        if symbol.isDocumented {
          documented += 1
        } else if !implementations.contains(symbol.identifier.precise) {
          let name = URL(string: location.uri)?.path ?? location.uri
          missing.append(
            (
              file: name.hasPrefix(root) ? String(name.dropFirst(root.count)) : name, line: location.position.line + 1,
              text: "\(symbol.kind.displayName) \(symbol.pathComponents.joined(separator: ".")) has no documentation"
            ))
        }
      }
    }
    print("\(module): \(documented) of \(documented + missing.count) documented")
    for symbol in missing.sorted(by: { ($0.file, $0.line) < ($1.file, $1.line) }) {
      print("  \(symbol.file):\(symbol.line): \(symbol.text)")
      isComplete = false
    }
  }
  return isComplete
}
