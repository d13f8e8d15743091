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
/// It depends only on the one to ten behaviors that you pass; other reads of `calculator` are not tracked. `calculator`
/// runs when the value is needed and a dependency has changed, once for a ``/ReactiveCore/batch(_:)``, and should only
/// compute. A duplicate does not propagate. By default, `Equatable` values are compared by `==` and objects by
/// identity; other values are never duplicates.
///
/// The property retains its dependencies and the captures of `calculator` until ``cancel()``. While you observe it,
/// keep it or the subscription, which retains it. Its end removes its links at once.
///
/// Cost: 272 bytes for an `Int` with two dependencies, 48 for each further one. From Yoyo; other libraries call it
/// `combineLatest`, a computed or a memo.
public final class DerivedProperty<Value>: Behavior<Value> {
  @inlinable
  init(_ equality: Equality<Value>, _ name: String?, _ file: StaticString, _ line: UInt) {
    super.init(computedBy: equality, name: name, file: file, line: line)
  }

  /// A property that is recomputed after each change of `dependencies`, compared by `isDuplicate(old, new)`.
  ///
  /// For more than ten dependencies, or a number known only at run time. `calculator` reads them itself; its other
  /// reads are not tracked. Messages identify the property by `name`, or else by `file` and `line`.
  @inlinable
  public convenience init(
    dependencies: [any BehaviorProtocol], name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping () -> Value, isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) { self.init(reading(.duplicates(by: isDuplicate), dependencies, calculator), name, file, line) }

  /// A property that is recomputed after each change of `dependencies`, compared by `==`.
  @inlinable
  public convenience init(
    dependencies: [any BehaviorProtocol], name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping () -> Value
  ) where Value: Equatable { self.init(reading(.equal(), dependencies, calculator), name, file, line) }

  /// A property that is recomputed after each change of `dependencies`, compared by identity.
  @inlinable @_disfavoredOverload
  public convenience init(
    dependencies: [any BehaviorProtocol], name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    calculator: @escaping () -> Value
  ) { self.init(reading(.identity(), dependencies, calculator), name, file, line) }

  /// Makes the property a constant with its current value.
  ///
  /// ```swift
  /// let price = StoredProperty(10)
  /// let offer = DerivedProperty(price) { $0 * 9 / 10 }
  /// offer.cancel()
  /// price.value = 20
  /// print(offer)  // 9
  /// ```
  ///
  /// An outdated value is recomputed first. Dependencies and functions are released at once, or at the end of a running
  /// ``/ReactiveCore/batch(_:)`` or delivery. Observers are notified of earlier changes, and stay subscribed.
  /// Repetition is harmless. A call in the property's own calculator stops the program, as any read of itself does.
  /// From Ultramarine.
  public func cancel() { end() }

  /// Whether ``cancel()`` has made it a constant.
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

/// For a function of the library that reads its dependencies itself.
@inlinable @inline(__always)
func reading<Value>(_ test: some EqualityTest<Value>, _ compute: @escaping () -> Value) -> Equality<Value> {
  Equality(test) { Behavior<Value>.serve($0, { test.isDuplicate($0, $1) }) { _ in compute() } }
}

@usableFromInline
func untyped(_ behavior: some BehaviorProtocol) -> ReactiveNode { behavior.behavior }
