/// What is wrong with something that was given to the program, for the person who gave it.
public struct InputError: Error, Equatable, CustomStringConvertible {
  public let description: String

  init(_ description: String) {
    self.description = description
  }
}
