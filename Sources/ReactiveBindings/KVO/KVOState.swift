import ReactiveCore

/// The Objective-C object whose `value` a ``KVOState`` is: what it calls around each change of it.
package protocol KVOShell: AnyObject {
  func valueWillChange()
  func valueDidChange()
}

/// What a KVO property does, without Objective-C: which value it shows, when that changes, when observers are notified,
/// and what a write means. The `@objc` classes are shells around it.
///
/// The value changes between one call of `valueWillChange` and one of `valueDidChange`, and at no other time, as
/// key-value observing demands; that is why it is stored here rather than read from the parent. It follows the parent:
///
/// - After a change of the parent, in its delivery. Several changes that are delivered together show as one.
/// - After a write from the Objective-C side before the write returns, even where the parent notifies later: inside a
///   delivery or a batch. If the batch reverts the change, the shown value reverts at the batch's end.
/// - A write from an observer that is being notified of a change is stored at once, and shown after it: never inside.
///
/// A written value that is the parent's already notifies no observer. A value that the parent refuses or corrects is
/// notified as a change from the value to itself, a refusal: its writer, such as a text field that is bound here, shows
/// a value that the parent does not have, and reads the right one again. A value that is written in answer to a
/// refusal, and refused as well, is not notified, since that could repeat for ever.
///
/// It keeps its parent alive, which does not keep it. Its shell keeps it, and is not kept by it.
package final class KVOState<Object> {
  /// What the Objective-C side sees.
  package private(set) var value: Object?
  /// The shell that is notified. Set once, when there is one.
  package weak var shell: (any KVOShell)?

  private let parent: KVOParent<Object>
  private let log: (String) -> Void
  private var subscription: Subscription?
  /// How often the shell was notified, and how often of a change.
  private var notifications = 0
  private var changes = 0
  private var notifying = Notification.nothing
  private var isRefusalDue = false
  private var looksLater = false

  private enum Notification {
    case nothing, change, refusal
  }

  /// A value that follows `parent`. `log` receives the values that the parent cannot have.
  package init(_ parent: KVOParent<Object>, log: @escaping (String) -> Void = { _ in }) {
    self.parent = parent
    self.log = log
    value = parent.show()
    subscription = parent.sink(with: self) { $0.settle() }
  }

  deinit { parent.node.isolation.perform(atEndOf: self) { [subscription] in subscription?.cancel() } }

  /// The Objective-C side writes.
  package func write(_ written: Any?) {
    let notificationsBefore = notifications
    let changesBefore = changes
    let outcome = parent.write(written)
    if case .refused(let reason) = outcome { log(reason) }
    settle()
    if outcome != .kept && notifications == notificationsBefore && notifying != .refusal && !parent.hasNews {
      isRefusalDue = true
      settle()
    }
    if changes != changesBefore { lookLater() }
  }

  /// Shows what the parent has, until nothing is left to be shown.
  private func settle() {
    // The outer call, which is notifying, looks again.
    if notifying != .nothing { return }
    defer { notifying = .nothing }
    var rounds = 0
    while true {
      notifying = parent.hasNews ? .change : .refusal
      if notifying == .refusal && !isRefusalDue { return }
      isRefusalDue = false
      rounds += 1
      if rounds > Context.roundLimit { stopEndlessNotifications() }
      // The writer may be an effect: what the observers read is not tracked by it.
      withoutTracking { notify() }
    }
  }

  private func notify() {
    notifications += 1
    if notifying == .change { changes += 1 }
    // The observers may drop it.
    let shell = self.shell
    shell?.valueWillChange()
    // Taken now: an observer of the coming change may have written. The end of the old value may call this again.
    var other = parent.show()
    swap(&value, &other)
    shell?.valueDidChange()
    withExtendedLifetime((shell, other)) {}
  }

  /// A batch that ends where it began notifies nothing, but what was written in it is shown already.
  private func lookLater() {
    if looksLater || !Context.isCollecting { return }
    looksLater = true
    callLater(after: .queue, label: parent.node.label) { [weak self] in
      self?.looksLater = false
      self?.settle()
    }
  }

  private func stopEndlessNotifications() -> Never {
    stop(
      """
      observers of the KVO property of \(parent.node.label) kept writing for \(Context.roundLimit) rounds without \
      settling. Each change makes one of them write another value: let it stop when nothing is left to change.
      """)
  }
}
