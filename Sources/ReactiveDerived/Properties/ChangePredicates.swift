/// Yoyo's tests for a change, for `changePredicate:`.
///
/// ```swift
/// let distance = StoredProperty(1.0, changePredicate: { old, new in abs(old - new) >= 0.5 })
/// distance.sink { print($0) }
/// distance.value = 1.2  // prints nothing
/// distance.value = 1.5  // prints "1.5"
/// let ticks = StoredProperty(0, changePredicate: ChangePredicates.alwaysChangePredicate)
/// ticks.sink { print("tick \($0)") }
/// ticks.value = 0  // prints "tick 0"
/// ```
///
/// A predicate receives `(old, new)`, and returns whether that is a change; otherwise the new value is not stored. New
/// code should use the opposite, `isDuplicate:`.
///
/// The defaults are ``equatableChangePredicate(old:new:)`` for `Equatable` types, otherwise
/// ``identityChangePredicate(old:new:)``. Cost: none for the defaults; for a given one 32 bytes and a call, as for
/// `isDuplicate:`. From Yoyo.
public enum ChangePredicates {
  /// A change unless `old == new`.
  public static func equatableChangePredicate<Value: Equatable>(old: Value, new: Value) -> Bool { old != new }

  /// A change unless both are nil or the same object, also as `any P`, `AnyObject` or `Any`, or in an optional.
  ///
  /// Values of other types are always a change.
  public static func identityChangePredicate<Value>(old: Value, new: Value) -> Bool {
    !isSameInstance(old, new)
  }

  /// Always a change.
  public static func alwaysChangePredicate<Value>(old: Value, new: Value) -> Bool { true }
}
