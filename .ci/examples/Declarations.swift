struct Declaration {
  var name: String
  var lines: [Line]
}

extension Example {
  /// Its types, with their extensions.
  var declarations: [Declaration] {
    var reader = CodeReader()
    var found: [Declaration] = []
    var isOpen = false
    for line in lines {
      let code = reader.read(line.text)
      if isOpen {
        found[found.count - 1].lines.append(line)
      } else if let match = line.text.firstMatch(
        of: #/^(?:[@a-z]\w* +)*(?:struct|class|enum|actor|protocol|extension) +(\w+)/#)
      {
        found.append(Declaration(name: String(match.1), lines: [line]))
        isOpen = true
      }
      if code.depth == 0 { isOpen = false }
    }
    return found
  }

  fileprivate static func words(of lines: [Line]) -> Set<Substring> {
    var reader = CodeReader()
    return lines.reduce(into: []) { words, line in
      for match in reader.read(line.text).bare.matches(of: #/\b[A-Z]\w*/#) { words.insert(match.output) }
    }
  }

  /// The types that it uses but does not declare, of those in `others`. The last declaration of a name counts.
  func borrowed(from others: [Example]) -> [Declaration] {
    var available: [String: [Declaration]] = [:]
    for other in others {
      for (name, declarations) in Dictionary(grouping: other.declarations, by: \.name)
      where declarations.contains(where: { !$0.lines[0].text.contains("extension ") }) {
        available[name] = declarations
      }
    }
    for own in declarations where !own.lines[0].text.contains("extension ") { available[own.name] = nil }
    var borrowed: [Declaration] = []
    var wanted = Self.words(of: lines)
    while let name = wanted.first(where: { available[String($0)] != nil }) {
      let declarations = available.removeValue(forKey: String(name)) ?? []
      borrowed += declarations
      wanted.formUnion(Self.words(of: declarations.flatMap(\.lines)))
    }
    return borrowed
  }
}
