/// What is wrong with something that was given to a program, for the person who gave it.
public struct InputError: Error, Equatable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
