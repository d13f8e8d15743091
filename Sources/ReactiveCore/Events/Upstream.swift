// Unsafe: how a source finds out whether anybody observes it.
//
// A chain of observers has a weak reference to the stream that wants to know. The stream is called when a first observer
// comes and when the last one goes. It then observes its own sources, or lets go of them, which calls these in turn: through
// a list, not by recursion, since a chain of streams may be long.

/// A stream that observes others only while it is observed.
@usableFromInline
package protocol Upstream: AnyObject {
  /// Whether the roots of the stream keep it alive while it is observed. Otherwise the tokens of its observers do.
  var isKeptByRoots: Bool { get }
  /// Whether what it delivers may be the change of a behavior, which a batch notifies at its end.
  var followsBehavior: Bool { get }
  /// Looks whether there are observers. Called when a first one has come or the last one has gone, maybe in vain, and
  /// adds the streams to which that happens thereby.
  func settle(_ upstream: inout [any Upstream])
}

/// Settles a stream, and those that it is made of.
func settle(_ demand: any Upstream) {
  var upstream: [any Upstream] = []
  demand.settle(&upstream)
  settleAll(upstream)
}

/// Settles streams in this order, and those that they are made of.
package func settleAll(_ demands: [any Upstream]) {
  if demands.isEmpty { return }
  var waiting = demands
  waiting.reverse()
  // The first source and all that is above it goes before the second one: so they subscribe in the order of writing.
  while let next = waiting.popLast() {
    let count = waiting.count
    next.settle(&waiting)
    if waiting.count - count > 1 { waiting[count...].reverse() }
  }
}

extension ObserverChain {
  /// An observer has come to a stream that wants to know.
  @inline(never)
  func meetDemand(for entry: ObserverEntry) {
    guard let demand = demand else { return }
    welcome(entry, to: demand)
    if liveCount == 1 { settle(demand) }
  }

  /// What is on its way now is not for `entry`. A root knows that by the numbers of its observers, when the payload is
  /// sent; a stream further down cannot know, so `entry` waits until the queue has come to this point.
  private func welcome(_ entry: ObserverEntry, to demand: any Upstream) {
    let context = Context.current
    if context.isIdle { return }
    if context.batchDepth == 0 || !demand.followsBehavior {
      entry.seenVersion = ObserverEntry.waits
      context.enqueue(Admission(of: entry, label: label))
    } else if context.isFlushing {
      // The batch may go on to write the behavior, which may be queued already, and that must not be missed: `entry`
      // waits for the end of the delivery that is running, and no longer.
      entry.seenVersion = ObserverEntry.waits
      context.enqueueFirst(Admission(of: entry, label: label))
    }
  }
}

extension ObserverEntry {
  /// As ``seenVersion`` in the chain of a derived stream: it came during a delivery, and is no part of it.
  @usableFromInline static var waits: UInt32 { 1 }

  /// Ends it; adds the source to `upstream` if it was the last one there.
  package final func cancel(_ upstream: inout [any Upstream]) {
    if serial == 0 { return }
    serial = 0
    if let demand = leave() { upstream.append(demand) }
  }
}

/// From here on in the queue, an observer receives what its stream delivers.
private final class Admission: Delivery {
  private let entry: ObserverEntry
  private let name: String
  init(of entry: ObserverEntry, label: String) {
    self.entry = entry
    name = label
  }
  override var label: String { name }
  override func run() { entry.seenVersion = 0 }
}

/// What a derived stream does with lists of observers.
extension ObserverList {
  /// The stream whose observers these are, if it wants to know whether there are any.
  package var demand: (any Upstream)? {
    get { chain.demand }
    nonmutating set {
      chain.demand = newValue
      chain.isKeptByTokens = newValue.map { !$0.isKeptByRoots } ?? false
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

extension ObserverChain {
  @usableFromInline
  func append(_ entry: ObserverEntry, _ upstream: inout [any Upstream]) {
    insert(entry)
    guard let demand = demand else { return }
    welcome(entry, to: demand)
    if liveCount == 1 { upstream.append(demand) }
  }
}
