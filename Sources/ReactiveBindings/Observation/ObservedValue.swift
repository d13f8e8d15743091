#if canImport(Observation)
internal import Observation

/// A part of an object, as the function of a behavior.
///
/// The object announces that it is about to change, not that it has changed. From then on the value is uncertain: each
/// read takes it anew, until it differs or the change is known to have been made. Where changes may be made that are not
/// announced in time, every read takes it anew.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class ObservedValue<Object: AnyObject & Observable, Value> {
  /// It may hold the next link of a long chain. The behavior releases this with its operations, without recursion.
  private let keptObject: Object?
  private weak var object: Object?
  private let keyPath: KeyPath<Object, Value>
  /// The behavior, which keeps this.
  weak var behavior: Behavior<Value>?
  private var watch: ChangeWatch?
  /// A change has been announced, and may not have been made yet.
  private var isUncertain = false
  /// The dependents of the behavior have not been marked since.
  private var owesMarks = false

  init(
    _ object: Object, keeps: Bool, _ keyPath: KeyPath<Object, Value>, _ isolation: (any Actor)?,
    writers: ChangeWatch.Writers, clock: any Clock<Duration>
  ) {
    keptObject = keeps ? object : nil
    self.object = object
    self.keyPath = keyPath
    watch = ChangeWatch(isolation: isolation, writers: writers, clock: clock) { [unowned self] in
      willChange()
    } changed: { [unowned self] in
      changed()
    }
  }

  /// The equality of a behavior whose function this is.
  func equality(_ test: some EqualityTest<Value>) -> Equality<Value> {
    Equality(test) { question in
      Behavior<Value>.serve(question, { test.isDuplicate($0, $1) }) { _ in self.evaluate() }
    }
  }

  private func evaluate() -> Value {
    guard let watch, let behavior else { stop("a behavior was asked for a value before it was made.") }
    // The last value of an object that has been released.
    guard let object else { return behavior.present }
    if watch.receiveEnvelopes() { isUncertain = true }
    if watch.mayMiss && behavior.dependencies.isEmpty { return lookAgain(at: object, behavior, watch) }
    // Observation cannot be made to forget a registration, so there is one at a time.
    let isPlain = watch.isArmed && isUncertain
    var new = isPlain ? object[keyPath: keyPath] : watch.track { object[keyPath: keyPath] }
    if isUncertain {
      if behavior.isUnchanged(from: new) {
        // It may be the value before the change.
        behavior.invalidate(.alone)
      } else {
        isUncertain = false
        // The objects on its key path may have changed by now.
        if isPlain { new = watch.track { object[keyPath: keyPath] } }
        if owesMarks { behavior.invalidate(.dependents) }
        owesMarks = false
      }
    }
    return new
  }

  /// Takes the value for a read. The behavior stays marked, so that each read calls this; so a read that finds a
  /// different value has to mark the dependents.
  private func lookAgain(at object: Object, _ behavior: Behavior<Value>, _ watch: ChangeWatch) -> Value {
    // Before the value is taken, so that what changes afterwards is noticed.
    if !watch.isArmed { watch.track { _ = object[keyPath: keyPath] } }
    let new = object[keyPath: keyPath]
    // What depends on a behavior, too, is outdated by that, if it is not marked already.
    if !behavior.dependencies.isEmpty { return new }
    let neverEqual = behavior.duplicateRule == .none || behavior.duplicateRule == .nilAlone
    // Where values cannot be compared, each change that was announced is one, and no other read.
    if owesMarks, !neverEqual || isUncertain, !behavior.isUnchanged(from: new) {
      isUncertain = false
      behavior.invalidate(.dependents)
    }
    owesMarks = true
    behavior.invalidate(neverEqual ? .unlessRead : .alone)
    return new
  }

  private func willChange() {
    // One that is written by its own getter.
    guard let behavior, !behavior.isEvaluating else { return }
    isUncertain = true
    if Context.isIdle {
      owesMarks = true
      behavior.invalidate(.silently)
      // The next change may be made in a batch, and can be notified at its end.
      if let watch, let object, watch.isOnItsOwn, !watch.isArmed, behavior.isWatched {
        watch.track { _ = object[keyPath: keyPath] }
      }
    } else {
      behavior.invalidate(.reversibly)
    }
  }

  private func changed() {
    guard let behavior, !behavior.isEvaluating else { return }
    isUncertain = false
    owesMarks = false
    behavior.invalidate(.reversibly)
  }
}
#endif
