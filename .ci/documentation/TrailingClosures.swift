// Counts the overloads that a trailing closure can match. The compiler tries each for each closure: two nested in two
// take 0.15 s to type-check; six in six are refused after 10 s ("unable to type-check this expression in reasonable
// time").
//
// Overloads of one name in one type, or in none, compete for `name(arguments) { … }` if they have the same labels of
// required arguments beside that closure. A trailing closure has no label, and an argument with a default value may be
// missing. Members of superclasses and protocols compete with a type's own; initializers do not. Unavailable overloads
// are not tried. Overridden ones and protocol requirements count once.

import Foundation

private struct Graph: Decodable {
  var symbols: [Symbol]
  var relationships: [Relationship]
}

private struct Symbol: Decodable {
  struct Identifier: Decodable { var precise: String }
  struct Kind: Decodable { var identifier: String }
  struct Fragment: Decodable { var spelling: String }
  struct Availability: Decodable { var isUnconditionallyUnavailable: Bool? }
  struct Location: Decodable {
    struct Position: Decodable { var line: Int }
    var uri: String
    var position: Position
  }
  var identifier: Identifier
  var kind: Kind
  var pathComponents: [String]
  var declarationFragments: [Fragment]
  var availability: [Availability]?
  var location: Location?

  var declaration: String { declarationFragments.map(\.spelling).joined() }
  var isUnavailable: Bool { availability?.contains { $0.isUnconditionallyUnavailable == true } ?? false }
  var file: String {
    let name = (location?.uri).map { URL(string: $0)?.path ?? $0 } ?? ""
    let root = FileManager.default.currentDirectoryPath + "/"
    return name.hasPrefix(root) ? String(name.dropFirst(root.count)) : name
  }
  var line: Int { (location?.position.line ?? 0) + 1 }
}

private struct Relationship: Decodable {
  var kind: String
  var source: String
  var target: String
}

private struct Parameter {
  var label: String
  var isRequired: Bool
  var isClosure: Bool

  /// - Parameter text: such as `_ body: @escaping () -> Value = { 1 }`.
  init(_ text: String, closureTypes: Set<String>) {
    let colon = text.firstIndex(of: ":") ?? text.endIndex
    label = String(text[..<colon].split(separator: " ").first ?? "_")
    let parts = split(String(text[colon...].dropFirst()), at: " = ")
    isRequired = parts.count == 1
    // Text in angle brackets is a type's argument.
    let type = withoutArguments(parts[0])
    let words = type.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }.map(String.init)
    isClosure = !type.contains("@autoclosure") && (type.contains("->") || words.contains(where: closureTypes.contains))
  }
}

/// The parts of `text` between separators that are outside of brackets.
private func split(_ text: String, at separator: String) -> [String] {
  var parts = [""]
  var depth = 0
  var rest = text[...]
  while let character = rest.first {
    if rest.hasPrefix("->") {
      parts[parts.count - 1] += "->"
      rest = rest.dropFirst(2)
    } else if depth == 0, rest.hasPrefix(separator) {
      parts.append("")
      rest = rest.dropFirst(separator.count)
    } else {
      if "([{<".contains(character) { depth += 1 } else if ")]}>".contains(character) { depth -= 1 }
      parts[parts.count - 1].append(character)
      rest = rest.dropFirst()
    }
  }
  return parts
}

private func withoutArguments(_ type: String) -> String {
  var result = ""
  var depth = 0
  var last: Character?
  for character in type {
    if character == "<" { depth += 1 }
    if depth == 0 { result.append(character) }
    if character == ">", last != "-" { depth -= 1 }
    last = character
  }
  return result
}

private func parameters(of symbol: Symbol, closureTypes: Set<String>) -> [Parameter] {
  var rest = symbol.declaration[...]
  // Generic parameters come first, and may have their own brackets.
  var depth = 0
  while let character = rest.first, character != "(" || depth > 0 {
    if character == "<" { depth += 1 } else if character == ">" { depth -= 1 }
    rest = rest.dropFirst()
  }
  rest = rest.dropFirst()
  var inside = ""
  depth = 0
  for character in rest {
    if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
    if depth < 0 { break }
    inside.append(character)
  }
  return inside.isEmpty ? [] : split(inside, at: ", ").map { Parameter($0, closureTypes: closureTypes) }
}

/// Prints each call with a trailing closure that over two overloads match. Returns whether there is none.
func reportTrailingClosures(of modules: [String], in folder: URL) throws -> Bool {
  var symbols: [String: Symbol] = [:]
  var relationships: [Relationship] = []
  for module in modules {
    let files = try FileManager.default.contentsOfDirectory(
      at: folder.appendingPathComponent(module), includingPropertiesForKeys: nil)
    for file in files where file.lastPathComponent.hasSuffix(".symbols.json") {
      let graph = try JSONDecoder().decode(Graph.self, from: Data(contentsOf: file))
      for symbol in graph.symbols { symbols[symbol.identifier.precise] = symbol }
      relationships += graph.relationships
    }
  }
  func targets(_ kinds: String...) -> [String: Set<String>] {
    Dictionary(grouping: relationships.filter { kinds.contains($0.kind) }, by: \.source).mapValues {
      Set($0.map(\.target))
    }
  }
  let blocks = targets("extensionTo")
  let owners = targets("memberOf", "requirementOf", "optionalRequirementOf").mapValues { targets in
    Set(targets.flatMap { blocks[$0] ?? [$0] })
  }
  let parents = targets("inheritsFrom", "conformsTo").reduce(into: [String: Set<String>]()) { result, entry in
    for type in blocks[entry.key] ?? [entry.key] { result[type, default: []].formUnion(entry.value) }
  }
  let overridden = targets("overrides")
  let requirements = Set(relationships.filter { $0.kind.hasSuffix("equirementOf") }.map(\.source))
  let closureTypes = Set(
    symbols.values.filter { $0.kind.identifier == "swift.typealias" && withoutArguments($0.declaration).contains("->") }
      .flatMap { [$0.pathComponents.last ?? "", $0.pathComponents.joined(separator: ".")] })

  // Functions and initializers by their type, or by "" without one.
  var members: [String: [Symbol]] = [:]
  for symbol in symbols.values where !symbol.isUnavailable {
    guard ["swift.func", "swift.method", "swift.type.method", "swift.init"].contains(symbol.kind.identifier) else {
      continue
    }
    for type in owners[symbol.identifier.precise] ?? [""] { members[type, default: []].append(symbol) }
  }
  func ancestors(of type: String) -> Set<String> {
    var found: Set<String> = []
    var open = [type]
    while let next = open.popLast() {
      for parent in parents[next] ?? [] where found.insert(parent).inserted { open.append(parent) }
    }
    return found
  }

  var complaints: [String: [Symbol]] = [:]
  var calls = 0
  for (type, own) in members {
    var competing = own
    if type != "" {
      for ancestor in ancestors(of: type) {
        competing += (members[ancestor] ?? []).filter {
          $0.kind.identifier != "swift.init" && !requirements.contains($0.identifier.precise)
        }
      }
    }
    let hidden = Set(competing.flatMap { overridden[$0.identifier.precise] ?? [] })
    var matching: [String: [String: Symbol]] = [:]
    for symbol in competing where !hidden.contains(symbol.identifier.precise) {
      let all = parameters(of: symbol, closureTypes: closureTypes)
      let name = symbol.pathComponents.last?.prefix { $0 != "(" } ?? ""
      let path = (symbols[type]?.pathComponents ?? []) + [String(name)]
      for (index, parameter) in all.enumerated() where parameter.isClosure {
        let others = all.enumerated().filter { $0.offset != index && $0.element.isRequired }
        let labels = others.map { $0.element.label + ":" }.joined()
        let isStatic = symbol.kind.identifier == "swift.type.method" ? "static " : ""
        let call = "\(isStatic)\(path.joined(separator: "."))(\(labels)) { }"
        matching[call, default: [:]][symbol.identifier.precise] = symbol
      }
    }
    calls += matching.count
    // A type that adds nothing to its inherited overloads is not a second fault.
    let added = Set(own.map(\.identifier.precise))
    for (call, overloads) in matching where overloads.count > 2 && !added.isDisjoint(with: overloads.keys) {
      complaints[call] = overloads.values.sorted { ($0.file, $0.line) < ($1.file, $1.line) }
    }
  }

  for (call, overloads) in complaints.sorted(by: { $0.key < $1.key }) {
    let place = "\(overloads[0].file):\(overloads[0].line)"
    print("  \(place): \(call) matches \(overloads.count) overloads; two are the limit:")
    for overload in overloads { print("    \(overload.declaration)") }
  }
  print("trailing closures: \(calls) kinds of calls")
  return complaints.isEmpty
}
