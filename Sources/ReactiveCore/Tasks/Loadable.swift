/// How far something that has to be loaded has come.
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
/// The value that was loaded last stays while another is loaded, and after a failure, so that a screen need not become
/// empty in between. It is the value of an ``AsyncBehavior``.
public enum Loadable<Success, Failure: Error> {
  /// There is nothing to load.
  case idle
  /// It is being loaded; `last` is what was loaded before.
  case loading(last: Success?)
  /// It has been loaded.
  case loaded(Success)
  /// It could not be loaded; `last` is what was loaded before.
  case failed(Failure, last: Success?)
}

extension Loadable {
  /// What was loaded last, also while something else is loaded, and after a failure.
  @inlinable
  public var value: Success? {
    switch self {
    case .idle: nil
    case .loading(let last), .failed(_, let last): last
    case .loaded(let value): value
    }
  }

  /// Whether it is being loaded.
  @inlinable
  public var isLoading: Bool { if case .loading = self { true } else { false } }

  /// Why it could not be loaded, if that is so.
  public var failure: Failure? { if case .failed(let failure, _) = self { failure } else { nil } }

  /// What was loaded last. Throws the failure, if that came after it.
  public func get() throws(Failure) -> Success? {
    if let failure { throw failure }
    return value
  }

  /// The same with another value.
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
  // Without a pair to switch over: code that is not specialised would look up the pair's type at each comparison.
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

/// By `==` of successes and failures whose types have one, otherwise of successes by identity.
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
