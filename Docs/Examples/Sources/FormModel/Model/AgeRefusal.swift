/// The reason why a text is not an age.
struct AgeRefusal: Error, Equatable, CustomStringConvertible {
  let text: String

  var description: String { "“\(text)” is no age" }
}
