/// A property that is computed from others.
///
/// ```swift
/// let width = StoredProperty(2)
/// let height = StoredProperty(3)
/// let area = DerivedProperty(width, height) { width, height in width * height }
/// area.sink { print("area: \($0)") }
/// batch {
///   width.value = 4
///   height.value = 5
/// }                     // prints "area: 20"
/// print(area)           // 20
/// ```
///
/// It depends on what it is given, from one to ten behaviors of any kind, and on nothing else: what `calculator` reads
/// besides is read once and not followed. `calculator` runs when the value is needed and one of them has changed, once
/// for a ``/ReactiveCore/batch(_:)``, and should do nothing but compute. A result that is no change stops there: by
/// default values of an `Equatable` type are compared by `==`, objects by identity, all others always count as
/// another.
///
/// It keeps alive what it is given and what `calculator` captures, until ``cancel()``. Keep it for as long as you
/// observe it, or the subscription, which keeps it. Its end removes its links at once. Cost: 256 bytes for an `Int`
/// with two inputs, 48 for each further one. From Yoyo; elsewhere `combineLatest`, a computed or memo.
public final class DerivedProperty<Value>: Behavior<Value> {
  @inlinable
  init(_ equality: Equality<Value>, _ name: String?, _ file: StaticString, _ line: UInt) {
    super.init(computedBy: equality, name: name, file: file, line: line)
  }

  /// A property that is computed again after each change of `dependencies`, which `calculator` reads by itself.
  ///
  /// For dependencies whose number is known only at run time, or above ten. What `calculator` reads beside them is not
  /// followed. Two values are the same if `isDuplicate(old, new)`. Messages call the property by `name`, or else by the
  /// `file` and `line` of its creation.
  @inlinable
  public convenience init(
    dependencies: [any BehaviorProtocol], name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping () -> Value, isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) { self.init(reading(.duplicates(by: isDuplicate), dependencies, calculator), name, file, line) }

  /// A property that is computed again after each change of `dependencies`; an equal value is no change.
  @inlinable
  public convenience init(
    dependencies: [any BehaviorProtocol], name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping () -> Value
  ) where Value: Equatable { self.init(reading(.equal(), dependencies, calculator), name, file, line) }

  /// A property that is computed again after each change of `dependencies`; the same instance is no change.
  @inlinable @_disfavoredOverload
  public convenience init(
    dependencies: [any BehaviorProtocol], name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping () -> Value
  ) { self.init(reading(.identity(), dependencies, calculator), name, file, line) }

  /// Makes it a constant: it keeps the value that it has now, and never changes again.
  ///
  /// ```swift
  /// let price = StoredProperty(10)
  /// let offer = DerivedProperty(price) { $0 * 9 / 10 }
  /// offer.cancel()
  /// price.value = 20
  /// print(offer)  // 9
  /// ```
  ///
  /// The value is computed first if it is not up to date. Its dependencies and functions are released, at the end of
  /// the ``/ReactiveCore/batch(_:)`` or delivery that is running, if one is. Observers are notified of changes from
  /// before, and stay subscribed. Harmless when repeated; inside its own calculator it stops, as any read of itself.
  /// From Ultramarine.
  public func cancel() { end() }

  /// Whether it has become a constant, by ``cancel()``.
  public var isCancelled: Bool { isEnded }
}

/// Follows `dependencies`, then calls `calculator`.
@inlinable @inline(__always)
func reading<Value>(
  _ test: some EqualityTest<Value>, _ dependencies: [any BehaviorProtocol], _ calculator: @escaping () -> Value
) -> Equality<Value> {
  let nodes = dependencies.map { untyped($0) }
  return Equality(test) {
    Behavior<Value>.serve($0, { test.isDuplicate($0, $1) }) { evaluation in
      for node in nodes { node.follow() }
      evaluation.close()
      return calculator()
    }
  }
}

/// Calls a function that reads by itself, and is no user's.
@inlinable @inline(__always)
func reading<Value>(_ test: some EqualityTest<Value>, _ compute: @escaping () -> Value) -> Equality<Value> {
  Equality(test) { Behavior<Value>.serve($0, { test.isDuplicate($0, $1) }) { _ in compute() } }
}

/// The behavior without its type.
@usableFromInline
func untyped(_ behavior: some BehaviorProtocol) -> ReactiveNode { behavior.behavior }
