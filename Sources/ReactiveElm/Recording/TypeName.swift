/// A type's full name, the same in every run: without the address that stands in it for a private type's file, and
/// without the standard library's name.
func typeName(_ type: Any.Type) -> String {
  var rest = Substring(String(reflecting: type))
  var name = ""
  while let first = rest.first {
    if rest.hasPrefix("(unknown context at ") {
      rest = rest[(rest.firstIndex(of: ")") ?? rest.index(before: rest.endIndex))...].dropFirst()
      // The dot behind it.
      rest = rest.dropFirst()
    } else if rest.hasPrefix("Swift."), name.last.map({ !($0.isLetter || $0.isNumber || "._".contains($0)) }) ?? true {
      rest = rest.dropFirst(6)
    } else {
      name.append(first)
      rest = rest.dropFirst()
    }
  }
  return name
}
