// Unsafe: nodes by address, while none of them can die.
//
// A graph may be sent to another isolation: the compiler has checked that nothing is kept of it where it was. Its nodes
// learn of it at their first use. Invariant: all nodes that are linked or own each other have one home, or have been sent
// and not been used.

extension Context {
  /// Whether a node is known to be used where it is at home, without a question to Swift's runtime.
  @inlinable @inline(__always)
  func isAtHome(_ node: ReactiveNode) -> Bool { unsafe node.home == .main && raw.pointee.isInitialThread }

  /// A node that something points at is used here. If it was used elsewhere before, its graph was sent.
  @usableFromInline @inline(never)
  func checkHome(of node: NodeRef) {
    if node.home == .unset { return }
    let here = home
    if node.home != here { move(node, to: here) }
  }

  /// The graph of `node` is used here from now on. Cost: about 30 ns a node, once.
  @inline(never)
  private func move(_ node: NodeRef, to here: Home) {
    // A call on this thread may hold a part of the graph. No other thread may.
    let isIdle = unsafe evaluation == nil && batchDepth == 0 && !isFlushing
    var waiting = [node]
    node.home = here
    while let node = waiting.popLast() {
      if isIdle && !node.flags.isDisjoint(with: .inFlight) { stopInFlightElsewhere(node) }
      func visit(_ other: NodeRef) {
        if other.home == here { return }
        other.home = here
        waiting.append(other)
      }
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
      if !node.flags.isDisjoint(with: [.reaction, .scope]) { node.forEachRelative(visit) }
      node.withSideTable { $0.observers?.move(to: here) }
    }
  }
}

extension ReactiveNode {
  /// It is used here from now on, and so is its graph.
  @usableFromInline package final func moveHere() { node.moveHere() }
}

/// Where observers are, whose source is used in another isolation than the one in which they subscribed.
///
/// What holds a token may end anywhere. It cannot ask the observer for its list, which another thread may be using, or
/// ending. So it looks the observer up here, by its address, until that has ended. Observers whose list has not moved since
/// are not here, and cost nothing.
enum MovedObservers {
  private static let homes = Locked<[ObjectIdentifier: Home]>([:])
  private static let isAny = AtomicFlag()

  fileprivate static func note(_ entry: ObserverEntry, in home: Home) {
    homes.withLock { $0[ObjectIdentifier(entry)] = home }
    isAny.isRaised = true
  }

  fileprivate static func forget(_ entry: ObserverEntry) {
    homes.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(entry)) }
  }

  /// Whether any has ever moved.
  static var areThereAny: Bool { isAny.isRaised }

  /// Where the source of this entry is used, if it has moved since. Nil also for an entry that has ended.
  static func home(of entry: ObserverEntry) -> Home? {
    guard isAny.isRaised, let linked = entry.linked else { return nil }
    return homes.withLock { $0[ObjectIdentifier(linked)] }
  }
}

extension ObserverStorage {
  /// It is used in another isolation from now on.
  func move(to here: Home) {
    home = here
    hasMoved = true
    var present = first
    while let entry = unsafe present {
      unsafe entry._withUnsafeGuaranteedRef { object in
        if object.serial != 0 { MovedObservers.note(object, in: here) }
        unsafe present = object.next
      }
    }
  }

  /// Marks an entry dead. It lies in the list until that is swept.
  @inline(__always)
  func letGo(_ entry: ObserverEntry) {
    entry.serial = 0
    entry.chain = nil
    if hasMoved { MovedObservers.forget(entry) }
  }
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
