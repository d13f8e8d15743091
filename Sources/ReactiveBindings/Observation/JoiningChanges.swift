#if canImport(Observation)
import ReactiveCore

/// Announced changes on actors. They take part in what their actor notifies next, so that nothing is derived of some of
/// them alone.
///
/// The next notification on the same thread takes them up. The actor's turn for one of them finishes all.
enum JoiningChanges {
  static let label = "an object that is observed"

  typealias Call = @Sendable (_ isTurn: Bool) -> Void
  private struct Waiting: Sendable {
    var forNotification: [Call] = []
    var forTurn: [Call] = []
  }
  /// By isolation: nil is the main actor.
  private static let waiting = Locked<[Home?: Waiting]>([:])

  private static func home(_ isMain: Bool) -> Home? { isMain ? nil : .current }

  // The callers run on the actor.

  /// `call` joins the next notification and, if it is new, finishes in the next turn.
  static func add(_ isMain: Bool, isNew: Bool, _ call: @escaping Call) {
    let home = home(isMain)
    waiting.withLock { waiting in
      waiting[home, default: Waiting()].forNotification.append(call)
      if isNew { waiting[home]?.forTurn.append(call) }
    }
  }

  /// The next notification on this thread is joined.
  static func joinNext(_ isMain: Bool) {
    let home = home(isMain)
    callLater(after: .notifying, label: label) {
      // Another isolation may use the thread by now.
      if isMain ? !IsolationReference.main.isHere(like: .current) : home != Home.current { return }
      let calls = waiting.withLock { waiting in
        defer { waiting[home]?.forNotification = [] }
        return waiting[home]?.forNotification
      }
      for call in calls ?? [] { call(false) }
    }
  }

  /// Finishes all, before what they notify.
  static func finishAll(_ isMain: Bool) {
    let home = home(isMain)
    guard let present = waiting.withLock({ $0.removeValue(forKey: home) }) else { return }
    batch {
      for call in present.forTurn { callLater(after: .queue, label: label) { call(true) } }
    }
  }
}
#endif
