/// Why a text is no age.
struct AgeRefusal: Error, Equatable, CustomStringConvertible {
  let text: String

  var description: String { "“\(text)” is no age" }
}
