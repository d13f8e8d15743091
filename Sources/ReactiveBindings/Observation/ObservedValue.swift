#if canImport(Observation)
internal import Observation

/// A part of an object, as the function of a behavior.
///
/// The object says that it is about to change, not that it has. From then on the value is uncertain: it is taken anew
/// at each read, until it is another one, or the change is known to have been made.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class ObservedValue<Object: AnyObject & Observable, Value> {
  private let keptObject: Object?
  private weak var object: Object?
  private let keyPath: KeyPath<Object, Value>
  /// The behavior, which keeps this.
  weak var behavior: Behavior<Value>?
  private var watch: ChangeWatch?
  /// A change has been announced, and may not have been made yet.
  private var isUncertain = false
  /// Those who depend on the behavior have not been marked since.
  private var owesMarks = false

  init(_ object: Object, keeps: Bool, _ keyPath: KeyPath<Object, Value>, _ isolation: (any Actor)?) {
    keptObject = keeps ? object : nil
    self.object = object
    self.keyPath = keyPath
    watch = ChangeWatch(isolation: isolation) { [unowned self] in
      willChange()
    } changed: { [unowned self] in
      changed()
    }
  }

  /// What the kernel asks, answered for a behavior whose function this is.
  func witness(_ test: some DuplicateTest<Value>) -> NodeWitness {
    NodeWitness { question in
      Behavior<Value>.serve(question) { old, new in
        test.isDuplicate(old, new)
      } compute: { _ in
        self.evaluate()
      }
    }
  }

  private func evaluate() -> Value {
    guard let watch, let behavior else { stop("a behavior was asked for a value before it was made.") }
    // What is left of an object that is gone.
    guard let object else { return behavior.present }
    watch.disarmIfHeardElsewhere()
    // Observation cannot be made to forget a registration, so there is one at a time.
    let isPlain = watch.isArmed && (isUncertain || mustLookAgain(behavior, watch))
    var new = isPlain ? object[keyPath: keyPath] : watch.track { object[keyPath: keyPath] }
    if isUncertain {
      if !behavior.flags.contains(.alwaysChanges) && behavior.isUnchanged(from: new) {
        // It may be the value before the change.
        behavior.flags.insert(.dirty)
      } else {
        isUncertain = false
        // The way to it may be another one by now.
        if isPlain { new = watch.track { object[keyPath: keyPath] } }
        if owesMarks { behavior.markDependentsInRun() }
        owesMarks = false
      }
    } else if mustLookAgain(behavior, watch) && !Context.isReadByEvaluation {
      behavior.flags.insert(.dirty)
    }
    return new
  }

  /// It may not hear of a change in time, and there is nobody else whom that would leave behind.
  private func mustLookAgain(_ behavior: Behavior<Value>, _ watch: ChangeWatch) -> Bool {
    !watch.hearsAtOnce && !behavior.isWatched && behavior.deps == nil
  }

  private func willChange() {
    // One that is written by its own getter.
    guard let behavior, !behavior.flags.contains(.running) else { return }
    isUncertain = true
    if Context.ready.isIdle {
      owesMarks = true
      behavior.outdateSilently()
      // The next change may be made in a batch, and can be told then.
      if let watch, let object, watch.isOnItsOwn, !watch.isArmed, behavior.isWatched {
        watch.track { _ = object[keyPath: keyPath] }
      }
    } else {
      behavior.outdateReversibly()
    }
  }

  private func changed() {
    guard let behavior, !behavior.flags.contains(.running) else { return }
    isUncertain = false
    owesMarks = false
    behavior.outdateReversibly()
  }
}
#endif
