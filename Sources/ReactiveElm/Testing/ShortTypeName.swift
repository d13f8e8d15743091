/// Type names as written in source: `Counter.Model`, without modules or the context of a local type.
enum ShortTypeName {
  static func of(_ type: any Any.Type) -> String {
    var name = ""
    // The parts of a dotted name; the first is the module, unless the type belongs to a generic one.
    var parts = [""]
    var isInGeneric = false
    func withoutModule() -> String {
      parts.dropFirst(parts.count > 1 && parts[0] != "Any" && !isInGeneric ? 1 : 0).joined(separator: ".")
    }
    var isInPlace = false
    var previous: Character = " "
    for character in String(reflecting: type) {
      defer { previous = character }
      if isInPlace {
        isInPlace = character != ")"
      } else if character == "(" && previous == "." {
        isInPlace = true
        if !isInGeneric { parts = [parts[0], ""] }
      } else if character == "." && previous == ">" {
        name += "."
        isInGeneric = true
      } else if character == "." {
        if parts.last != "" { parts.append("") }
      } else if character.isLetter || character.isNumber || character == "_" {
        parts[parts.count - 1].append(character)
      } else {
        name += withoutModule() + String(character)
        parts = [""]
        isInGeneric = false
      }
    }
    name += withoutModule()
    return name.hasPrefix("Array<") && name.hasSuffix(">") ? "[\(name.dropFirst(6).dropLast())]" : name
  }
}
