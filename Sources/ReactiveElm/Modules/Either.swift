/// A message, model, command, view, flags or source of a ``OneOf``.
///
/// ```swift
/// let texts: [Either<Int, String>] = [.first(1), .second("a")]
/// print(texts == [.first(1), .second("b")])  // false
/// ```
///
/// It is `Sendable`, `Equatable`, `Hashable` or `Codable` if both types are.
public enum Either<First, Second> {
  /// A value of the first kind.
  case first(First)
  /// A value of the second kind.
  case second(Second)
}

extension Either where First == Second {
  /// The value, where both types are the same, such as two views.
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
