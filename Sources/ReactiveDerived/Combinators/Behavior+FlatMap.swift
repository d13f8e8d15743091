extension Behavior {
  /// The behavior that `selector` finds in the value, followed; an equal value is no change.
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
  /// `selector` runs once for each value of this behavior, not when the inner behavior changes; what it reads is not
  /// followed. It may make the behavior that it returns: the result keeps that alive until it follows another, which it
  /// finds when it is observed or read. It keeps this behavior alive as well, and its subscriptions keep it. Cost:
  /// about 500 bytes for an `Int`. ``MultilevelProperty`` is the same for inner behaviors that others keep.
  @inlinable
  public final func flatMap<Inner: BehaviorProtocol>(
    file: StaticString = #fileID, line: UInt = #line, _ selector: @escaping (Value) -> Inner
  ) -> Behavior<Inner.Value> where Inner.Value: Equatable {
    DerivedProperty(reading(.equal(), following(selector, file, line)), nil, file, line)
  }

  /// The behavior that `selector` finds in the value, followed; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public final func flatMap<Inner: BehaviorProtocol>(
    file: StaticString = #fileID, line: UInt = #line, _ selector: @escaping (Value) -> Inner
  ) -> Behavior<Inner.Value> {
    DerivedProperty(reading(.identity(), following(selector, file, line)), nil, file, line)
  }

  /// The behavior at a key path in the value, followed; an equal value is no change.
  @inlinable
  public final func flatMap<Inner: BehaviorProtocol>(
    file: StaticString = #fileID, line: UInt = #line, _ keyPath: KeyPath<Value, Inner>
  ) -> Behavior<Inner.Value> where Inner.Value: Equatable {
    flatMap(file: file, line: line) { $0[keyPath: keyPath] }
  }

  /// The behavior at a key path in the value, followed; the same instance is no change, any other value is one.
  @inlinable @_disfavoredOverload
  public final func flatMap<Inner: BehaviorProtocol>(
    file: StaticString = #fileID, line: UInt = #line, _ keyPath: KeyPath<Value, Inner>
  ) -> Behavior<Inner.Value> {
    flatMap(file: file, line: line) { $0[keyPath: keyPath] }
  }

  /// Two levels: which behavior it is, and what that says. The first is a derivation of its own, so that the selector
  /// does not run whenever the second changes, and the inner behavior is kept.
  @inlinable
  final func following<Inner: BehaviorProtocol>(
    _ selector: @escaping (Value) -> Inner, _ file: StaticString, _ line: UInt
  ) -> () -> Inner.Value {
    let inner = DerivedProperty<Inner>(reading(.identity(), self, selector), nil, file, line)
    return { inner.read().value }
  }
}
