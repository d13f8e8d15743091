// How a stream connects to its sources when it is observed.
//
// A derived stream observes its sources only while it is observed. Its chain of observers has a weak reference to it,
// `upstream`. When the first observer subscribes, the stream connects: it subscribes to its sources. When the last
// observer ends, it disconnects. Either may make a source do the same. Pending streams are kept in a list, because a
// chain of streams may be too long for recursion.

/// A stream that observes others only while it is observed.
@usableFromInline
package protocol Upstream: Follower {
  var followers: ObserverStorage { get }
  /// Whether tokens of its observers retain something. Never changes.
  var isKeptByTokens: Bool { get }
  /// The object that a new token retains: the stream itself, if its roots do not retain it while it is observed;
  /// otherwise the streams that it follows and that nothing else retains.
  var keptByToken: AnyObject? { get }
  /// Connects to the sources if there are observers, else disconnects.
  ///
  /// Called after the first observer subscribes or the last one ends. May be called redundantly. Adds to `upstream`
  /// each source that gains its first observer or loses its last one.
  func updateConnection(_ upstream: inout [any Upstream])
}

extension Upstream {
  /// A root has none.
  package func forEachObserver(_ body: (Subscription) -> Void) {}
}

extension EventStream {
  @usableFromInline package final var followers: ObserverStorage { observers.chain }
}

/// Connects or disconnects a stream, then its sources.
func updateConnection(of stream: any Upstream) {
  var upstream: [any Upstream] = []
  stream.updateConnection(&upstream)
  updateConnections(of: upstream)
  // A root that runs only while it is observed starts or stops now.
  Context.current.settleLiveness()
}

/// Connects or disconnects streams in this order, each followed by its sources.
package func updateConnections(of streams: [any Upstream]) {
  if streams.isEmpty { return }
  var waiting = streams
  waiting.reverse()
  // The first source and all its sources connect before the second one, so streams subscribe to a common root in the
  // order in which the sources are written.
  while let next = waiting.popLast() {
    let count = waiting.count
    next.updateConnection(&waiting)
    if waiting.count - count > 1 { waiting[count...].reverse() }
  }
  Context.current.settleLiveness()
}

extension ObserverStorage {
  @inline(never)
  func connectUpstream(for entry: ObserverEntry) {
    if isFinished { return }
    guard let stream = upstream else { return }
    admit(entry, to: stream)
    if liveCount == 1 { updateConnection(of: stream) }
  }

  /// Withholds earlier payloads from `entry`. A root excludes newer observers by the serial number at the time of
  /// sending. A derived stream has no such number, so its observer waits until the queue reaches this point.
  private func admit(_ entry: ObserverEntry, to stream: any Upstream) {
    let context = Context.current
    if context.isIdle { return }
    var isConnected = liveCount > 1
    let links = linksToBehaviors(above: stream, &isConnected)
    if !isConnected { return }
    let admission = Admission(of: entry, label: label, links)
    // Not earlier: bringing a derivation up to date may run code whose payloads are new.
    entry.isWaiting = true
    Context.attachment(Admissions.init).waiting[ObjectIdentifier(entry)] = admission
    context.enqueue(admission)
  }
}

/// The observers by which a connected stream, and the streams above it, follow behaviors. Sets `isConnected` if any
/// observer was found. Cost: that of visiting these streams.
private func linksToBehaviors(above stream: any Follower, _ isConnected: inout Bool) -> [ObserverEntry] {
  var links: [ObserverEntry] = []
  var seen: Set<ObjectIdentifier> = []
  var waiting = [stream]
  while let follower = waiting.popLast() {
    follower.forEachObserver { subscription in
      guard let entry = subscription.entry.linked, let list = entry.list else { return }
      isConnected = true
      if list.node != nil {
        links.append(entry)
      } else if let next = list.upstream, seen.insert(ObjectIdentifier(next)).inserted {
        waiting.append(next)
      }
    }
  }
  return links
}

extension Subscription {
  /// Cancels this observer. Adds its source to `upstream` if it was the last one there.
  package func cancel(_ upstream: inout [any Upstream]) {
    if entry.serial == 0 { return }
    entry.serial = 0
    if let stream = entry.leave() { upstream.append(stream) }
  }
}

extension Subscription {
  /// Whether this observer's source is `stream`, or observes it, directly or through other streams.
  package func reads(_ stream: any Upstream) -> Bool {
    var seen: Set<ObjectIdentifier> = []
    var waiting = [self]
    while let next = waiting.popLast() {
      guard let source = next.entry.linked?.list?.upstream else { continue }
      if source === stream { return true }
      if seen.insert(ObjectIdentifier(source)).inserted { source.forEachObserver { waiting.append($0) } }
    }
    return false
  }
}

/// Admits an observer to the deliveries after this entry of the queue.
///
/// A behavior's turn has one place in the queue for all its changes, and may come earlier. Its value is for the observer
/// if it is newer than the one at the subscription.
private final class Admission: Delivery {
  private let entry: ObserverEntry
  private let name: String
  /// The observers at behaviors above the stream, and the behaviors' versions at the subscription.
  private var links: [(entry: ObserverEntry, version: UInt32)] = []

  init(of entry: ObserverEntry, label: String, _ links: [ObserverEntry]) {
    self.entry = entry
    name = label
    super.init()
    self.links = links.compactMap { link in
      // A derivation is brought up to date, as for an observer of its own.
      if let node = link.list?.node, !node.flags.isDisjoint(with: .stale) { Context.current.refreshToObserve(node) }
      return (link.list?.node).map { (link, $0.version) }
    }
  }

  override var label: String { name }
  override func run() {
    entry.isWaiting = false
    Context.current.attachment(Admissions.self)?.waiting[ObjectIdentifier(entry)] = nil
  }

  /// Whether a behavior is delivering a newer value than that at the subscription.
  var isForNewerValue: Bool {
    links.contains { link, version in
      link.list?.isDelivering == true && Int32(bitPattern: link.seenVersion &- version) > 0
    }
  }
}

/// The admissions in a context's queue, by observer.
private final class Admissions {
  var waiting: [ObjectIdentifier: Admission] = [:]
}

extension ObserverEntry {
  /// Whether it receives a payload although it waits.
  @usableFromInline @inline(never)
  final func receivesWaiting() -> Bool {
    var context = Optional(Context.current)
    while let present = context {
      if let found = present.attachment(Admissions.self)?.waiting[ObjectIdentifier(self)] {
        return found.isForNewerValue
      }
      context = present.outer
    }
    return false
  }
}

extension ObserverList {
  /// The stream of these observers, if it connects to sources while there are any.
  package var upstream: (any Upstream)? {
    get { chain.upstream }
    nonmutating set {
      chain.upstream = newValue
      chain.isKeptByTokens = newValue?.isKeptByTokens ?? false
    }
  }

  /// Adds an observer. Adds the source to `upstream` if it had none.
  @inlinable
  package func add(
    _ upstream: inout [any Upstream], _ handler: @escaping (Payload) -> Void
  ) -> Subscription {
    let entry = Observer(Handler(handler))
    chain.append(entry, &upstream)
    return Subscription(entry)
  }

  /// Makes the list belong to the present isolation.
  package func settleIn() { chain.settleIn() }

  /// The isolation that the list belongs to.
  package var isolation: Home { chain.home }

  /// Ends every observer. None of them is called again.
  package func endAll() { chain.endAll() }

  /// The label of the source in messages.
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
