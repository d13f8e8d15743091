import ReactiveCore

/// Keeps two sides in agreement: the one that was written last is carried over to the other.
///
/// Whoever tells that a side has changed calls ``settle()``, which looks at both: so it does not matter who tells first,
/// how often, and what has happened since. It is kept by the observers of its sides, and keeps none of them.
final class TwoWayBinding<First, Second, Failure: Error> {
  private let first: BindingSide<First>
  private let second: BindingSide<Second>
  private let forward: (First) throws(Failure) -> Second
  private let back: (Second) throws(Failure) -> First
  private let errors: Event<Failure>?
  /// The time of the write that could not be converted: it is not tried again.
  private var refused: UInt64 = 0

  init(
    _ first: BindingSide<First>, _ second: BindingSide<Second>,
    _ forward: @escaping (First) throws(Failure) -> Second, _ back: @escaping (Second) throws(Failure) -> First,
    _ errors: Event<Failure>?
  ) {
    self.first = first
    self.second = second
    self.forward = forward
    self.back = back
    self.errors = errors
    first.stamp.clock.join(second.stamp.clock)
  }

  /// The first side counts as the newer one, and is carried over.
  func begin() {
    if first.stamp.time <= second.stamp.time { first.stamp.noteWrite() }
    // What a setter writes is told after it.
    Context.deliverFirst { settle() }
  }

  /// Carries the newer side over.
  func settle() {
    // Twice at most: a property may make something else of what it is given, and is the newer side then.
    for _ in 0..<2 {
      let (one, other) = (first.stamp.time, second.stamp.time)
      if one == other || max(one, other) == refused { return }
      do throws(Failure) {
        if one > other {
          guard let value = first.read() else { return }
          second.write(try forward(value), from: one)
        } else {
          guard let value = second.read() else { return }
          first.write(try back(value), from: other)
        }
      } catch {
        refused = max(one, other)
        errors?.trigger(error)
        return
      }
    }
  }
}
