#if canImport(Observation)
package import Observation

/// Calls `changed` after changes of a part of `object`, and `willChange` before them, or right before `changed`; see
/// ``ChangeWatch``.
///
/// Several changes may cause one call. If the object `mayBeShared`, `changed` may be called without a change. Outside
/// of any actor, a change outside of a batch calls only `willChange`. It ends when it is cancelled, with the object,
/// which is held weakly, or with the last reference to the subscription.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
package func observeChanges<Object: AnyObject & Observable, Value>(
  of object: Object, at keyPath: KeyPath<Object, Value>, mayBeShared: Bool = false, isolation: isolated (any Actor)?,
  clock: any Clock<Duration> = ContinuousClock(), willChange: @escaping () -> Void, changed: @escaping () -> Void
) -> Subscription {
  let changes = ObservedChanges(object, keyPath, mayBeShared, isolation, clock, willChange, changed)
  return Subscription { changes.cancel() }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
private final class ObservedChanges<Object: AnyObject & Observable, Value> {
  private weak var object: Object?
  private let keyPath: KeyPath<Object, Value>
  private var watch: ChangeWatch?
  /// Whether the last registration was made before a change, which may have put another object on the key path.
  private var mayBeReplaced = false

  init(
    _ object: Object, _ keyPath: KeyPath<Object, Value>, _ mayBeShared: Bool, _ isolation: (any Actor)?,
    _ clock: any Clock<Duration>, _ willChange: @escaping () -> Void, _ changed: @escaping () -> Void
  ) {
    self.object = object
    self.keyPath = keyPath
    watch = ChangeWatch(isolation: isolation, writers: mayBeShared ? .perhapsElsewhere : .here, clock: clock) {
      [unowned self] in
      guard let watch else { return }
      if watch.isOnItsOwn || watch.isNotifiedAtOnce {
        // An earlier registration: the last one announces the change, too, if it is one of the present objects.
        if watch.isArmed { return }
        // The object may change again before `changed` is called.
        follow()
        mayBeReplaced = true
      }
      willChange()
    } changed: { [unowned self] in
      // First, since `changed` may write.
      follow()
      changed()
    }
    follow()
  }

  private func follow() {
    guard let watch, let object, !watch.isArmed || mayBeReplaced else { return }
    mayBeReplaced = false
    withoutTracking { watch.track { _ = object[keyPath: keyPath] } }
  }

  func cancel() { watch = nil }
}
#endif
