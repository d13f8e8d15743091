// Unsafe: how a stream connects to its sources when it is observed.
//
// A chain of observers has a weak reference to its stream, `upstream`. The first observer makes the stream connect: it
// observes its own sources. The last one makes it disconnect. Both may do the same to the sources. That works through a
// list, not by recursion, since a chain of streams may be long.

/// A stream that observes others only while it is observed.
@usableFromInline
package protocol Upstream: AnyObject {
  /// Whether tokens of its observers keep something; the same for the life of the stream.
  var isKeptByTokens: Bool { get }
  /// What a token that is made now keeps: the stream, if its roots do not keep it while it is observed, or what it
  /// follows and nothing else keeps.
  var keptByToken: AnyObject? { get }
  /// Whether what it delivers may be the change of a behavior, which a batch notifies at its end.
  var followsBehavior: Bool { get }
  /// Connects to the sources if there are observers, and disconnects if there are none.
  ///
  /// Called after the first observer subscribed or the last one ended. It may be called when nothing has changed. Adds
  /// to `upstream` each source that gains its first observer or loses its last one by this.
  func updateConnection(_ upstream: inout [any Upstream])
}

/// Connects or disconnects a stream, and those that it is derived from.
func updateConnection(of stream: any Upstream) {
  var upstream: [any Upstream] = []
  stream.updateConnection(&upstream)
  updateConnections(of: upstream)
}

/// Connects or disconnects streams in this order, and those that they are derived from.
package func updateConnections(of streams: [any Upstream]) {
  if streams.isEmpty { return }
  var waiting = streams
  waiting.reverse()
  // The first source and all that is above it connect before the second one: so they subscribe in the order of writing.
  while let next = waiting.popLast() {
    let count = waiting.count
    next.updateConnection(&waiting)
    if waiting.count - count > 1 { waiting[count...].reverse() }
  }
}

extension ObserverStorage {
  /// An observer has subscribed to a chain with an upstream.
  @inline(never)
  func connectUpstream(for entry: ObserverEntry) {
    guard let stream = upstream else { return }
    admit(entry, to: stream)
    if liveCount == 1 { updateConnection(of: stream) }
  }

  /// Keeps payloads that are being delivered now from `entry`. A root excludes new observers by the serial numbers at
  /// the time of sending. A stream further down cannot, so `entry` waits until the queue has reached this point.
  private func admit(_ entry: ObserverEntry, to stream: any Upstream) {
    let context = Context.current
    if context.isIdle { return }
    if context.batchDepth == 0 || !stream.followsBehavior {
      entry.isWaiting = true
      context.enqueue(Admission(of: entry, label: label))
    } else if context.isFlushing {
      // The batch may still write the behavior, which may be queued already, and `entry` must not miss that write: it
      // waits for the end of the running delivery, and no longer.
      entry.isWaiting = true
      context.enqueueFirst(Admission(of: entry, label: label))
    }
  }
}

extension ObserverEntry {
  /// Ends it; adds the source to `upstream` if it was the last one there.
  package final func cancel(_ upstream: inout [any Upstream]) {
    if serial == 0 { return }
    serial = 0
    if let stream = leave() { upstream.append(stream) }
  }
}

/// From this entry of the queue on, an observer receives what its stream delivers.
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

/// What a derived stream does with lists of observers.
extension ObserverList {
  /// The stream whose observers these are, if it connects to sources while there are any.
  package var upstream: (any Upstream)? {
    get { chain.upstream }
    nonmutating set {
      chain.upstream = newValue
      chain.isKeptByTokens = newValue?.isKeptByTokens ?? false
    }
  }

  /// Adds an observer; adds the source to `upstream` if it is the first one there.
  @inlinable
  package func add(
    _ upstream: inout [any Upstream], _ handler: @escaping (Payload) -> Void
  ) -> ObserverEntry {
    let entry = Observer(Handler(handler))
    chain.append(entry, &upstream)
    return entry
  }

  /// From now on they are used here.
  package func settleIn() { chain.settleIn() }

  /// The isolation that uses them.
  package var isolation: Home { chain.home }

  /// Ends every observer: none is called any more.
  package func endAll() { chain.endAll() }

  /// What messages call the source.
  package var label: String { chain.label }
}

extension ObserverStorage {
  @usableFromInline
  func append(_ entry: ObserverEntry, _ upstream: inout [any Upstream]) {
    insert(entry)
    guard let stream = self.upstream else { return }
    admit(entry, to: stream)
    if liveCount == 1 { upstream.append(stream) }
  }
}
