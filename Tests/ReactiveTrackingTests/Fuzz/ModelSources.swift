/// A source that runs while its atom is observed.
struct ModelSource {
  /// Most atoms have none.
  let isThere: Bool
  var isRunning = false
  var starts = 0
  var stops = 0
}

extension ModelRun {
  /// Counts anew what is observed, if all that was running is over.
  func recountObserved() {
    if graph.depth > 0 || isDelivering || !runners.isEmpty { return }
    for id in sources.indices where sources[id].isThere {
      let isObserved = isObserved(graph.everyNode[id])
      if isObserved == sources[id].isRunning { continue }
      if !isObserved && fault == .sourceGoesOn { continue }
      sources[id].isRunning = isObserved
      if isObserved { sources[id].starts += 1 } else { sources[id].stops += 1 }
    }
  }

  /// By an observer or an effect, or by a derivation that is observed itself. A read does not count.
  private func isObserved(_ node: ModelNode) -> Bool {
    if !node.observers.isEmpty { return true }
    return node.subscribers.contains { reader in
      if let derivation = reader as? ModelNode { return fault != .farObserverIgnored && isObserved(derivation) }
      return !reader.isEnded
    }
  }
}
