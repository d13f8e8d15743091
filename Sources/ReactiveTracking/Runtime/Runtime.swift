/// Decides when its effects run.
///
/// Without a runtime of your own, effects run once a write is stored. Create one to defer their turns, to inspect a
/// graph, or to isolate a test's graph (see ``withIsolatedRuntime(_:)``):
///
/// ```swift
/// let frame = Runtime(scheduler: .manual)
/// withIsolatedRuntime(using: frame) {
///   let count = atom(0), double = derive { count.value * 2 }
///   let effect = Effect { print(double.value) }  // prints "0"
///   count.value = 1
///   count.value = 2
///   print(double.value)                          // 4
///   frame.flush()                                // prints "4"
///   withExtendedLifetime(effect) {}
/// }
/// ```
///
/// An effect belongs to the runtime that is ``current`` at its creation. Atoms and derivations belong to none: they are
/// up to date at each read. A runtime is `Sendable` and inherited by child tasks; its effects are not. Unless it
/// flushes immediately, it serves the effects of one isolation, which calls ``flush()``.
///
/// A runtime does not retain its effects. Cost: with a runtime of your own, creating and ending an effect takes a lock
/// each. From Ripple.
public final class Runtime: Sendable {
  private static let shared = Runtime(shared: ())

  private init(shared: Void) { scheduler = .immediate }

  /// The runtime set by ``withIsolatedRuntime(_:)`` in this task, or the shared one.
  public static var current: Runtime { RippleContext.runtimeIfAny ?? shared }

  let scheduler: Scheduler
  let members = Locked(Members())
  /// The nodes of custom publishers, one for each user that reads a publisher. They share this list, not the runtime.
  let publishers = Locked<PublisherEntries>([:])

  /// A runtime whose effects run as `scheduler` decides.
  public init(scheduler: Scheduler = .immediate) {
    self.scheduler = scheduler
    RippleContext.anyRuntime.isRaised = true
  }

  /// When the effects of a runtime run.
  public struct Scheduler: Sendable {
    enum Mode: Sendable {
      case immediate, manual
      case custom(@Sendable (@escaping @Sendable () -> Void) -> Void)
    }
    let mode: Mode

    /// Once a change is stored; in a batch, at its end.
    public static var immediate: Scheduler { Scheduler(mode: .immediate) }

    /// When ``Runtime/flush()`` is called.
    public static var manual: Scheduler { Scheduler(mode: .manual) }

    /// When the app decides.
    ///
    /// `request` is called once per burst of changes. It receives a function, to be called at the right time (the end
    /// of a run loop pass, the next frame) in the isolation that uses the graph.
    ///
    /// ```swift
    /// nonisolated(unsafe) var next: (@Sendable () -> Void)?
    /// let runtime = Runtime(scheduler: .custom { flush in next = flush })
    /// withIsolatedRuntime(using: runtime) {
    ///   let count = atom(0)
    ///   let effect = Effect { print(count.value) }  // prints "0"
    ///   for _ in 1...10 { count.value += 1 }
    ///   next?()                                     // prints "10"
    ///   withExtendedLifetime(effect) {}
    /// }
    /// ```
    public static func custom(
      _ request: @escaping @Sendable (_ flush: @escaping @Sendable () -> Void) -> Void
    ) -> Scheduler { Scheduler(mode: .custom(request)) }
  }

  var isImmediate: Bool {
    if case .immediate = scheduler.mode { true } else { false }
  }

  /// Runs the waiting effects, and those that their writes enqueue, until none waits.
  ///
  /// Each runs only if a dependency has changed. Inside a batch, an effect or an observer, they run after its other
  /// notifications, and see all of its writes. If the runtime flushes immediately, nothing waits. Effects that have not
  /// settled after 100,000 rounds stop the program with a message.
  public func flush() {
    callLater(label: flushLabel) { [self] in flushNow() }
  }

  /// Names the first waiting effect.
  private func flushLabel() -> String {
    let waiting = members.withLock { $0.waiting }
    return waiting.lazy.compactMap { $0.effectHere?.label }.first.map { "flush() of \($0)" } ?? "flush()"
  }

  private func flushNow() {
    var rounds = 0
    var names: [String] = []
    while true {
      let waiting = members.withLock { members in
        defer { members.waiting = [] }
        // The next round runs what this one enqueues.
        members.isRequested = !members.waiting.isEmpty
        return members.waiting
      }
      if waiting.isEmpty { return }
      rounds += 1
      // Effects that write in turn do not all wait in each round.
      if rounds > Context.roundLimit - 16 {
        for label in waiting.prefix(16).compactMap({ $0.effect?.label }) where !names.contains(label) {
          names.append(label)
        }
      }
      if rounds > Context.roundLimit {
        stop(
          """
          effects kept writing for \(Context.roundLimit) rounds of flush() without settling: \
          \(names.prefix(16).joined(separator: ", ")). Let one of them stop when nothing is left to change.
          """)
      }
      batch {
        for effect in waiting.compactMap({ $0.effectToRun() }) {
          // Now, if the effect is at home here; otherwise in a turn of its actor.
          effect.isolation.perform { [weak effect] in effect?.takeOverdueTurn() }
        }
      }
    }
  }

  /// Defers the turn of an effect.
  private func wait(for effect: Reaction) {
    let entry = WeakEffect(effect)
    let isFirst = members.withLock { members in
      members.waiting.append(entry)
      defer { members.isRequested = true }
      return !members.isRequested
    }
    if isFirst, case .custom(let request) = scheduler.mode {
      untracked { request { [weak self] in self?.flush() } }
    }
  }

  /// Adds an effect. The effect retains its runtime, unless the runtime retains it (`isKept`).
  func adopt(_ effect: Effect, isKept: Bool = false) {
    if !isImmediate { effect.postpone = { [weak self] in self?.wait(for: $0) } }
    let number = members.withLock { members in
      members.nextNumber += 1
      members.effects[members.nextNumber] = WeakEffect(effect)
      return members.nextNumber
    }
    effect.attachment = Membership(in: self, number, isKept: isKept)
  }

  /// Ends with its effect, and removes it from the list.
  private final class Membership: NodeAttachment {
    private weak var runtime: Runtime?
    private let kept: Runtime?
    private let number: Int
    init(in runtime: Runtime, _ number: Int, isKept: Bool) {
      self.runtime = runtime
      kept = isKept ? nil : runtime
      self.number = number
    }
    deinit { runtime?.members.withLock { _ = $0.effects.removeValue(forKey: number) } }
  }

  struct Members {
    /// By order of creation.
    var effects: [Int: WeakEffect] = [:]
    var nextNumber = 0
    var waiting: [WeakEffect] = []
    /// A requested flush has not ended yet.
    var isRequested = false
    var subscribers: [ObjectIdentifier: SubscriberEffect] = [:]
    /// The entries of deallocated subscribers whose address was reused.
    var parked: [ObjectIdentifier: SubscriberEffect] = [:]
  }
}
