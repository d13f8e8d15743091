/// Yoyo's tests for what counts as a change, to be given to a property as its `changePredicate:`.
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
/// A predicate is asked `(old, new)` and says whether that is a change; a value that is none is not stored. It is the
/// opposite of `isDuplicate:`, which new code takes, as everywhere in this library. Properties of an `Equatable` type
/// use ``equatableChangePredicate(old:new:)`` by themselves, all others ``identityChangePredicate(old:new:)``. Cost: none
/// for the defaults; that of `isDuplicate:`, 32 bytes and a call for one that is given. From Yoyo.
public enum ChangePredicates {
  /// A change unless `old == new`.
  public static func equatableChangePredicate<Value: Equatable>(old: Value, new: Value) -> Bool { old != new }

  /// A change unless both are the same object, however it is held (as `any P`, `AnyObject` or `Any`, or in an optional),
  /// or both nil. Values of other types always are.
  public static func identityChangePredicate<Value>(old: Value, new: Value) -> Bool {
    !isSameInstance(old, new)
  }

  /// Always a change.
  public static func alwaysChangePredicate<Value>(old: Value, new: Value) -> Bool { true }
}
