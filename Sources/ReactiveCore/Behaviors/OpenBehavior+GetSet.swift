extension OpenBehavior where Value: Equatable {
  /// A behavior that `get` computes and `set` writes. An equal value is a duplicate.
  ///
  /// ```swift
  /// let celsius = OpenBehavior(20.0)
  /// let fahrenheit = OpenBehavior(
  ///   get: { celsius.value * 9 / 5 + 32 },
  ///   set: { celsius.value = ($0 - 32) * 5 / 9 })
  /// fahrenheit.sink { print("\($0) °F") }
  /// celsius.value = 30     // prints "86.0 °F"
  /// fahrenheit.value = 50  // prints "50.0 °F"
  /// print(celsius)         // 10.0
  /// ```
  ///
  /// The behavior is a derivation: it changes together with the dependencies of `get`, and is computed when it is
  /// needed. A write calls `set` at once, as a batch and untracked, unless the new value equals the present one. If it
  /// changes a behavior that `get` read, `get` runs again, so `set` may round, refuse, or write elsewhere. Changes of
  /// plain variables are not seen: keep the value in a behavior. ``update(_:)`` reads the value, changes it, and sets
  /// it if it differs.
  ///
  /// The behavior retains the captures of both functions. Only you and its subscriptions retain the behavior. Cost:
  /// about 300 bytes; a write calls each function once. Behaviors that write each other in a ring stop with a message.
  /// Called a writable computed in Vue, and `Binding(get:set:)` in SwiftUI.
  @inlinable
  public convenience init(
    get: @escaping () -> Value, set: @escaping (Value) -> Void, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) { self.init(forwardingBy: .calling(.equal(), get, set), name: name, file: file, line: line) }
}

extension OpenBehavior {
  /// A behavior that `get` computes and `set` writes. Only the same object, or nil after nil,
  /// is a duplicate.
  @inlinable @_disfavoredOverload
  public convenience init(
    get: @escaping () -> Value, set: @escaping (Value) -> Void, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) { self.init(forwardingBy: .calling(.identity(), get, set), name: name, file: file, line: line) }
}

extension Equality {
  @inlinable @inline(__always)
  static func calling(
    _ test: some EqualityTest<Value>, _ get: @escaping () -> Value, _ set: @escaping (Value) -> Void
  ) -> Equality {
    Equality(test) {
      OpenBehavior<Value>.serve(
        $0, test,
        compute: { _ in get() },
        write: { new in batch { set(new) } })
    }
  }
}
