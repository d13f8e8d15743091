extension Behavior where Value == String {
  /// This behavior followed by another: `self + other`.
  ///
  /// ```swift
  /// let firstName = "Ada".continuous
  /// let lastName = "Lovelace".continuous
  /// let fullName = firstName + " " + lastName
  /// print(fullName)  // Ada Lovelace
  /// lastName <<= "Byron"
  /// print(fullName)  // Ada Byron
  /// ```
  ///
  /// The result is a ``DerivedProperty``. In a chain, each `+` has a node and copies its text; for a long one, use one
  /// ``DerivedProperty`` of all parts. From Ultramarine.
  public final func appending(
    _ other: Behavior<String>, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<String> { DerivedProperty(self, other, file: file, line: line) { $0 + $1 } }

  /// This behavior followed by plain text: `self + other`.
  public final func appending(
    _ other: String, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<String> { DerivedProperty(self, file: file, line: line) { $0 + other } }

  /// Plain text followed by this behavior: `other + self`.
  public final func prepending(
    _ other: String, file: StaticString = #fileID, line: UInt = #line
  ) -> Behavior<String> { DerivedProperty(self, file: file, line: line) { other + $0 } }

  /// One behavior followed by another.
  @_disfavoredOverload
  public static func + (left: Behavior<String>, right: Behavior<String>) -> Behavior<String> { left.appending(right) }

  /// A behavior followed by plain text.
  @_disfavoredOverload
  public static func + (left: Behavior<String>, right: String) -> Behavior<String> { left.appending(right) }

  /// Plain text followed by a behavior.
  @_disfavoredOverload
  public static func + (left: String, right: Behavior<String>) -> Behavior<String> { right.prepending(left) }
}

extension OpenBehavior where Value == String {
  /// Appends to the text: one write, in place unless an observer or a derivation depends on it.
  ///
  /// The read of the old text is not tracked.
  public final func append(_ other: String) {
    if !isWatched {
      update { $0 += other }
    } else {
      // Not in place, so that a batch can detect that it ends where it began.
      value = peek() + other
    }
  }

  /// Appends to the text: one write.
  @_disfavoredOverload
  public static func += (left: OpenBehavior<String>, right: String) { left.append(right) }

  /// Appends the current text of `right`: one write. The read of `right` is tracked.
  @_disfavoredOverload
  public static func += (left: OpenBehavior<String>, right: Behavior<String>) { left.append(right.value) }
}
