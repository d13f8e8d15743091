// Unsafe: a captured variable without exclusivity checks, which would cost a third of a binding's write (benchmark:
// "assign"). Invariant: no foreign code runs during an access. A comparison receives a copy, and the old value is
// released after the new one is stored.

public import ReactiveCore

/// The last value that a binding wrote.
@safe
@usableFromInline
package final class DuplicateFilter<Value> {
  @safe @exclusivity(unchecked) @usableFromInline final var value: Value?

  @inlinable @inline(__always)
  package init() {}

  /// Whether `new` is no duplicate of the last value, and must be written. If so, remembers it.
  @inlinable @inline(__always)
  package final func accepts(_ new: Value, by test: some EqualityTest<Value>) -> Bool {
    if let value, test.isDuplicate(value, new) { return false }
    var old = Optional(new)
    swap(&value, &old)
    return true
  }
}
