/// What belongs to one of the two kinds of a ``OneOf``.
///
/// ```swift
/// let texts: [Either<Int, String>] = [.first(1), .second("a")]
/// print(texts == [.first(1), .second("b")])  // false
/// ```
///
/// A message, a model, a command, a view, flags or a source. It is `Sendable`, `Equatable`, `Hashable` or `Codable` where
/// both kinds' are.
public enum Either<First, Second> {
  /// The first kind's.
  case first(First)
  /// The second kind's.
  case second(Second)
}

extension Either where First == Second {
  /// The value, where both kinds have the same type, such as the views of two screens.
  public var value: First {
    switch self {
    case .first(let value), .second(let value): value
    }
  }
}

extension Either: Sendable where First: Sendable, Second: Sendable {}
extension Either: Equatable where First: Equatable, Second: Equatable {}
extension Either: Hashable where First: Hashable, Second: Hashable {}
extension Either: Codable where First: Codable, Second: Codable {}
extension Either: Uninhabited where First: Uninhabited, Second: Uninhabited {}
