// Unsafe: a second context for a thread, during one call.
//
// Invariant: a thread's contexts form a list from the current one outwards. An outer context is not used before the
// inner one ends, with one exception: a node that an outer context points at and that ends meanwhile is looked up along
// the list.

/// Runs `body` with a graph of its own, independent of the reactive code around the call.
///
/// ```swift
/// actor Session {
///   private let clicks = OpenBehavior(0)
///   init() {
///     let clicks = clicks
///     independently { print("made with", clicks.value) }
///   }
/// }
/// let isOpen = OpenBehavior(false)
/// isOpen.sink { if $0 { _ = Session() } }
/// isOpen.value = true  // prints "made with 0"
/// ```
///
/// - Reads in `body` are not tracked by an effect or derivation around the call.
/// - Writes notify before this returns, not at the end of a batch around the call. What that batch has outdated has its
///   turn at the end of that batch. So has a source that it has written, if a batch in `body` writes the source again.
/// - Objects made in `body` have no owner.
/// - An effect running around the call, and observers of a source notifying around it, have their turns afterwards.
/// - Values outdated by a batch around the call are read as part of it: if it ends where it began, observers are not
///   notified.
///
/// Use it for code of another isolation inside a synchronous call, such as an actor's initializer, a closure of
/// `Task.immediate` or a lock. Otherwise that code's behaviors become part of the graph around it. Cost: about 150 ns.
///
/// - Returns: the result of `body`.
@discardableResult
public func independently<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let context = Context.ready
  // Nothing runs around the call, so the graph is independent already.
  if unsafe context.isIdle && context.evaluation == nil && !context.hasOwner { return try body() }
  let inner = context.beginInner()
  defer { inner.endInner() }
  return try body()
}

extension Context {
  fileprivate func beginInner() -> Context {
    let inner = unsafe raw.pointee.spare ?? .allocate(capacity: 1)
    if unsafe raw.pointee.spare == nil { unsafe inner.initialize(to: Fields()) }
    unsafe raw.pointee.spare = nil
    unsafe inner.pointee.outer = raw
    let context = unsafe Context(raw: inner)
    context.pendingWork = pendingWork.isDisjoint(with: [.snapshots, .inside]) ? [] : .inside
    // The contexts around this one have passed on theirs.
    let isHidden = unsafe raw.pointee.noting.hiding == .always || evaluation != nil
    unsafe inner.pointee.noting.hiding = isHidden ? .always : .never
    unsafe context.takeLasting(from: raw)
    context.install()
    return context
  }

  /// Deferred work has run, since the context was idle when its last call ended.
  fileprivate func endInner() {
    flush()
    guard let outer = unsafe raw.pointee.outer else { return }
    unsafe Context(raw: outer).takeLasting(from: raw)
    unsafe raw.pointee.outer = nil
    unsafe Context(raw: outer).install()
    if unsafe outer.pointee.spare == nil {
      unsafe outer.pointee.spare = raw
    } else {
      destroy()
    }
  }

  /// The state that lasts as long as the thread.
  private func takeLasting(from other: UnsafeMutablePointer<Fields>) {
    unsafe swap(&raw.pointee.magazine, &other.pointee.magazine)
    unsafe raw.pointee.stackBase = other.pointee.stackBase
    unsafe raw.pointee.threadNumber = other.pointee.threadNumber
    unsafe raw.pointee.isInitialThread = other.pointee.isInitialThread
    unsafe raw.pointee.counters = other.pointee.counters
    unsafe raw.pointee.tracer = other.pointee.tracer
    pendingWork.remove(.tracing)
    unsafe pendingWork.formUnion(other.pointee.pendingWork.intersection(.tracing))
    unsafe raw.pointee.attachments = other.pointee.attachments
    #if DEBUG
    unsafe swap(&raw.pointee.hints, &other.pointee.hints)
    #endif
  }

  /// The context around a call of ``independently(_:)``.
  var outer: Context? { unsafe raw.pointee.outer.map { unsafe Context(raw: $0) } }

  func forEachContext(_ body: (Context) -> Void) {
    _ = isInAnyContext { context in
      body(context)
      return false
    }
  }

  func outermostContext(where condition: (Context) -> Bool) -> Context? {
    var outermost: Context?
    forEachContext { if condition($0) { outermost = $0 } }
    return outermost
  }

  /// Calls `body` with each context from this one outwards, until it returns true. Returns whether it did.
  func isInAnyContext(_ body: (Context) -> Bool) -> Bool {
    var present: Context? = self
    while let context = present {
      if body(context) { return true }
      present = context.outer
    }
    return false
  }
}
