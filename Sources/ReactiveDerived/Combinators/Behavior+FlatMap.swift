extension Behavior {
  /// Follows the behavior that `selector` returns for the value, compared by `==`.
  ///
  /// ```swift
  /// final class User {
  ///   let name: OpenBehavior<String>
  ///   init(_ name: String) { self.name = OpenBehavior(name) }
  /// }
  /// let ada = User("Ada"), grace = User("Grace")
  /// let user = OpenBehavior(ada)
  /// let name = user.flatMap { $0.name }
  /// name.sink { print($0) }
  /// ada.name.value = "Augusta"  // prints "Augusta"
  /// user.value = grace          // prints "Grace"
  /// ada.name.value = "Ada"      // prints nothing
  /// ```
  ///
  /// `selector` runs once for each value of this behavior, not when the inner behavior changes. Its reads are not
  /// tracked. It may create the inner behavior. The result retains that behavior until an evaluation, for an observer
  /// or a read, selects another.
  ///
  /// The result retains this behavior; subscriptions retain the result. Cost: about 500 bytes for an `Int`. For inner
  /// behaviors with other owners, ``MultilevelProperty`` does the same.
  @inlinable
  public final func flatMap<Inner: BehaviorProtocol>(
    file: StaticString = #fileID, line: UInt = #line, _ selector: @escaping (Value) -> Inner
  ) -> Behavior<Inner.Value> where Inner.Value: Equatable {
    DerivedProperty(reading(.equal(), following(selector, file, line)), nil, file, line)
  }

  /// Follows the behavior that `selector` returns for the value, compared by identity.
  @inlinable @_disfavoredOverload
  public final func flatMap<Inner: BehaviorProtocol>(
    file: StaticString = #fileID, line: UInt = #line, _ selector: @escaping (Value) -> Inner
  ) -> Behavior<Inner.Value> {
    DerivedProperty(reading(.identity(), following(selector, file, line)), nil, file, line)
  }

  /// Follows the behavior at a key path of the value, compared by `==`.
  @inlinable
  public final func flatMap<Inner: BehaviorProtocol>(
    file: StaticString = #fileID, line: UInt = #line, _ keyPath: KeyPath<Value, Inner>
  ) -> Behavior<Inner.Value> where Inner.Value: Equatable {
    flatMap(file: file, line: line) { $0[keyPath: keyPath] }
  }

  /// Follows the behavior at a key path of the value, compared by identity.
  @inlinable @_disfavoredOverload
  public final func flatMap<Inner: BehaviorProtocol>(
    file: StaticString = #fileID, line: UInt = #line, _ keyPath: KeyPath<Value, Inner>
  ) -> Behavior<Inner.Value> {
    flatMap(file: file, line: line) { $0[keyPath: keyPath] }
  }

  /// A derivation of its own selects the inner behavior: it keeps that alive, and `selector` does not run when the
  /// inner value changes.
  @inlinable
  final func following<Inner: BehaviorProtocol>(
    _ selector: @escaping (Value) -> Inner, _ file: StaticString, _ line: UInt
  ) -> () -> Inner.Value {
    let inner = DerivedProperty<Inner>(reading(.identity(), self, selector), nil, file, line)
    return { inner.read().value }
  }
}

extension Behavior {
  /// Unavailable: RxSwift's name of `flatMap`, which switches to the latest.
  @available(*, unavailable, renamed: "flatMap(_:)")
  public final func flatMapLatest<Inner: BehaviorProtocol>(_ transform: @escaping (Value) -> Inner) -> Behavior<
    Inner.Value
  > { stop("unavailable") }

  /// Unavailable: `flatMap` follows the behavior that this one holds.
  @available(*, unavailable, message: "follow the inner behavior: behavior.flatMap { $0 }")
  public final func switchToLatest() -> Behavior<Value.Value> where Value: BehaviorProtocol { stop("unavailable") }
}
