/// Type names as written in source: `Counter.Model`, without modules or the context of a local type.
enum ShortTypeName {
  static func of(_ type: any Any.Type) -> String {
    var name = ""
    // The parts of a dotted name; the first is the module.
    var parts = [""]
    func withoutModule() -> String {
      parts.dropFirst(parts.count > 1 && parts[0] != "Any" ? 1 : 0).joined(separator: ".")
    }
    var isInPlace = false
    for character in String(reflecting: type) {
      if isInPlace {
        isInPlace = character != ")"
      } else if character == "(" && parts.count > 1 && parts.last == "" {
        isInPlace = true
        parts = [parts[0], ""]
      } else if character == "." {
        if parts.last != "" { parts.append("") }
      } else if character.isLetter || character.isNumber || character == "_" {
        parts[parts.count - 1].append(character)
      } else {
        name += withoutModule() + String(character)
        parts = [""]
      }
    }
    name += withoutModule()
    return name.hasPrefix("Array<") ? "[\(name.dropFirst(6).dropLast())]" : name
  }
}
