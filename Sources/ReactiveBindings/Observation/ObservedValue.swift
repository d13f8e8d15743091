#if canImport(Observation)
internal import Observation

/// Computes a behavior's value from a part of an object.
///
/// The object announces a change before making it. After that the value is uncertain: each read reads the object, until
/// the value differs or the change is known to be made. Where announcements may be late, every read reads the object.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class ObservedValue<Object: AnyObject & Observable, Value>: NodeAttachment {
  /// May be the next link of a long chain. The behavior releases this with its operations, without recursion.
  private let keptObject: Object?
  private weak var object: Object?
  private let keyPath: KeyPath<Object, Value>
  weak var behavior: Behavior<Value>?
  private var watch: ChangeWatch?
  /// The compiler knows the isolation that uses the graph, and lets no other one use it.
  private let isFixed: Bool
  /// If not, the isolation that used it last, where changes are reported.
  private var home = Home.current
  /// Its actor, if that can end.
  private weak var actor: (any Actor)?
  /// An announced change may not be made yet.
  private var isUncertain = false
  /// The dependents of the behavior are not marked yet.
  private var owesMarks = false

  init(
    _ object: Object, keeps: Bool, _ keyPath: KeyPath<Object, Value>, _ isolation: (any Actor)?, isFixed: Bool,
    writers: ChangeWatch.Writers, clock: any Clock<Duration>
  ) {
    keptObject = keeps ? object : nil
    self.object = object
    self.keyPath = keyPath
    self.isFixed = isFixed
    if !isFixed { actor = isolation is MainActor ? nil : isolation }
    watch = ChangeWatch(isolation: isolation, writers: writers, clock: clock) { [unowned self] in
      join()
    } willChange: { [unowned self] in
      willChange()
    } changed: { [unowned self] in
      changed()
    }
  }

  /// If the graph was sent, changes are reported to the isolation that uses it now.
  private func followGraph() {
    guard !isFixed, let watch else { return }
    let present = Home.current
    if present == home {
      // Another actor has the same home if it was made after the end of this one.
      if watch.isOnItsOwn ? watch.isHere : watch.isNotifiedAtOnce || actor != nil { return }
    }
    home = present
    let new = present.actor
    if new is MainActor && watch.isNotifiedAtOnce || new != nil && new === actor { return }
    actor = new is MainActor ? nil : new
    if !watch.moveHere(new, isDue: isUncertain) { return }
    stop(
      """
      \(behavior?.label ?? "a behavior of an object") was sent to another isolation and is used there, while the one \
      that used it last is being notified of a change of the object. Make it where it is used, or pass `isolation:`.
      """)
  }

  func equality(_ test: some EqualityTest<Value>) -> Equality<Value> {
    Equality(test) { question in
      Behavior<Value>.serve(question, { test.isDuplicate($0, $1) }) { _ in self.evaluate() }
    }
  }

  private func evaluate() -> Value {
    followGraph()
    guard let watch, let behavior else {
      stop("a behavior was read before it was made. This is a fault of this library: report it.")
    }
    guard let object else { return behavior.present }
    if watch.receiveEnvelopes() { isUncertain = true }
    if watch.mayMiss && behavior.dependencies.isEmpty { return lookAgain(at: object, behavior, watch) }
    // Observation cannot drop a registration, so there is at most one.
    let isPlain = watch.isArmed && isUncertain
    var new = isPlain ? watch.read { object[keyPath: keyPath] } : watch.track { object[keyPath: keyPath] }
    if isUncertain {
      if behavior.isUnchanged(from: new) {
        // It may be the value before the change.
        behavior.invalidate(.alone)
        if owesMarks { watch.awaitOthers() }
      } else {
        isUncertain = false
        // The objects on the key path may have changed.
        if isPlain { new = watch.track { object[keyPath: keyPath] } }
        if owesMarks { behavior.invalidate(.dependents) }
        owesMarks = false
      }
    }
    return new
  }

  /// Reads the value. The behavior stays marked, so that each read calls this. A read that finds a different value must
  /// therefore mark the dependents.
  private func lookAgain(at object: Object, _ behavior: Behavior<Value>, _ watch: ChangeWatch) -> Value {
    // Register first, so that later changes are noticed.
    if !watch.isArmed { watch.track { _ = object[keyPath: keyPath] } }
    let new = watch.read { object[keyPath: keyPath] }
    // If the behavior has dependencies, they invalidate its dependents.
    if !behavior.dependencies.isEmpty { return new }
    let isChanged = owesMarks && !behavior.isUnchanged(from: new)
    let neverEqual = behavior.isNeverEqual || isChanged && !isEqualToItself(new)
    // If values cannot be compared, only announced changes count.
    if isChanged && (!neverEqual || isUncertain) {
      isUncertain = false
      behavior.invalidate(.dependents)
    }
    owesMarks = true
    behavior.invalidate(neverEqual ? .unlessRead : .alone)
    return new
  }

  private func willChange() {
    // A getter may write its own property.
    guard let behavior, !behavior.isEvaluating else { return }
    isUncertain = true
    if Context.isIdle {
      owesMarks = true
      behavior.invalidate(.silently)
      // The next change may be made in a batch, whose end can notify.
      if let watch, let object, watch.isOnItsOwn, !watch.isArmed, behavior.isWatched {
        watch.track { _ = object[keyPath: keyPath] }
      }
    } else {
      behavior.invalidate(.reversibly)
    }
  }

  /// Something else is about to notify. Without a comparison, the change would count again in its turn.
  private func join() {
    guard let watch, let behavior, !behavior.isEvaluating, !behavior.isNeverEqual else { return }
    if watch.receiveEarly() { isUncertain = true }
    if isUncertain { behavior.invalidate(.reversibly) }
  }

  func nodeHasMoved() { followGraph() }

  private func changed() {
    guard let behavior, !behavior.isEvaluating else { return }
    isUncertain = false
    owesMarks = false
    behavior.invalidate(.reversibly)
  }
}

/// False for NaN, and what contains it.
private func isEqualToItself<Value>(_ value: Value) -> Bool {
  func compare<Compared: Equatable>(_ value: Compared) -> Bool { value == value }
  return (value as? any Equatable).map { compare($0) } ?? true
}

extension Behavior {
  /// Whether values cannot be compared, except for nil.
  fileprivate var isNeverEqual: Bool { duplicateRule == .none || duplicateRule == .nilAlone }
}
#endif
