/// Makes one node depend on many others, at a cost proportional to the changes.
///
/// Hubs lie between them, so that a run need not follow all nodes. Each hub follows 32 nodes or other hubs. It runs
/// when one changes, and records the places of changed nodes.
@usableFromInline
package final class FollowTree {
  private struct Member {
    var reference = Reference.none
    /// The stamp of the last recorded change; nil if an open batch may revert it.
    var stamp: ChangeStamp?
  }
  private enum Reference {
    case none
    case kept(ReactiveNode)
    case held(WeakNode)
  }
  private final class WeakNode {
    weak var node: ReactiveNode?
    init(_ node: ReactiveNode) { self.node = node }
  }
  private static let fanOut = 32

  // Fields used by each edit are exclusivity-unchecked: no user code runs during an access.

  /// The node that messages name.
  @usableFromInline package let origin: ReactiveNode
  /// By place.
  @safe @exclusivity(unchecked) private var members: ContiguousArray<Member> = []
  /// The first level follows members; the last level is one hub.
  @safe @exclusivity(unchecked) private var levels: ContiguousArray<ContiguousArray<Behavior<Int>>> = []
  /// By first-level hub, the number of its last change.
  private var found: ContiguousArray<Int> = []
  private var changes = 0
  /// First-level hubs whose members were replaced.
  @safe @exclusivity(unchecked) private var outdated: [Int] = []
  /// Replaced nodes that hubs still follow.
  private var dropped: [ReactiveNode] = []
  private var isRebuilding = false
  @safe @exclusivity(unchecked) private var changed: [Int] = []

  /// Whether one change makes the dependent let go of this tree, and find out anew what it reads.
  ///
  /// Hubs then follow nothing behind a change, since it may be the reason that the rest is no longer read. A dependent
  /// that inherits a hub's dependencies also keeps the nodes that the hub keeps.
  private let endsWithChange: Bool

  @usableFromInline
  package init(of origin: ReactiveNode, endingWithChange endsWithChange: Bool = false) {
    self.origin = origin
    self.endsWithChange = endsWithChange
  }

  @usableFromInline
  package func node(at place: Int) -> ReactiveNode? {
    if place >= members.count { return nil }
    switch members[place].reference {
    case .none: return nil
    case .kept(let node): return node
    case .held(let held): return held.node
    }
  }

  /// Sets or clears the node at a place. The next ``follow()`` follows it and releases the old one.
  @usableFromInline
  package func set(_ node: ReactiveNode?, at place: Int) {
    let old = self.node(at: place)
    if old === node { return }
    put(node.map { .kept($0) } ?? .none, stamp: node.flatMap { $0.isInBatch ? nil : ChangeStamp(of: $0) }, at: place)
    if let old { dropped.append(old) }
  }

  private func put(_ reference: Reference, stamp: ChangeStamp?, at place: Int) {
    if place >= members.count {
      members.append(contentsOf: repeatElement(Member(), count: place + 1 - members.count))
    }
    members[place] = Member(reference: reference, stamp: stamp)
    let hub = place / Self.fanOut
    if outdated.last != hub { outdated.append(hub) }
  }

  /// Adds a node, which was read when it had `stamp`. Returns its place.
  func add(_ node: ReactiveNode, isKept: Bool, stamp: ChangeStamp?) -> Int {
    let place = members.count
    put(isKept ? .kept(node) : .held(WeakNode(node)), stamp: stamp, at: place)
    return place
  }

  /// Keeps the node at a place from here on.
  func keep(at place: Int) {
    guard case .held(let held) = members[place].reference, let node = held.node else { return }
    put(.kept(node), stamp: members[place].stamp, at: place)
  }

  /// The node counts as changed in the next ``follow()``.
  func outdate(at place: Int) {
    members[place].stamp = nil
    outdated.append(place / Self.fanOut)
  }

  /// What ``follow()`` follows.
  var root: NodeRef? { levels.last?.first?.node }

  /// The node is up to date and its change is known. Follows it if it is linked to other nodes.
  @inlinable @inline(__always)
  package func note(_ node: ReactiveNode, at place: Int) {
    if node.deps != nil || node.subs != nil { confirm(node, at: place) }
  }

  @usableFromInline
  func confirm(_ node: ReactiveNode, at place: Int) {
    if self.node(at: place) !== node {
      if node.deps != nil { set(node, at: place) }
      return
    }
    members[place].stamp = node.isInBatch ? nil : ChangeStamp(of: node)
    // The hub has read this version, so it need not run.
    let index = place / Self.fanOut
    guard let first = levels.first, index < first.count else { return }
    let hub = first[index].node
    var link = node.subs
    while let present = link {
      if present.sub == hub { present.version = node.version }
      link = present.nextSub
    }
  }

  /// Makes the evaluation on top depend on all nodes.
  @usableFromInline
  package func follow() {
    release()
    levels.last?.first?.follow()
  }

  /// Like ``follow()``, for another dependent, which must not find changes before the first: follows new nodes themselves.
  func followAsItIs() {
    levels.last?.first?.follow()
    for hub in Self.unique(outdated) {
      for place in hub * Self.fanOut..<(hub + 1) * Self.fanOut { node(at: place)?.follow() }
    }
  }

  /// Brings all nodes up to date, without making an evaluation depend on them. Returns whether one has changed since it
  /// was read.
  func findChange() -> Bool {
    if changed.isEmpty { _ = levels.last?.first?.peek() }
    // New nodes last: they were read behind the others.
    if changed.isEmpty { release() }
    return !changed.isEmpty
  }

  /// Releases nodes that are no longer followed.
  @usableFromInline
  package func release() { if !outdated.isEmpty { rebuild() } }

  /// The places whose nodes changed since the last call.
  @usableFromInline
  package func takeChanged() -> [Int] {
    if changed.isEmpty { return [] }
    defer { changed = [] }
    return changed
  }

  private static func unique(_ hubs: [Int]) -> [Int] {
    if hubs.count == 1 { return hubs }
    var all: [Int] = []
    for hub in hubs.sorted() where all.last != hub { all.append(hub) }
    return all
  }

  /// Makes missing hubs, and updates outdated ones.
  ///
  /// Hubs record changes here but keep their values: the run that causes a rebuild must not become outdated by it.
  private func rebuild() {
    isRebuilding = true
    var hubs = Self.unique(outdated)
    outdated = []
    var level = 0
    while !hubs.isEmpty {
      if level == levels.count { levels.append([]) }
      var parents: [Int] = []
      for index in hubs {
        while levels[level].count <= index {
          let new = levels[level].count
          levels[level].append(makeHub(level, new))
          if level == 0 { found.append(0) }
          if parents.last != new / Self.fanOut { parents.append(new / Self.fanOut) }
        }
        let hub = levels[level][index]
        hub.invalidate(.alone)
        _ = hub.peek()
      }
      hubs = levels[level].count > 1 ? parents : []
      level += 1
    }
    isRebuilding = false
    // Releasing a node may run user code.
    let ended = dropped
    dropped = []
    withExtendedLifetime(ended) {}
  }

  private func makeHub(_ level: Int, _ index: Int) -> Behavior<Int> {
    Computed(.equal(), of: origin, as: "") { [weak self] evaluation in
      guard let self else { return 0 }
      return level == 0 ? followMembers(of: index) : followHubs(level - 1, of: index, in: evaluation)
    }
  }

  // Following a node may run user code: no access is open, no index is trusted.

  private func followMembers(of hub: Int) -> Int {
    if endsWithChange && !changed.isEmpty { return found[hub] }
    var hasChanged = false
    for place in hub * Self.fanOut..<(hub + 1) * Self.fanOut {
      if !follow(at: place) { continue }
      changed.append(place)
      hasChanged = true
      if endsWithChange { break }
    }
    if hasChanged && !isRebuilding {
      changes += 1
      found[hub] = changes
    }
    return found[hub]
  }

  /// Returns whether the node at the place has changed or, if it is not kept, has ended.
  private func follow(at place: Int) -> Bool {
    guard let node = node(at: place) else { return hasEnded(at: place) }
    node.follow()
    if endsWithChange, case .kept = members[place].reference { Context.keepInEvaluation(node) }
    if self.node(at: place) !== node { return false }
    // In an open batch, its stamp may be that of an earlier duplicate.
    let stamp = node.isInBatch ? nil : ChangeStamp(of: node)
    let hasChanged = stamp == nil || stamp != members[place].stamp
    members[place].stamp = stamp
    return hasChanged
  }

  private func hasEnded(at place: Int) -> Bool {
    if place < members.count, case .held = members[place].reference { return true }
    return false
  }

  private func followHubs(_ level: Int, of hub: Int, in evaluation: EvaluationRef) -> Int {
    var last = 0
    for index in hub * Self.fanOut..<(hub + 1) * Self.fanOut where index < levels[level].count {
      last = max(last, levels[level][index].read(in: evaluation))
      if endsWithChange && !changed.isEmpty { return changes }
    }
    return last
  }
}
