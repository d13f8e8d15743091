/// What is wrong with something that was typed, for the person who typed it.
public struct InputError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
