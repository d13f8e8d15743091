/// Makes one node depend on many, which come and go, at the cost of what has changed.
///
/// A node that read all of them itself would follow all of them in each run. Between them and it lie hubs, each of which
/// follows 32: nodes, or other hubs. A hub runs when one of them has changed, and puts down the places of those that have.
@usableFromInline
package final class FollowTree {
  private struct Member {
    var node: ReactiveNode?
    /// What it was when its change was put down last; nil if an open batch may take that back.
    var stamp: ChangeStamp?
  }
  private static let fanOut = 32

  /// What the hubs are called by in messages.
  private let origin: ReactiveNode
  /// By place.
  private var members: ContiguousArray<Member> = []
  /// Those that follow members first. The last level is one hub.
  private var levels: ContiguousArray<ContiguousArray<Behavior<Int>>> = []
  /// Of the hubs that follow members: which change they have found last.
  private var found: ContiguousArray<Int> = []
  private var changes = 0
  /// Hubs whose members are others than those that they follow.
  private var outdated: [Int] = []
  /// Nodes that hubs follow still.
  private var dropped: [ReactiveNode] = []
  private var isRebuilding = false
  private var changed: [Int] = []

  @usableFromInline
  package init(of origin: ReactiveNode) { self.origin = origin }

  /// The node at a place, if there is one.
  @usableFromInline
  package func node(at place: Int) -> ReactiveNode? { place < members.count ? members[place].node : nil }

  /// Puts a node, or none, at a place. It is followed, and what was there released, from the next ``follow()`` on.
  @usableFromInline
  package func set(_ node: ReactiveNode?, at place: Int) {
    let old = self.node(at: place)
    if old === node { return }
    if place >= members.count {
      members.append(contentsOf: repeatElement(Member(), count: place + 1 - members.count))
    }
    members[place].node = node
    members[place].stamp = node.flatMap { $0.isInBatch ? nil : ChangeStamp(of: $0) }
    if let old { dropped.append(old) }
    let hub = place / Self.fanOut
    if outdated.last != hub { outdated.append(hub) }
  }

  /// The node at this place has been brought up to date, and its change is known. If it depends on anything, it is followed.
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
    // The hub need not run for what is known: it has read this version.
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

  /// Lets go of the nodes that are followed no more.
  @usableFromInline
  package func release() { if !outdated.isEmpty { rebuild() } }

  /// The places whose nodes have changed since they were asked for last.
  @usableFromInline
  package func takeChanged() -> [Int] {
    if changed.isEmpty { return [] }
    defer { changed = [] }
    return changed
  }

  /// Lets the hubs whose members are others follow these, and makes hubs that are missing.
  ///
  /// What runs the tree's user is not to be found changed by it once more: hubs put down what they find, and stay as they are.
  private func rebuild() {
    isRebuilding = true
    var hubs = outdated
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
    // Their ends may run functions of the user's.
    let ended = dropped
    dropped = []
    withExtendedLifetime(ended) {}
  }

  private func makeHub(_ level: Int, _ index: Int) -> Behavior<Int> {
    Computed(.equal(), of: origin) { [weak self] evaluation in
      guard let self else { return 0 }
      return level == 0 ? followMembers(of: index) : followHubs(level - 1, of: index, in: evaluation)
    }
  }

  // What is followed may run functions of the user's, which may do anything: no access is held, and no index is trusted.

  private func followMembers(of hub: Int) -> Int {
    var hasChanged = false
    for place in hub * Self.fanOut..<(hub + 1) * Self.fanOut {
      guard let node = node(at: place) else { continue }
      node.follow()
      if self.node(at: place) !== node { continue }
      let stamp = ChangeStamp(of: node)
      if stamp != members[place].stamp {
        changed.append(place)
        hasChanged = true
      }
      members[place].stamp = node.isInBatch ? nil : stamp
    }
    if hasChanged && !isRebuilding {
      changes += 1
      found[hub] = changes
    }
    return found[hub]
  }

  private func followHubs(_ level: Int, of hub: Int, in evaluation: EvaluationRef) -> Int {
    var last = 0
    for index in hub * Self.fanOut..<(hub + 1) * Self.fanOut where index < levels[level].count {
      last = max(last, levels[level][index].read(in: evaluation))
    }
    return last
  }
}
