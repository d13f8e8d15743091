// Unsafe: counters and a tracer in the thread's context.
//
// Invariant: no address outlives a call of the tracer, which is user code.

/// The kernel's work on this thread during ``Kernel/measure(_:)``.
package struct KernelCounters: Equatable, Sendable {
  /// Runs of derivations and reactions.
  package var runs = 0
  /// Runs that changed the value.
  package var changes = 0
  package var links = 0
  package var rounds = 0
  /// Observed nodes that notified in a flush.
  package var notified = 0
  /// Owners checked before the turns of owned effects.
  package var owners = 0

  package init(runs: Int = 0, changes: Int = 0, links: Int = 0, rounds: Int = 0, notified: Int = 0, owners: Int = 0) {
    self.runs = runs
    self.changes = changes
    self.links = links
    self.rounds = rounds
    self.notified = notified
    self.owners = owners
  }
}

package enum KernelEvent {
  case ran(NodeRef, isChanged: Bool)
  /// In a flush, before the observers.
  case notified(NodeRef)
  case round
}

/// Instruments the kernel. Free while off: the check is part of an existing one.
package enum Kernel {
  /// Counts the kernel's work on this thread during `body`.
  package static func measure<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) -> KernelCounters {
    Context.prepare()
    let context = Context.current
    let before = unsafe context.raw.pointee.counters
    let wasTracing = context.pendingWork.contains(.tracing)
    context.pendingWork.insert(.tracing)
    defer { if !wasTracing { context.pendingWork.remove(.tracing) } }
    try body()
    let after = unsafe context.raw.pointee.counters
    return KernelCounters(
      runs: after.runs - before.runs, changes: after.changes - before.changes, links: after.links - before.links,
      rounds: after.rounds - before.rounds, notified: after.notified - before.notified,
      owners: after.owners - before.owners)
  }

  /// Calls `tracer` with each event on this thread during `body`.
  package static func trace<Failure: Error>(
    _ tracer: @escaping (KernelEvent) -> Void, _ body: () throws(Failure) -> Void
  ) throws(Failure) {
    Context.prepare()
    let context = Context.current
    let outer = unsafe context.raw.pointee.tracer
    let wasTracing = context.pendingWork.contains(.tracing)
    unsafe context.raw.pointee.tracer = tracer
    context.pendingWork.insert(.tracing)
    defer {
      unsafe context.raw.pointee.tracer = outer
      if !wasTracing { context.pendingWork.remove(.tracing) }
    }
    try body()
  }

  /// Links in use in the process, if no other thread keeps spare ones.
  package static var liveLinks: Int {
    Context.prepare()
    unsafe Context.current.raw.pointee.magazine.empty()
    return LinkPool.takenCount
  }
}

extension Context {
  @inline(never)
  func trace(_ event: KernelEvent) {
    switch event {
    case .ran(_, let isChanged):
      unsafe raw.pointee.counters.runs += 1
      if isChanged { unsafe raw.pointee.counters.changes += 1 }
    case .notified: unsafe raw.pointee.counters.notified += 1
    case .round: unsafe raw.pointee.counters.rounds += 1
    }
    if let tracer = unsafe raw.pointee.tracer { tracer(event) }
  }
}
