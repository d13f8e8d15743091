// Unsafe: nodes and lists of observers by address, while their graph is used here.
//
// A graph may be sent to another isolation: the compiler has checked that the old one keeps no part of it. The nodes
// move at their first use. Invariant: connected nodes and lists have one home, or have been sent and not yet used.

extension Context {
  /// Whether this code is known to run at `home`, without a query to the Swift runtime.
  @inlinable @inline(__always)
  func isKnownHome(_ home: Home) -> Bool { unsafe home == .main && raw.pointee.isInitialThread }

  /// A node with references is used here. If its home is elsewhere, its graph was sent.
  @usableFromInline @inline(never)
  func checkHome(of node: NodeRef) {
    if node.home == .unset { return }
    let here = home
    if node.home != here { move(to: here) { $0.visit(node) } }
  }

  /// Moves the graph of the nodes that `begin` visits. Cost, once: about 30 ns for each node, and more for each
  /// observer.
  @inline(never)
  fileprivate func move(to here: Home, _ begin: (inout Move) -> Void) {
    // A call on this thread may hold a part of the graph; other threads may not.
    var move = Move(to: here, isIdle: unsafe evaluation == nil && batchDepth == 0 && !isFlushing)
    begin(&move)
    move.finish()
  }
}

/// Moves all connected nodes and lists of observers.
struct Move {
  private let here: Home
  private let isIdle: Bool
  private var nodes: [NodeRef] = []
  private var lists: [ObserverStorage] = []
  /// Released after the move, since releasing may run any code.
  private var kept: [AnyObject] = []
  private var attachments: [any NodeAttachment] = []

  fileprivate init(to here: Home, isIdle: Bool) {
    self.here = here
    self.isIdle = isIdle
  }

  mutating func visit(_ node: NodeRef) {
    if node.home == here { return }
    node.home = here
    nodes.append(node)
  }

  /// An observing object, possibly a node or a stream.
  mutating func visit(owner: AnyObject) {
    kept.append(owner)
    if let node = owner as? ReactiveNode {
      visit(node.node)
    } else if let stream = owner as? any Upstream {
      visit(stream.followers)
    }
  }

  mutating func visit(_ list: ObserverStorage) {
    if let node = list.node { visit(node) } else { take(list) }
  }

  private mutating func take(_ list: ObserverStorage) {
    if list.home == here { return }
    list.home = here
    list.hasMoved = true
    lists.append(list)
    kept.append(list)
  }

  fileprivate mutating func finish() {
    while true {
      if let node = nodes.popLast() { leave(node) } else if let list = lists.popLast() { leave(list) } else { break }
    }
    let (kept, attachments) = (kept, attachments)
    self.kept = []
    self.attachments = []
    for attachment in attachments { attachment.nodeHasMoved() }
    withExtendedLifetime(kept) {}
  }

  private mutating func leave(_ node: NodeRef) {
    if isIdle && !node.flags.isDisjoint(with: .inFlight) { Context.current.stopInFlightElsewhere(node) }
    var link = node.subs
    while let present = link {
      visit(present.sub)
      link = present.nextSub
    }
    link = node.deps
    while let present = link {
      if let dep = present.dep { visit(dep) }
      link = present.nextDep
    }
    if !node.flags.isDisjoint(with: [.reaction, .scope]) { node.forEachRelative { visit($0) } }
    if case let list?? = node.withSideTable({ $0.observers }) { take(list) }
    if case let attachment?? = node.withSideTable({ $0.attachment }) { attachments.append(attachment) }
    // It may be ending on another thread.
    if node.flags.contains(.following), let object = node.tryRetain() {
      kept.append(object)
      if let follower = object as? any Follower { visitSources(of: follower) }
    }
  }

  /// Continues with the source's dependents and dependencies.
  private mutating func leave(_ list: ObserverStorage) {
    MovedObservers.note(list, in: here)
    list.forEachEntry { if $0.serial != 0 { $0.takeFollowers(along: &self) } }
    if let stream = list.upstream {
      kept.append(stream)
      visitSources(of: stream)
    }
  }

  private mutating func visitSources(of follower: any Follower) {
    follower.forEachObserver { subscription in
      guard let list = subscription.entry.linked?.list else { return }
      kept.append(list)
      visit(list)
    }
  }
}

/// An object that observes lists and emits or holds their payloads: a derived stream, or a behavior that holds the last
/// payload.
@usableFromInline
package protocol Follower: AnyObject {
  func forEachObserver(_ body: (Subscription) -> Void)
}

extension ReactiveNode {
  /// Moves the node and its graph here.
  @usableFromInline package final func moveHere() { node.moveHere() }
}

/// The homes of observers that have moved to another isolation since they subscribed.
///
/// A token's holder may end anywhere. It cannot reach the list through the observer, since another thread may be using
/// or ending the list. It looks up the observer's address here instead. Observers that have not moved are not here, and
/// cost nothing.
enum MovedObservers {
  private static let homes = Locked<[ObjectIdentifier: Home]>([:])
  private static let isAny = AtomicFlag()

  fileprivate static func note(_ list: ObserverStorage, in home: Home) {
    homes.withLock { homes in
      list.forEachEntry { if $0.serial != 0 { homes[ObjectIdentifier($0)] = home } }
    }
    isAny.isRaised = true
  }

  /// Call before unlinking an entry: another one may later have its address.
  static func forget(_ entry: ObserverEntry) {
    homes.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(entry)) }
  }

  static var areThereAny: Bool { isAny.isRaised }

  /// Where this entry's source is used, if it has moved since subscribing. Nil also for an unlinked entry.
  static func home(of entry: ObserverEntry) -> Home? {
    guard isAny.isRaised, let linked = entry.linked else { return nil }
    return homes.withLock { $0[ObjectIdentifier(linked)] }
  }
}

extension ObserverStorage {
  @inline(never)
  func move(to here: Home) { Context.current.move(to: here) { $0.visit(self) } }
}

extension NodeRef {
  @inline(__always)
  func moveHere() {
    settleIn()
    let context = Context.current
    if !context.isKnownHome(home) { context.checkHome(of: self) }
  }

  fileprivate(set) var home: Home {
    @inline(__always) get { unsafe object._withUnsafeGuaranteedRef { $0.home } }
    nonmutating set { unsafe object._withUnsafeGuaranteedRef { $0.home = newValue } }
  }
}
