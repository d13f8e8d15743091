extension Behavior where Value == Bool {
  /// Whether this behavior and another are true: `self && other`.
  ///
  /// ```swift
  /// let isOnline = false.continuous
  /// let isKnown = DerivedProperty(isOnline) { _ in
  ///   print("looking up")
  ///   return true
  /// }
  /// let isReady = isOnline && isKnown
  /// print(isReady)         // false
  /// isOnline.value = true
  /// print(isReady)         // prints "looking up", "true"
  /// ```
  ///
  /// While the left side is false, the right one does not run, and is no dependency. The result is a
  /// ``DerivedProperty``, and retains both. From Ultramarine.
  public final func and(
    _ other: Behavior<Bool>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Bool> {
    DerivedProperty(reading(.equal()) { self.read() && other.read() }, nil, file, line)
  }

  /// Whether this behavior and a plain value are true.
  public final func and(_ other: Bool, file: StaticString = #fileID, line: UInt = #line) -> Behavior<Bool> {
    DerivedProperty(reading(.equal()) { other && self.read() }, nil, file, line)
  }

  /// Whether this behavior or another is true: `self || other`. The right side is not read while the left one is true.
  public final func or(
    _ other: Behavior<Bool>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<Bool> {
    DerivedProperty(reading(.equal()) { self.read() || other.read() }, nil, file, line)
  }

  /// Whether this behavior or a plain value is true.
  public final func or(_ other: Bool, file: StaticString = #fileID, line: UInt = #line) -> Behavior<Bool> {
    DerivedProperty(reading(.equal()) { other || self.read() }, nil, file, line)
  }

  /// Whether this behavior is false: `!self`.
  public final func negated(file: StaticString = #fileID, line: UInt = #line) -> Behavior<Bool> {
    DerivedProperty(reading(.equal()) { !self.read() }, nil, file, line)
  }

  /// Whether both are true; the right side is not read while the left is false.
  @_disfavoredOverload
  public static func && (left: Behavior<Bool>, right: Behavior<Bool>) -> Behavior<Bool> { left.and(right) }

  /// Whether either is true; the right side is not read while the left is true.
  @_disfavoredOverload
  public static func || (left: Behavior<Bool>, right: Behavior<Bool>) -> Behavior<Bool> { left.or(right) }

  /// Whether the behavior is false.
  @_disfavoredOverload
  public static prefix func ! (operand: Behavior<Bool>) -> Behavior<Bool> { operand.negated() }
}

extension OpenBehavior where Value == Bool {
  /// Inverts the value: one write. The read of the old value is not tracked.
  ///
  /// ```swift
  /// let isOn = false.continuous
  /// isOn.toggle()
  /// print(isOn)  // true
  /// ```
  public final func toggle() { value = !peek() }
}
