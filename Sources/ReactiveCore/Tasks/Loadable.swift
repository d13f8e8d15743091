/// The state of a value that is loaded.
///
/// ```swift
/// struct Offline: Error {}
/// var birds: Loadable<[String], Offline> = .loading(last: ["wren"])
/// print(birds.value ?? [], birds.isLoading)   // ["wren"] true
/// birds = .failed(Offline(), last: birds.value)
/// print(birds.value ?? [], birds.isLoading)   // ["wren"] false
/// print(birds.map(\.count).value ?? 0)        // 1
/// ```
///
/// The last loaded value stays during a reload and after a failure, so that a screen need not become empty. This is the
/// value of an ``AsyncBehavior``.
public enum Loadable<Success, Failure: Error> {
  /// There is nothing to load.
  case idle
  /// Loading; `last` is the last loaded value.
  case loading(last: Success?)
  /// Loaded.
  case loaded(Success)
  /// Loading failed; `last` is the last loaded value.
  case failed(Failure, last: Success?)
}

extension Loadable {
  /// The last loaded value, also during a reload and after a failure.
  @inlinable
  public var value: Success? {
    switch self {
    case .idle: nil
    case .loading(let last), .failed(_, let last): last
    case .loaded(let value): value
    }
  }

  /// Whether a value is loading.
  @inlinable
  public var isLoading: Bool { if case .loading = self { true } else { false } }

  /// The failure, if the state is `.failed`.
  public var failure: Failure? { if case .failed(let failure, _) = self { failure } else { nil } }

  /// The last loaded value, or nil if there is none.
  ///
  /// - Throws: The failure, if the state is `.failed`.
  public func get() throws(Failure) -> Success? {
    if let failure { throw failure }
    return value
  }

  /// The same state with a transformed value.
  public func map<Other>(_ transform: (Success) -> Other) -> Loadable<Other, Failure> {
    switch self {
    case .idle: .idle
    case .loading(let last): .loading(last: last.map(transform))
    case .loaded(let value): .loaded(transform(value))
    case .failed(let failure, let last): .failed(failure, last: last.map(transform))
    }
  }
}

extension Loadable: Sendable where Success: Sendable {}
extension Loadable: Equatable where Success: Equatable, Failure: Equatable {
  // Does not switch over a pair: unspecialized code would look up the pair's type at each comparison.
  @inlinable
  public static func == (old: Loadable, new: Loadable) -> Bool {
    switch old {
    case .idle: if case .idle = new { return true }
    case .loading(let old): if case .loading(let new) = new { return old == new }
    case .loaded(let old): if case .loaded(let new) = new { return old == new }
    case .failed(let failure, let old):
      if case .failed(let newFailure, let new) = new { return failure == newFailure && old == new }
    }
    return false
  }
}
extension Loadable: Hashable where Success: Hashable, Failure: Hashable {}

/// Compares successes and failures by `==` if their types have one, otherwise successes by identity.
@usableFromInline
struct LoadableTest<Success, Failure: Error>: EqualityTest {
  @usableFromInline let areSame: (Success, Success) -> Bool

  @inlinable
  init() { areSame = Equality<Success>.foundTest() }

  @inlinable
  func isDuplicate(_ old: Loadable<Success, Failure>, _ new: Loadable<Success, Failure>) -> Bool {
    switch old {
    case .idle: if case .idle = new { return true }
    case .loading(let old): if case .loading(let new) = new { return agree(old, new) }
    case .loaded(let old): if case .loaded(let new) = new { return areSame(old, new) }
    case .failed(let failure, let old):
      if case .failed(let newFailure, let new) = new { return areEqual(failure, newFailure) && agree(old, new) }
    }
    return false
  }

  @inlinable
  func agree(_ old: Success?, _ new: Success?) -> Bool {
    guard let old else { return new == nil }
    guard let new else { return false }
    return areSame(old, new)
  }
}

/// By `==`, if the type has one.
@usableFromInline
package func areEqual<Failure: Error>(_ old: Failure, _ new: Failure) -> Bool {
  func isEqual<Plain: Equatable>(_ old: Plain) -> Bool { old == new as? Plain }
  return (old as? any Equatable).map { isEqual($0) } ?? false
}
