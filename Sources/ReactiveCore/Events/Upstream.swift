// Unsafe: how a stream connects to its sources when it is observed.
//
// A derived stream observes its sources only while it is observed itself. Its chain of observers has a weak reference
// to it, `upstream`. When the first observer subscribes, the stream connects: it subscribes to its sources. When the
// last observer ends, it disconnects. Either may be the first or the last subscription of a source, which then connects
// or disconnects in turn. Streams that still have to do so wait in a list: a chain of streams may be too long for
// recursion.

/// A stream that observes others only while it is observed.
@usableFromInline
package protocol Upstream: Follower {
  /// Its observers.
  var followers: ObserverStorage { get }
  /// Whether tokens of its observers keep something alive. Never changes.
  var isKeptByTokens: Bool { get }
  /// What a token that is made now keeps alive: the stream itself, if its roots do not keep it while it is observed;
  /// otherwise the streams that it follows and that nothing else keeps.
  var keptByToken: AnyObject? { get }
  /// Whether its payloads may be changes of a behavior, which a batch delivers at its end.
  var followsBehavior: Bool { get }
  /// Connects to the sources if there are observers, and disconnects if there are none.
  ///
  /// Called after the first observer subscribed or the last one ended. It may be called when nothing has changed. Adds
  /// to `upstream` each source that gains its first observer or loses its last one by this.
  func updateConnection(_ upstream: inout [any Upstream])
}

extension Upstream {
  /// None, of a stream that is made of no other.
  package func forEachObserver(_ body: (Subscription) -> Void) {}
}

extension EventStream {
  @usableFromInline package final var followers: ObserverStorage { observers.chain }
}

/// Connects or disconnects a stream, and then the streams that it is derived from.
func updateConnection(of stream: any Upstream) {
  var upstream: [any Upstream] = []
  stream.updateConnection(&upstream)
  updateConnections(of: upstream)
  // A root that runs only while it is observed starts or stops now.
  Context.current.settleLiveness()
}

/// Connects or disconnects streams in this order, each followed by the streams that it is derived from.
package func updateConnections(of streams: [any Upstream]) {
  if streams.isEmpty { return }
  var waiting = streams
  waiting.reverse()
  // The first source, and all that it is derived from, connect before the second source. So streams subscribe to a
  // common root in the order in which the sources are written.
  while let next = waiting.popLast() {
    let count = waiting.count
    next.updateConnection(&waiting)
    if waiting.count - count > 1 { waiting[count...].reverse() }
  }
  Context.current.settleLiveness()
}

extension ObserverStorage {
  /// An observer has subscribed to a chain with an upstream.
  @inline(never)
  func connectUpstream(for entry: ObserverEntry) {
    if isFinished { return }
    guard let stream = upstream else { return }
    admit(entry, to: stream)
    if liveCount == 1 { updateConnection(of: stream) }
  }

  /// Keeps payloads that are being delivered now from `entry`. A root compares serial numbers with the one at the time
  /// of sending, and so excludes newer observers. A derived stream has no such number. Its observer waits until the
  /// queue has reached this point.
  private func admit(_ entry: ObserverEntry, to stream: any Upstream) {
    let context = Context.current
    if context.isIdle { return }
    if context.batchDepth == 0 || !stream.followsBehavior {
      entry.isWaiting = true
      context.enqueue(Admission(of: entry, label: label))
    } else if context.isFlushing {
      // The batch may still write the behavior, which may be queued already. `entry` must receive that write, so it
      // waits for the end of the running delivery only.
      entry.isWaiting = true
      context.enqueueFirst(Admission(of: entry, label: label))
    }
  }
}

extension Subscription {
  /// Cancels this observer. Adds its source to `upstream` if it was the last observer there.
  package func cancel(_ upstream: inout [any Upstream]) {
    if entry.serial == 0 { return }
    entry.serial = 0
    if let stream = entry.leave() { upstream.append(stream) }
  }
}

/// Lets an observer receive what its stream delivers after this entry of the queue.
private final class Admission: Delivery {
  private let entry: ObserverEntry
  private let name: String
  init(of entry: ObserverEntry, label: String) {
    self.entry = entry
    name = label
  }
  override var label: String { name }
  override func run() { entry.isWaiting = false }
}

/// What a derived stream needs of lists of observers.
extension ObserverList {
  /// The stream whose observers these are, if it connects to sources while there are any.
  package var upstream: (any Upstream)? {
    get { chain.upstream }
    nonmutating set {
      chain.upstream = newValue
      chain.isKeptByTokens = newValue?.isKeptByTokens ?? false
    }
  }

  /// Adds an observer. Adds the source to `upstream` if it is the first observer there.
  @inlinable
  package func add(
    _ upstream: inout [any Upstream], _ handler: @escaping (Payload) -> Void
  ) -> Subscription {
    let entry = Observer(Handler(handler))
    chain.append(entry, &upstream)
    return Subscription(entry)
  }

  /// The list belongs to the present isolation from now on.
  package func settleIn() { chain.settleIn() }

  /// The isolation that the list belongs to.
  package var isolation: Home { chain.home }

  /// Ends every observer. None of them is called again.
  package func endAll() { chain.endAll() }

  /// What messages call the source.
  package var label: String { chain.label }
}

extension ObserverStorage {
  @usableFromInline
  func append(_ entry: ObserverEntry, _ upstream: inout [any Upstream]) {
    insert(entry)
    if isFinished { return }
    guard let stream = self.upstream else { return }
    admit(entry, to: stream)
    if liveCount == 1 { upstream.append(stream) }
  }
}
