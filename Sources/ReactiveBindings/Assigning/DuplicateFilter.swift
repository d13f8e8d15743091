// Unsafe: a variable that is captured and not checked for exclusive access at each use, which costs a third of the price
// of a binding's write (benchmark: "assign"). Invariant: no code of others runs during an access: a comparison gets a
// copy, and the old value ends when the new one is in its place.

public import ReactiveCore

/// What a binding wrote last, so that it does not write the same again.
@safe
@usableFromInline
package final class DuplicateFilter<Value> {
  @safe @exclusivity(unchecked) @usableFromInline final var value: Value?

  @inlinable @inline(__always)
  package init() {}

  /// Whether `new` is no duplicate of the last value, and so has to be written. It is the last value from then on.
  @inlinable @inline(__always)
  package final func accepts(_ new: Value, by test: some EqualityTest<Value>) -> Bool {
    if let value, test.isDuplicate(value, new) { return false }
    var old = Optional(new)
    swap(&value, &old)
    return true
  }
}
