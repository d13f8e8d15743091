// Unsafe: addresses of nodes as keys, and the innermost evaluation; both are used within one call only.
//
// Invalidation without a link: something that a node reads without depending on it changes.

/// What an invalidation reaches.
@frozen
@usableFromInline
package enum Invalidation {
  /// The node and its dependents. Observers and effects are notified if the value changes: now, or at the end of the
  /// open batch.
  case notifying
  /// Like `notifying`. The end of an open batch also tests whether the value is restored, which is no change.
  case reversibly
  /// Like `reversibly`, though nothing is known to have changed: a dependent that is being verified need not run.
  case forLook
  /// The node, and dependents that lead to no observer, without notifying. Other dependents stay unmarked, because a
  /// marked, observed node is queued. For a change that is announced before it is made.
  case silently
  /// The node alone: it has no dependents, or is running.
  case alone
  /// Like `alone`, for a running node. Does nothing if another evaluation reads it, and so will depend on it.
  case unlessRead
  /// Like `alone`, and drops all dependencies of the last run but the first. Does nothing if the node has run since a
  /// dependency changed.
  ///
  /// For a derivation whose first dependency decides the others: after it changes, obsolete links would stay until the
  /// next read.
  case forgettingReads
  /// The dependents alone. The node is running or has just run, and yields a new value that nothing has announced.
  case dependents
}

extension ReactiveNode {
  /// Makes the node run before its value is used again. With `notifying` and `reversibly`, stops if it is running.
  @inlinable @inline(__always)
  package final func invalidate(_ invalidation: Invalidation) {
    switch invalidation {
    case .notifying: invalidateAndNotify(isReversible: false)
    case .reversibly: invalidateAndNotify(isReversible: true)
    case .forLook: invalidateAndNotify(isReversible: true, isLook: true)
    case .silently: invalidateSilently()
    case .alone: flags.insert(.dirty)
    case .unlessRead: if !Context.isReadByEvaluation { flags.insert(.dirty) }
    case .forgettingReads: forgetReads()
    case .dependents: invalidateDependents()
    }
  }

  @usableFromInline
  final func invalidateAndNotify(isReversible: Bool, isLook: Bool = false) {
    let context = Context.current
    if flags.contains(.running) { context.refuseUse(of: node) }
    if context.batchDepth > 0 {
      if isReversible { context.keepSnapshots(from: node) } else { context.keepSnapshots() }
    }
    flags.insert(.dirty)
    if isWatched { markDependents(in: context, isLook: isLook) }
    context.flush()
  }

  @usableFromInline
  final func invalidateDependents() {
    let context = Context.current
    if context.batchDepth > 0 { context.keepSnapshots(from: node) }
    markDependents(in: context, isLook: true)
  }

  @usableFromInline
  final func forgetReads() {
    // A run or verification on the stack follows these links, and replaces them at its end.
    if flags.isDisjoint(with: .marked) || !flags.isDisjoint(with: [.running, .verifying]) { return }
    guard let first = deps, let rest = first.nextDep else { return }
    // The suspect may be among the removed links.
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

  private final func markDependents(in context: Context, isLook: Bool = false) {
    if flags.contains(.observed) { context.enqueue(node) }
    guard let subs else { return }
    if isLook { context.markForLook(subs) } else { context.mark(subs) }
  }

  /// All direct and indirect dependents, each with its first dependent.
  private final func placesBelow() -> [UInt: (first: LinkRef?, leadsToObserver: Bool)] {
    var places: [UInt: (first: LinkRef?, leadsToObserver: Bool)] = [:]
    // Depth first, without recursion: a node is done after all nodes below it.
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
        // Nothing is queued, so a marked node leads to no observer, and all nodes below it are marked.
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
  /// Whether another evaluation reads the running node, and so will depend on it.
  @usableFromInline static var isReadByEvaluation: Bool {
    unsafe currentEvaluation?.pointee.outer?.pointee.sub != nil
  }
}

extension NodeRef {
  fileprivate var key: UInt { unsafe UInt(bitPattern: address) }
}
