// Unsafe: a second context for a thread, for the length of one call.
//
// Invariant: the contexts of a thread form a list, from the one in use outwards. An outer one is not used before the
// inner one has ended, except for a node that it points at and that dies meanwhile: that node is looked for along the
// list.

/// Runs `body` as if nothing of this library were running around it: a graph of its own begins here.
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
/// What `body` reads is not tracked by an effect or derivation around the call, what it writes is notified before this
/// returns and not at the end of a batch around it, and what it makes has no owner. An effect that is running around the
/// call, and the observers of a source that is notifying them around it, have their turns after that. What a batch around
/// the call has outdated is read as a part of that batch: if it ends where it began, observers are notified of nothing.
///
/// Use it where code that belongs to another isolation runs inside a synchronous call of this one, such as the
/// initialiser of an actor, a closure of `Task.immediate` or of a lock: otherwise its behaviors become a part of the
/// graph around it. Cost: about 150 ns.
///
/// - Returns: what `body` returns.
@discardableResult
public func independently<Result, Failure: Error>(
  _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
  let context = Context.ready
  // Nothing runs around the call, so its graph is independent already.
  if unsafe context.isIdle && context.evaluation == nil && !context.hasOwner { return try body() }
  let inner = context.beginInner()
  defer { inner.endInner() }
  return try body()
}

extension Context {
  /// A context for this thread in the place of this one.
  fileprivate func beginInner() -> Context {
    let inner = unsafe raw.pointee.spare ?? .allocate(capacity: 1)
    if unsafe raw.pointee.spare == nil { unsafe inner.initialize(to: Fields()) }
    unsafe raw.pointee.spare = nil
    unsafe inner.pointee.outer = raw
    let context = unsafe Context(raw: inner)
    context.pendingWork = pendingWork.isDisjoint(with: [.snapshots, .inside]) ? [] : .inside
    unsafe inner.pointee.noting.hiding = isInAnyContext { unsafe $0.evaluation != nil } ? .always : .never
    unsafe context.takeLasting(from: raw)
    context.install()
    return context
  }

  /// What was deferred in `body` is done by now, since the context was idle when its last call ended.
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

  /// What a thread has for as long as it lives.
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

  /// The context around this one, if this one is that of a call of ``independently(_:)``.
  var outer: Context? { unsafe raw.pointee.outer.map { unsafe Context(raw: $0) } }

  /// Calls `body` with each context of this thread, from this one outwards.
  func forEachContext(_ body: (Context) -> Void) {
    _ = isInAnyContext { context in
      body(context)
      return false
    }
  }

  /// The outermost context of this thread, from this one outwards, for which `condition` holds.
  func outermostContext(where condition: (Context) -> Bool) -> Context? {
    var outermost: Context?
    forEachContext { if condition($0) { outermost = $0 } }
    return outermost
  }

  /// Calls `body` with the contexts of this thread, from this one outwards, until it returns true. Returns whether it did.
  func isInAnyContext(_ body: (Context) -> Bool) -> Bool {
    var present: Context? = self
    while let context = present {
      if body(context) { return true }
      present = context.outer
    }
    return false
  }
}
