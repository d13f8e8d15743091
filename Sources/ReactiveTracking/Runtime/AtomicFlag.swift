// Unsafe: a flag that any thread may raise and read, without a lock.

/// A flag that is down until it is raised, for good.
///
/// There are no atomic variables on all systems that this package supports. But every object has an atomic number: how
/// often it is retained. Raising the flag retains it once more, for ever.
@safe
final class AtomicFlag: Sendable {
  private final class Witness: Sendable {}
  private let operations = Witness()

  init() {}

  func raise() {
    if !isRaised { unsafe _ = Unmanaged.passRetained(operations) }
  }

  var isRaised: Bool { _getRetainCount(operations) > 1 }
}
