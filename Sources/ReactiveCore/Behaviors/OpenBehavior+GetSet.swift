// A computed value that can be written: what a computed property with a setter is to a stored one.

extension OpenBehavior where Value: Equatable {
  /// A behavior whose value `get` computes, and whose writes `set` carries out; an equal value is no change.
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
  /// It is a derivation of what `get` reads, whatever that is, so it changes in one with that, and is computed when it is
  /// needed. A write calls `set` at once, as a batch and untracked, unless the new value equals the present one. What is
  /// read afterwards is what `get` makes of what `set` has written: `set` may round, refuse, or write elsewhere. In
  /// ``update(_:)`` the value is read, changed, and set if it comes out another.
  ///
  /// Behaviors whose writes lead to writes of each other in a ring stop with a message. It keeps what the functions
  /// capture, and nothing keeps it but you and its subscriptions. Cost: about 300 bytes; a write takes a call of each
  /// function. A writable computed of Vue, a `Binding(get:set:)` of SwiftUI.
  @inlinable
  public convenience init(
    get: @escaping () -> Value, set: @escaping (Value) -> Void, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) { self.init(forwardingBy: .calling(.equal(), get, set), name: name, file: file, line: line) }
}

extension OpenBehavior {
  /// A behavior whose value `get` computes, and whose writes `set` carries out; the same instance is no change, any other
  /// value is one.
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
