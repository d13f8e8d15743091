// Unsafe: addresses of nodes as keys, and a look at the evaluation on top; both only within one call.
//
// What a derivation reads without following it is about to change: the change has been announced and not been made.
//
// Whoever looks after it must see it, and nobody can say when that is. So marks are set at once, but nothing is told:
// what leads to an observer stays as it was told, since in this graph whatever is marked and observed is queued.

extension ReactiveNode {
  /// It has to run before its value is used, and so has what depends on it and leads to no observer. Tells nobody.
  package final func outdateSilently() {
    flags.insert(.dirty)
    guard subs != nil else { return }
    let places = placesBelow()
    var links = places.values.compactMap(\.first)
    if let subs { links.append(subs) }
    for first in links {
      var next: LinkRef? = first
      while let link = next {
        if places[link.sub.key]?.leadsToObserver == false { link.markSilently() }
        next = link.nextSub
      }
    }
  }

  /// It has to run before its value is used, and may have been left out when its dependents were marked. Tells, or has
  /// it told at the end of the batch, where a value that is back where it began is no change.
  package final func outdateReversibly() {
    let context = Context.current
    if flags.contains(.running) { context.refuseUse(of: node) }
    if context.batchDepth > 0 { context.keepSnapshot(of: node, flags) }
    flags.insert(.dirty)
    markDependents(in: context)
    context.flushIfIdle()
  }

  /// In its own run: it comes out with another value, and its dependents have not been marked. They are told when the
  /// batch that the run is in has ended, unless it has its old value again by then.
  package final func markDependentsInRun() {
    let context = Context.current
    context.keepSnapshot(of: node, flags)
    markDependents(in: context)
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
  package static var isReadByEvaluation: Bool {
    unsafe currentFrame?.pointee.outer?.pointee.sub != nil
  }
}

extension NodeRef {
  fileprivate var key: UInt { unsafe UInt(bitPattern: address) }
}

extension LinkRef {
  /// What reads here has to look again.
  fileprivate func markSilently() {
    let flags = sub.flags
    if flags.isDisjoint(with: .marked) {
      sub.suspect = self
      sub.flags = flags.union(.pending)
    } else if flags.contains(.verifying) {
      sub.flags = flags.union(.dirty)
    } else if flags.contains(.pending) {
      sub.flags = flags.union(.manyPending)
    }
  }
}
