// Unsafe: addresses of nodes as keys, and a look at the evaluation on top; both only within one call.
//
// Invalidation without a link: something that a node reads without depending on it has changed, or is about to.

/// What an invalidation reaches.
@frozen
@usableFromInline
package enum Invalidation {
  /// The node and what depends on it. Observers and effects are notified if the value changes: now, or when the open batch
  /// has ended.
  case notifying
  /// As `notifying`. The end of an open batch also tests whether the value is back where it began, which is no change.
  case reversibly
  /// The node, and dependents that lead to no observer. Nothing is notified. What leads to an observer is left
  /// unmarked, because everything marked and observed is queued. For a change announced before it is made.
  case silently
  /// The node alone: nothing depends on it, or it runs.
  case alone
  /// As `alone`, for a node that runs. Does nothing if another evaluation reads it, which will depend on it.
  case unlessRead
  /// As `alone`. The node forgets what it read in its last run, but for what it read first. Does nothing if it has run
  /// since something that it read has changed. For a derivation whose first read decides what else it reads, after that
  /// has changed: otherwise it would keep links to nodes that it no longer needs until it is read.
  case forgettingReads
  /// Only the dependents. The node is running, and its run yields a new value that nothing has announced.
  case dependents
}

extension ReactiveNode {
  /// The node must run before its value is used again. With `notifying` and `reversibly` it stops if the node runs now.
  @inlinable @inline(__always)
  package final func invalidate(_ invalidation: Invalidation) {
    switch invalidation {
    case .notifying: invalidateAndNotify(isReversible: false)
    case .reversibly: invalidateAndNotify(isReversible: true)
    case .silently: invalidateSilently()
    case .alone: flags.insert(.dirty)
    case .unlessRead: if !Context.isReadByEvaluation { flags.insert(.dirty) }
    case .forgettingReads: forgetReads()
    case .dependents: invalidateDependents()
    }
  }

  @usableFromInline
  final func invalidateAndNotify(isReversible: Bool) {
    let context = Context.current
    if flags.contains(.running) { context.refuseUse(of: node) }
    if context.batchDepth > 0 {
      if isReversible { context.keepSnapshots(from: node) } else { context.keepSnapshots() }
    }
    flags.insert(.dirty)
    if isWatched { markDependents(in: context) }
    context.flush()
  }

  @usableFromInline
  final func invalidateDependents() {
    let context = Context.current
    if context.batchDepth > 0 { context.keepSnapshots(from: node) }
    markDependents(in: context)
  }

  @usableFromInline
  final func forgetReads() {
    // A run or a verification on the stack follows these links, and replaces them at its end.
    if flags.isDisjoint(with: .marked) || !flags.isDisjoint(with: [.running, .verifying]) { return }
    guard let first = deps, let rest = first.nextDep else { return }
    // The suspect may be among the links that are removed.
    flags.insert(.dirty)
    first.nextDep = nil
    Context.current.detach(rest)
    if flags.contains(.counted) { settleLiveness() }
  }

  @usableFromInline
  final func invalidateSilently() {
    flags.insert(.dirty)
    guard subs != nil else { return }
    let context = Context.current
    let places = placesBelow()
    var links = places.values.compactMap(\.first)
    if let subs { links.append(subs) }
    for first in links {
      var next: LinkRef? = first
      while let link = next {
        let sub = link.sub
        if places[sub.key]?.leadsToObserver == false { _ = context.markDependent(sub, at: link, queues: false) }
        next = link.nextSub
      }
    }
  }

  private final func markDependents(in context: Context) {
    if flags.contains(.observed) { context.enqueue(node) }
    if let subs { context.mark(subs) }
  }

  /// Everything that depends on it, near or far, with its own first dependent.
  private final func placesBelow() -> [UInt: (first: LinkRef?, leadsToObserver: Bool)] {
    var places: [UInt: (first: LinkRef?, leadsToObserver: Bool)] = [:]
    // Depth first, without recursion: a node is done when all below it are.
    var path: [(node: NodeRef, next: LinkRef?, leadsToObserver: Bool)] = [(node, subs, false)]
    while var top = path.popLast() {
      if let link = top.next {
        let sub = link.sub
        top.next = link.nextSub
        let isEnd = !sub.flags.isDisjoint(with: [.observed, .reaction])
        let seenVersion = places[sub.key]?.leadsToObserver
        top.leadsToObserver = top.leadsToObserver || isEnd || seenVersion == true
        path.append(top)
        if isEnd || seenVersion != nil { continue }
        // Nothing is queued, so what is marked already leads to no observer, and all below it is marked, too.
        if sub.flags.isDisjoint(with: .marked) {
          path.append((sub, sub.subs, false))
        } else {
          places[sub.key] = (nil, false)
        }
      } else if let last = path.indices.last {
        places[top.node.key] = (top.node.subs, top.leadsToObserver)
        path[last].leadsToObserver = path[last].leadsToObserver || top.leadsToObserver
      }
    }
    return places
  }
}

extension Context {
  /// Whether what is evaluated now is read by another evaluation, which will depend on it.
  @usableFromInline static var isReadByEvaluation: Bool {
    unsafe currentEvaluation?.pointee.outer?.pointee.sub != nil
  }
}

extension NodeRef {
  fileprivate var key: UInt { unsafe UInt(bitPattern: address) }
}
