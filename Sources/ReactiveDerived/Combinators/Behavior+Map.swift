extension Behavior {
  /// A behavior of the transformed value, compared by `==`.
  ///
  /// ```swift
  /// let celsius = OpenBehavior(20)
  /// let isWarm = celsius.map { $0 >= 15 }
  /// isWarm.sink { print("warm: \($0)") }
  /// celsius.value = 25  // prints nothing
  /// celsius.value = 5   // prints "warm: false"
  /// ```
  ///
  /// A ``DerivedProperty`` with one dependency: `transform` runs when the value is needed and this behavior has
  /// changed. Its reads are not tracked.
  ///
  /// The result retains this behavior. While you observe it, keep it or the subscription, which retains it:
  /// `name.map { … }.sink { … }.store(in: bag)`. Cost: about 200 bytes for an `Int`.
  @inlinable
  public final func map<New: Equatable>(
    file: StaticString = #fileID, line: UInt = #line, _ transform: @escaping (Value) -> New
  ) -> Behavior<New> {
    DerivedProperty(self, file: file, line: line, calculator: transform)
  }

  /// A behavior of the transformed value, compared by identity.
  @inlinable @_disfavoredOverload
  public final func map<New>(
    file: StaticString = #fileID, line: UInt = #line, _ transform: @escaping (Value) -> New
  ) -> Behavior<New> {
    DerivedProperty(self, file: file, line: line, calculator: transform)
  }

  /// A behavior of the part of the value at a key path, compared by `==`.
  ///
  /// ```swift
  /// struct Account: Equatable {
  ///   var owner = "Ada"
  ///   var balance = 0
  /// }
  /// let account = OpenBehavior(Account())
  /// let balance = account.map(\.balance)
  /// balance.sink { print($0) }
  /// account.update { $0.owner = "Grace" }  // prints nothing
  /// account.update { $0.balance = 10 }     // prints "10"
  /// ```
  @inlinable
  public final func map<New: Equatable>(
    file: StaticString = #fileID, line: UInt = #line, _ keyPath: KeyPath<Value, New>
  ) -> Behavior<New> {
    DerivedProperty(self, file: file, line: line) { $0[keyPath: keyPath] }
  }

  /// A behavior of the part of the value at a key path, compared by identity.
  @inlinable @_disfavoredOverload
  public final func map<New>(
    file: StaticString = #fileID, line: UInt = #line, _ keyPath: KeyPath<Value, New>
  ) -> Behavior<New> {
    DerivedProperty(self, file: file, line: line) { $0[keyPath: keyPath] }
  }
}
