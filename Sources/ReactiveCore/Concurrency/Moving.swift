// Unsafe: nodes and lists of observers by address, while their graph is used here.
//
// A graph may be sent to another isolation: the compiler has checked that nothing is kept of it where it was. Its nodes
// learn of it at their first use. Invariant: all nodes and lists of observers that are connected have one home, or have been sent
// and not been used.

extension Context {
  /// Whether a node is known to be used where it is at home, without a question to Swift's runtime.
  @inlinable @inline(__always)
  func isAtHome(_ node: ReactiveNode) -> Bool { isKnownHome(node.home) }

  /// The same of anything with this home.
  @inlinable @inline(__always)
  func isKnownHome(_ home: Home) -> Bool { unsafe home == .main && raw.pointee.isInitialThread }

  /// A node that something points at is used here. If it was used elsewhere before, its graph was sent.
  @usableFromInline @inline(never)
  func checkHome(of node: NodeRef) {
    if node.home == .unset { return }
    let here = home
    if node.home != here { move(to: here) { $0.visit(node) } }
  }

  /// The graph of what `begin` visits is used here from now on. Cost: about 30 ns for each node, and more for
  /// each observer, once.
  @inline(never)
  fileprivate func move(to here: Home, _ begin: (inout Move) -> Void) {
    // A call on this thread may hold a part of the graph. No other thread may.
    var move = Move(to: here, isIdle: unsafe evaluation == nil && batchDepth == 0 && !isFlushing)
    begin(&move)
    move.finish()
  }
}

/// A graph moves: all nodes, and all lists of observers, that are connected.
struct Move {
  private let here: Home
  private let isIdle: Bool
  private var nodes: [NodeRef] = []
  private var lists: [ObserverStorage] = []
  /// What was retained on the way: it is released after the move, since its end may run any code.
  private var kept: [AnyObject] = []

  fileprivate init(to here: Home, isIdle: Bool) {
    self.here = here
    self.isIdle = isIdle
  }

  mutating func visit(_ node: NodeRef) {
    if node.home == here { return }
    node.home = here
    nodes.append(node)
  }

  /// An object that observes, which may be a node or a stream.
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
    let kept = kept
    self.kept = []
    withExtendedLifetime(kept) {}
  }

  /// Goes on to what the node is linked with.
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
    // It may be dying on another thread.
    if node.flags.contains(.following), let object = node.tryRetain() {
      kept.append(object)
      if let follower = object as? any Follower { visitSources(of: follower) }
    }
  }

  /// Goes on to what is made of the list's source, and to what the source is made of.
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
      guard let chain = subscription.entry.linked?.chain, unsafe tryRetain(UnsafeRawPointer(chain.toOpaque())) else {
        return
      }
      let list = unsafe chain.takeRetainedValue()
      kept.append(list)
      visit(list)
    }
  }
}

/// Something that observes lists and emits or holds what they send: a stream that is made of others, a behavior that holds
/// what a stream emits.
@usableFromInline
package protocol Follower: AnyObject {
  /// Calls `body` with each of its observers.
  func forEachObserver(_ body: (Subscription) -> Void)
}

extension ReactiveNode {
  /// It is used here from now on, and so is its graph.
  @usableFromInline package final func moveHere() { node.moveHere() }
}

/// Where observers are, whose source is used in another isolation than the one in which they subscribed.
///
/// What holds a token may end anywhere. It cannot ask the observer for its list, which another thread may be using, or
/// ending. So it looks the observer up here, by its address. Observers whose list has not moved since
/// are not here, and cost nothing.
enum MovedObservers {
  private static let homes = Locked<[ObjectIdentifier: Home]>([:])
  private static let isAny = AtomicFlag()

  fileprivate static func note(_ list: ObserverStorage, in home: Home) {
    homes.withLock { homes in
      list.forEachEntry { if $0.serial != 0 { homes[ObjectIdentifier($0)] = home } }
    }
    isAny.isRaised = true
  }

  /// It is about to be unlinked, so that another entry may lie at its address.
  static func forget(_ entry: ObserverEntry) {
    homes.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(entry)) }
  }

  /// Whether any has ever moved.
  static var areThereAny: Bool { isAny.isRaised }

  /// Where the source of this entry is used, if it has moved since. Nil also for an entry that has been unlinked.
  static func home(of entry: ObserverEntry) -> Home? {
    guard isAny.isRaised, let linked = entry.linked else { return nil }
    return homes.withLock { $0[ObjectIdentifier(linked)] }
  }
}

extension ObserverStorage {
  /// It is used in another isolation from now on, and so is all that is connected with it.
  @inline(never)
  func move(to here: Home) { Context.current.move(to: here) { $0.visit(self) } }
}

extension NodeRef {
  /// It is used here from now on, and so is its graph.
  @inline(__always)
  func moveHere() {
    settleIn()
    let context = Context.current
    if !isAtHome(in: context) { context.checkHome(of: self) }
  }

  @inline(__always)
  func isAtHome(in context: Context) -> Bool { unsafe object._withUnsafeGuaranteedRef { context.isAtHome($0) } }

  fileprivate var home: Home {
    get { unsafe object._withUnsafeGuaranteedRef { $0.home } }
    nonmutating set { unsafe object._withUnsafeGuaranteedRef { $0.home = newValue } }
  }
}
