// Unsafe: walks along links by address, in debug builds.
//
// Invariant: no user code runs during the walk, so no node is deallocated and no link is freed. Between walks, nodes
// are held weakly.
//
// The invariants of the graph on an idle thread. The table in Docs/Design/kernel.md lists what maintains each.

#if DEBUG
#if canImport(Darwin)
internal import Darwin
#elseif canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Android)
internal import Android
#endif

/// The nodes run or notified since the thread was last idle. Not those of an earlier operation: since then, their graph
/// may have been sent to another isolation.
struct InvariantChecks {
  struct Touched { weak var node: ReactiveNode? }

  /// Enabled for all threads by the environment variable `REACTIVE_CHECK_INVARIANTS`, for one by
  /// `Kernel.checkingInvariants`.
  var isOn = unsafe getenv("REACTIVE_CHECK_INVARIANTS") != nil
  var isChecking = false
  var touched: [Touched] = []
  /// To keep long tests short, only each 100th is checked after 5,000 flushes of a thread, and after 1,000 other
  /// operations; for those of large graphs, only each 1,000th after 500,000 visited links.
  var flushes = 0
  var others = 0
  var visitedLinks = 0
  var isCheckingFlushes: Bool { isChecked(flushes, of: 5_000) }
  var isCheckingOthers: Bool { isChecked(others, of: 1_000) }

  private func isChecked(_ number: Int, of limit: Int) -> Bool {
    visitedLinks < 500_000 ? number < limit || number % 100 == 0 : number % 1_000 == 0
  }

  static let touchedLimit = 64
  /// The limits of one check.
  static let nodeLimit = 500
  static let linkLimit = 50_000
  /// The part of a list that is checked.
  static let listLimit = 2_000
}

extension Context {
  func noteTouched(_ node: NodeRef) {
    // `independently` is part of the work around it, and checked with it.
    if let outer { return outer.noteTouched(node) }
    guard unsafe raw.pointee.invariants.isOn,
      unsafe raw.pointee.invariants.touched.count < InvariantChecks.touchedLimit,
      unsafe isFlushing || raw.pointee.invariants.isCheckingOthers
    else { return }
    guard let node = node.tryRetain() else { return }
    unsafe raw.pointee.invariants.touched.append(InvariantChecks.Touched(node: node))
  }

  /// Stops if an invariant is violated at the end of a flush, of an outermost batch or of an outermost read that runs
  /// nodes.
  @usableFromInline
  func checkInvariants(afterFlush: Bool = false) {
    guard unsafe raw.pointee.invariants.isOn, isIdle, unsafe evaluation == nil, outer == nil,
      unsafe !raw.pointee.invariants.isChecking
    else { return }
    unsafe raw.pointee.invariants.isChecking = true
    var touched: [InvariantChecks.Touched] = []
    unsafe swap(&touched, &raw.pointee.invariants.touched)
    let isChecked: Bool
    if afterFlush {
      unsafe raw.pointee.invariants.flushes += 1
      isChecked = unsafe raw.pointee.invariants.isCheckingFlushes
    } else {
      unsafe raw.pointee.invariants.others += 1
      isChecked = !touched.isEmpty
    }
    if isChecked {
      // The actor of a foreign node may be using it on another thread.
      let nodes = touched.compactMap(\.node).filter { !$0.isolation.isForeign }
      var check = GraphCheck(in: self)
      let violations = check.findViolations(from: nodes)
      if let first = violations.first {
        stop("an invariant of the graph does not hold: \(first). This is a fault of this library: report it.")
      }
      unsafe raw.pointee.invariants.visitedLinks += check.visitedLinks
      withExtendedLifetime(nodes) {}
    }
    unsafe raw.pointee.invariants.isChecking = false
  }
}

extension Kernel {
  /// Checks the touched nodes whenever this thread is idle.
  package static func checkingInvariants<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    let context = Context.ready
    let wasOn = unsafe context.raw.pointee.invariants.isOn
    unsafe context.raw.pointee.invariants.isOn = true
    defer { unsafe context.raw.pointee.invariants.isOn = wasOn }
    try body()
  }

  /// The violations in this idle thread, and in everything connected to `nodes`.
  package static func violations(from nodes: [ReactiveNode]) -> [String] {
    var check = GraphCheck(in: .ready)
    return check.findViolations(from: nodes)
  }
}

private struct GraphCheck {
  private let context: Context
  private var violations: [String] = []
  private var pending: [NodeRef] = []
  private var seen: Set<UInt> = []
  private var dependencies = WalkedLists(from: { $0.deps }, next: { $0.nextDep })
  private var dependents = WalkedLists(from: { $0.subs }, next: { $0.nextSub })
  private var checkedLinks = 0
  var visitedLinks: Int { checkedLinks + dependencies.visitedLinks + dependents.visitedLinks }

  init(in context: Context) { self.context = context }

  mutating func findViolations(from nodes: [ReactiveNode]) -> [String] {
    checkContext()
    for node in nodes { visit(node.node) }
    while let node = pending.popLast(), seen.count < InvariantChecks.nodeLimit,
      visitedLinks < InvariantChecks.linkLimit
    {
      checkLinks(of: node)
      checkState(of: node)
      if let member = node.tryRetain() as? ScopeMember, let violation = member.ownershipViolation {
        violations.append(violation)
      }
    }
    return violations
  }

  private mutating func visit(_ node: NodeRef) {
    if seen.insert(node.key).inserted { pending.append(node) }
  }

  private mutating func expect(_ holds: Bool, _ node: NodeRef, _ violation: @autoclosure () -> String) {
    if !holds { violations.append("\(node.shownLabel) \(violation())") }
  }

  /// Between outside calls, the context is empty.
  private mutating func checkContext() {
    let fields = unsafe context.raw
    let leftovers = unsafe [
      ("an evaluation", fields.pointee.evaluation == nil), ("an open batch", fields.pointee.batchDepth == 0),
      ("a flush", !fields.pointee.isFlushing), ("the flush queue", fields.pointee.queue.isEmpty),
      ("marks", fields.pointee.marks.count == 0), ("the path of a verification", fields.pointee.path.count == 0),
      ("a snapshot", fields.pointee.snapshots.words.count == 0 && fields.pointee.snapshots.records.count == 0),
      ("an object to release", context.pendingWork.isDisjoint(with: .releases)),
    ]
    for (name, isGone) in leftovers where !isGone { violations.append("the idle thread still has \(name)") }
  }

  /// Each link is in both lists, or in one if its dependency has been deallocated.
  private mutating func checkLinks(of node: NodeRef) {
    var link = node.deps
    var count = 0
    while let present = link, count < InvariantChecks.listLimit {
      expect(present.sub == node, node, "has the link of another node among its dependencies")
      if let dep = present.dep {
        visit(dep)
        let isListed = dependents.contains(present, of: dep)
        expect(isListed, node, "reads \(dep.shownLabel), which does not list it as a dependent")
      }
      link = present.nextDep
      count += 1
    }
    checkedLinks += count
    link = node.subs
    count = 0
    while let present = link, count < InvariantChecks.listLimit {
      visit(present.sub)
      expect(present.dep == node, node, "lists a link to another node among its dependents")
      let isRead = dependencies.contains(present, of: present.sub)
      expect(isRead, node, "lists \(present.sub.shownLabel), which does not read it, as a dependent")
      let next = present.nextSub
      expect((next ?? node.subs)?.previousSub == present, node, "has a list of dependents that is torn")
      link = next
      count += 1
    }
    checkedLinks += count
  }

  /// The flags agree with the links and with the thread.
  private mutating func checkState(of node: NodeRef) {
    let flags = node.flags
    expect(flags.isDisjoint(with: [.running, .verifying, .hasSnapshot]), node, "is in the midst of something")
    expect(!flags.contains(.queued), node, "is queued, and the queue is empty")
    if flags.contains(.ended) {
      expect(node.deps == nil, node, "has ended and still reads something")
      return
    }
    if flags.contains(.counted) { expect(node.hasRightCount, node, "counts its live dependents wrongly") }
    // Being deallocated on another thread, the node gets no further turn.
    if node.isDying(in: context) { return }
    if flags.isDisjoint(with: .marked) {
      let isKnown = !node.hasOutdatedRead || (node.isStandIn && node.hasOnlyDirtyDependents)
      expect(isKnown, node, "is not marked, though something that it read has changed")
    }
    if flags.contains(.pending) && flags.isDisjoint(with: [.dirty, .manyPending]) {
      let isRead = node.suspect.map { dependencies.contains($0, of: node) } ?? false
      expect(isRead, node, "suspects what it does not read")
    }
    if flags.contains(.pending) && !flags.isDisjoint(with: [.observed, .reaction]) {
      expect(node.hasPostponedTurn, node, "is marked, and has no turn to come")
    }
  }
}

/// One of the two lists of each node, walked once in a check.
private struct WalkedLists {
  private let first: (NodeRef) -> LinkRef?
  private let next: (LinkRef) -> LinkRef?
  private var known: [UInt: (links: Set<UInt>, isWhole: Bool)] = [:]
  private(set) var visitedLinks = 0

  init(from first: @escaping (NodeRef) -> LinkRef?, next: @escaping (LinkRef) -> LinkRef?) {
    self.first = first
    self.next = next
  }

  /// Whether the node's list has the link. What lies beyond the limit is assumed correct.
  mutating func contains(_ link: LinkRef, of node: NodeRef) -> Bool {
    let list = known[node.key] ?? walk(node)
    return list.links.contains(link.key) || !list.isWhole
  }

  private mutating func walk(_ node: NodeRef) -> (links: Set<UInt>, isWhole: Bool) {
    var links: Set<UInt> = []
    var link = first(node)
    var count = 0
    while let present = link, count < InvariantChecks.listLimit {
      links.insert(present.key)
      link = next(present)
      count += 1
    }
    visitedLinks += count
    known[node.key] = (links, link == nil)
    return (links, link == nil)
  }
}

extension LinkRef {
  fileprivate var key: UInt { unsafe UInt(bitPattern: pointer) }
}

extension NodeRef {
  fileprivate var shownLabel: String { isStandIn ? "a stand-in" : retained.label }

  fileprivate var key: UInt { unsafe UInt(bitPattern: address) }

  /// Whether the last recorded version of a dependency is outdated.
  fileprivate var hasOutdatedRead: Bool {
    var isOutdated: [UInt: Bool] = [:]
    var link = deps
    var count = 0
    while let present = link, count < InvariantChecks.listLimit {
      if let dep = present.dep { isOutdated[dep.key] = present.isOutdated }
      link = present.nextDep
      count += 1
    }
    return isOutdated.values.contains(true)
  }

  /// Whether all dependents run before their values are used, as with a stand-in of a derivation that was deallocated
  /// while outdated.
  fileprivate var hasOnlyDirtyDependents: Bool {
    var link = subs
    while let present = link {
      if !present.sub.flags.contains(.dirty) { return false }
      link = present.nextSub
    }
    return true
  }

  /// Whether a turn is deferred by a pause, a runtime that is flushed manually, or an owning effect.
  fileprivate var hasPostponedTurn: Bool {
    flags.contains(.reaction) && (withSideTable { $0.hooks }.flatMap { $0 }?.hasTurnToCome ?? false)
  }
}
#else
extension Context {
  @inlinable @inline(__always)
  func noteTouched(_: NodeRef) {}
  @inlinable @inline(__always)
  func checkInvariants(afterFlush: Bool = false) {}
}
#endif
