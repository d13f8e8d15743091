struct ModelSource {
  /// Most atoms have none.
  let isThere: Bool
  let lingers: Int
  var isRunning = false
  var end: Int?
  var starts = 0
  var stops = 0

  mutating func start() {
    isRunning = true
    starts += 1
  }
  mutating func stop() {
    isRunning = false
    end = nil
    stops += 1
  }
}

extension ModelRun {
  /// Recounts the observed nodes, if nothing is running.
  func recountObserved() {
    if graph.depth > 0 || isDelivering || !runners.isEmpty { return }
    for id in sources.indices where sources[id].isThere {
      if isObserved(graph.everyNode[id]) {
        sources[id].end = nil
        if !sources[id].isRunning { sources[id].start() }
      } else if sources[id].isRunning && fault != .sourceGoesOn {
        let time = sources[id].lingers
        if time == 0 {
          sources[id].stop()
        } else if sources[id].end == nil || fault == .lingersOn {
          sources[id].end = now + time
        }
      }
    }
  }

  func passTime() {
    now += 1
    for id in sources.indices where sources[id].end == now { sources[id].stop() }
  }

  /// Observed by an observer or an effect, or by an observed derivation. A read does not count.
  private func isObserved(_ node: ModelNode) -> Bool {
    if !node.observers.isEmpty { return true }
    return node.subscribers.contains { reader in
      if let derivation = reader as? ModelNode { return fault != .farObserverIgnored && isObserved(derivation) }
      return !reader.isEnded
    }
  }
}
