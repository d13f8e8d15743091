/// Decides when effects run, and knows those that were made in it.
///
/// You need none: without one, effects run as soon as a write has been stored. Make one to put their turns off to a
/// moment of your own, to look at a graph, or to keep a test's graph apart (see ``withIsolatedRuntime(_:)``):
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
/// An effect belongs to the runtime that is ``current`` when it is made. Atoms and derivations belong to none: they are
/// up to date whenever they are read. A runtime may be made anywhere and is `Sendable`, so that a task tree inherits
/// it. Its effects are not: one that does not flush at once serves the effects of one isolation, the one that calls
/// ``flush()``. It keeps nothing alive. Cost: an effect of a runtime of your own takes a lock when it is made and when
/// it ends, which the shared one's does not. From Ripple.
public final class Runtime: Sendable {
  private static let shared = Runtime(shared: ())

  private init(shared: Void) { scheduler = .immediate }

  /// The runtime of this task: the one that ``withIsolatedRuntime(_:)`` has set, or the shared one.
  public static var current: Runtime { RippleContext.runtimeIfAny ?? shared }

  let scheduler: Scheduler
  let members = Locked(Members())

  /// A runtime of your own, whose effects run when `scheduler` says.
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

    /// As soon as a change has been stored; in a batch, at its end.
    public static var immediate: Scheduler { Scheduler(mode: .immediate) }

    /// When ``Runtime/flush()`` is called.
    public static var manual: Scheduler { Scheduler(mode: .manual) }

    /// When the app says. `request` is called once for a burst of changes, with a function that it must have called at
    /// the right time (the end of a run loop pass, the next frame), in the isolation that uses the graph.
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

  /// Runs the effects that wait, and those that their writes make wait, until none does.
  ///
  /// Each is verified first, and runs only if something that it read has changed. Inside a batch, an effect or an
  /// observer, they run when everything else that was written there has been notified; they see all of it. Nothing waits
  /// in a runtime that flushes at once. Stops with a message if the effects have not settled after 100,000 rounds.
  public func flush() {
    callLater(after: .idleThread, label: "flush()") { [self] in flushNow() }
  }

  private func flushNow() {
    var rounds = 0
    var names: [String] = []
    while true {
      let waiting = members.withLock { members in
        defer { members.waiting = [] }
        members.isRequested = false
        return members.waiting
      }
      if waiting.isEmpty { return }
      rounds += 1
      // Effects that write in turn do not all wait in each round.
      if rounds > Context.roundLimit - 16 {
        for label in waiting.prefix(16).compactMap({ $0.reaction?.label }) where !names.contains(label) {
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
          // Here, if it is at home here. Otherwise in a turn of its actor.
          effect.isolation.perform { [weak effect] in effect?.takeOverdueTurn() }
        }
      }
    }
  }

  /// Defers the turn of an effect.
  private func wait(for effect: Reaction) {
    let entry = WaitingEffect(effect)
    let isFirst = members.withLock { members in
      members.waiting.append(entry)
      defer { members.isRequested = true }
      return !members.isRequested
    }
    if isFirst, case .custom(let request) = scheduler.mode {
      untracked { request { [weak self] in self?.flush() } }
    }
  }

  /// An effect begins to live in this runtime.
  ///
  /// An effect keeps its runtime alive, unless it is itself kept by it.
  func adopt(_ effect: Effect, isKept: Bool = false) {
    if !isImmediate { effect.postpone = { [weak self] in self?.wait(for: $0) } }
    let number = members.withLock { members in
      members.nextNumber += 1
      members.effects[members.nextNumber] = WeakEffect(effect)
      return members.nextNumber
    }
    effect.attachment = Membership(in: self, number, isKept: isKept)
  }

  /// Ends with an effect, and takes it out of the list.
  private final class Membership: NodeAttachment {
    private weak var runtime: Runtime?
    private let kept: Runtime?
    private let number: Int
    init(in runtime: Runtime, _ number: Int, isKept: Bool) {
      self.runtime = runtime
      kept = isKept ? nil : runtime
      self.number = number
    }
    func nodeWasWritten() {}
    deinit { runtime?.members.withLock { _ = $0.effects.removeValue(forKey: number) } }
  }

  struct Members {
    /// By the numbers in which they were made.
    var effects: [Int: WeakEffect] = [:]
    var nextNumber = 0
    var waiting: [WaitingEffect] = []
    /// The scheduler was asked for a flush that has not begun yet.
    var isRequested = false
    /// One for each isolation that reads a publisher.
    var publishers: [ObjectIdentifier: [Home: PublisherEntry]] = [:]
    var subscribers: [ObjectIdentifier: SubscriberEffect] = [:]
    /// The runs of deallocated subscribers whose address a new subscriber has.
    var parked: [ObjectIdentifier: SubscriberEffect] = [:]
  }
}

struct WeakEffect {
  private weak var effect: Reaction?
  private let maker = ExecutionContext.current
  init(_ effect: Reaction) { self.effect = effect }

  /// The effect, if it is at home where this is asked. That of another task or thread of no actor may be running now,
  /// and is not even looked at: it could end here.
  var effectHere: Reaction? {
    if maker.isForeign { return nil }
    guard let effect, !effect.isolation.isForeign else { return nil }
    return effect
  }
}
