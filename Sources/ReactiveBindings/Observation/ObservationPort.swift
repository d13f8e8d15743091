#if canImport(Observation)
internal import Observation

/// Notifies Observation of a behavior's changes. The behavior keeps it, and with it the registrations.
///
/// Observation does not report whether anything tracks. But while something does, each read inserts its key path into a
/// set, on the calling thread, which hashes the key path's argument. Here that is a ``ReadProbe``, which notes the
/// hashing. This is undocumented, so it is tried once; if it does not hold, every read counts as tracked.
///
/// A port observes its behavior from a tracked read until the second change without one. It stops at the second, so
/// that a view rendered in a later turn finds its derivation or source still running. It does not stop while something
/// tracks: a read is registered only when the tracked function ends, which may change the behavior first.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
package final class ObservationPort: Observable, ReadPort {
  private let path = ObservationPort.path
  private let isProbed: Bool
  // Exclusivity-unchecked: each access is a single load or store.
  @safe @exclusivity(unchecked) private var isFollowing = false
  @safe @exclusivity(unchecked) package private(set) var wasReadSinceChange = false
  private var subscription: Subscription?
  private var readsInBatch: ReadsInBatch?
  /// Last: its size is known at run time only, and so are the places of fields behind it.
  private let registrar = ObservationRegistrar()

  /// Reads of values that an open batch may revert. Then it notifies the readers.
  private final class ReadsInBatch {
    var subscriptions: [Subscription] = []
    var last: ChangeStamp?
  }

  private subscript(probe: ReadProbe) -> Void { () }
  /// Shared, since making it takes 0.7 µs.
  private static let path: any KeyPath<ObservationPort, Void> & Sendable = \ObservationPort.[ReadProbe()]

  /// Whether the probe is hashed at once, on the reading thread.
  private static let isProbed: Bool = {
    let port = ObservationPort(isProbed: true)
    return withObservationTracking {
      ReadPorts.registers(port)
    } onChange: {
    }
  }()

  package init(isProbed: Bool) { self.isProbed = isProbed }
  convenience init() { self.init(isProbed: Self.isProbed) }

  package func register() {
    registrar.access(self, keyPath: path)
    if !isProbed { ReadPorts.noteRegistration() }
  }

  package func follow(_ node: ValueNode) {
    wasReadSinceChange = true
    if isFollowing {
      if node.isInBatch && Context.isCollecting { followInBatch(node) }
      return
    }
    isFollowing = true
    subscription = node.observe(by: self)
  }

  private func followInBatch(_ node: ValueNode) {
    let stamp = ChangeStamp(of: node)
    if stamp == presentReadsInBatch.last { return }
    presentReadsInBatch.last = stamp
    // Bringing the node up to date may run code that notifies this port.
    let subscription = node.observe(by: self)
    presentReadsInBatch.subscriptions.append(subscription)
  }

  private var presentReadsInBatch: ReadsInBatch {
    if let readsInBatch { return readsInBatch }
    let new = ReadsInBatch()
    readsInBatch = new
    return new
  }

  package func notify() -> Bool {
    let ended = readsInBatch
    readsInBatch = nil
    for subscription in ended?.subscriptions ?? [] { subscription.cancel() }
    // The reading function may still be running; it registers when it ends.
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
// Called at load time, before `main`: linking this module turns reads on.
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

let readsCountForObservation: Void = ReadPorts.turnOn {
  guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else { return nil }
  return ObservationPort()
}

/// Makes reads of behaviors count for Observation, or not: to measure the cost. Call it while nothing else runs.
@_spi(Measuring)
public func countReadsForObservation(_ areCounted: Bool) {
  readsCountForObservation
  ReadPorts.set(areCounted)
}
#endif
