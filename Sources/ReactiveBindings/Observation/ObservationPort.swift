#if canImport(Observation)
internal import Observation

/// How Observation is notified of a behavior. Belongs to the behavior, and so do registrations.
///
/// Observation cannot be asked whether anything tracks. But it adds what is read to a set of key paths then, on the calling
/// thread, and a key path with an argument is hashed by its argument: that of this one is a ``ReadProbe``, which notes that it was hashed. Nothing documents this, so
/// it is tried once; where it does not hold, every read counts as tracked.
///
/// A port observes its behavior only after it was read where something tracks. It stops at the second change without
/// such a read, unless something tracks just then: a read becomes a registration only at the end of the tracked function, and
/// that function may change the behavior after it has read it. Not at the first change, so that a view that is rendered again in a later
/// turn finds a derivation, or a source, that still runs.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
package final class ObservationPort: Observable, ReadPort {
  private let registrar = ObservationRegistrar()
  private let path = ObservationPort.path
  private var isFollowing = false
  private var subscription: Subscription?
  package private(set) var wasReadSinceChange = false
  /// One for each value that was read in the midst of a batch: its readers are notified if the batch takes it back.
  private var inBatch: [Subscription] = []
  private var lastInBatch: ChangeStamp?

  /// What is registered for.
  private subscript(probe: ReadProbe) -> Void { () }
  /// One for all, since it takes 0.7 µs to make.
  private static let path: any KeyPath<ObservationPort, Void> & Sendable = \ObservationPort.[ReadProbe()]

  /// Whether the probe of a registration is hashed at once, on the thread that reads.
  private static let isProbed: Bool = {
    let port = ObservationPort(isProbed: true)
    return withObservationTracking {
      ReadPorts.registers(port)
    } onChange: {
    }
  }()
  private let isProbed: Bool

  package init(isProbed: Bool) { self.isProbed = isProbed }
  convenience init() { self.init(isProbed: Self.isProbed) }

  package func register() {
    registrar.access(self, keyPath: path)
    if !isProbed { ReadPorts.noteRegistration() }
  }

  package func follow(_ node: ValueNode) {
    wasReadSinceChange = true
    if isFollowing {
      if Context.isCollecting { followInBatch(node) }
      return
    }
    isFollowing = true
    subscription = node.observe(by: self)
  }

  private func followInBatch(_ node: ValueNode) {
    let stamp = ChangeStamp(of: node)
    if !node.isInBatch || stamp == lastInBatch { return }
    lastInBatch = stamp
    inBatch.append(node.observe(by: self))
  }

  package func notify() -> Bool {
    let ended = inBatch
    inBatch = []
    lastInBatch = nil
    for subscription in ended { subscription.cancel() }
    // The function that read it may still be running: it is registered only when that ends.
    if !wasReadSinceChange && !(isProbed && ReadPorts.somethingTracks) {
      subscription?.cancel()
      subscription = nil
      isFollowing = false
    }
    wasReadSinceChange = false
    registrar.withMutation(of: self, keyPath: path) {}
    return isFollowing
  }
}

#if os(Linux) || os(Android) || canImport(Darwin)
// Called when the program is loaded, before `main`: so a program that has this module needs no call that turns reads on.
#if compiler(>=6.3)
#if canImport(Darwin)
@section("__DATA,__mod_init_func")
#else
@section(".init_array")
#endif
@used
#else
#if canImport(Darwin)
@_section("__DATA,__mod_init_func")
#else
@_section(".init_array")
#endif
@_used
#endif
private let turnsOnAtStart: @convention(c) () -> Void = { readsCountForObservation }
#endif

/// Reads of behaviors count for Observation once this is evaluated.
let readsCountForObservation: Void = ReadPorts.turnOn {
  guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else { return nil }
  return ObservationPort()
}

/// Whether reads of behaviors count for Observation: for measurements of what that costs. Call it while nothing else runs.
@_spi(Measuring)
public func countReadsForObservation(_ areCounted: Bool) {
  readsCountForObservation
  ReadPorts.set(areCounted)
}
#endif
