import ReactiveCore

/// The Objective-C object of a ``KVOState``, which is called around each change of `value`.
package protocol KVOShell: AnyObject {
  func valueWillChange()
  func valueDidChange()
}

/// A KVO property without Objective-C: its value, notifications and writes. The `@objc` classes are shells around it.
///
/// Key-value observing demands that the value change only between `valueWillChange` and `valueDidChange`, so it is
/// stored here. It follows the parent:
///
/// - After a change of the parent, in its delivery. Changes that are delivered together count as one.
/// - Before a write from the Objective-C side returns, even in a delivery or batch, where the parent notifies later. If
///   the batch reverts the change, the shown value reverts at its end.
/// - After a running notification, for a write by its observer. The parent stores that at once.
///
/// A duplicate notifies no observer. If the parent refuses or corrects a value, observers are notified of a change from
/// the value to itself, a refusal. The writer, such as a bound text field, then reads the right value again. A refused
/// value that was written in response to a refusal is not notified, since that could repeat forever.
///
/// It keeps its parent alive, and its shell keeps it, but not vice versa.
package final class KVOState<Object>: EndsAtHome {
  /// The value for the Objective-C side.
  package private(set) var value: Object?
  /// The notified shell, set once.
  package weak var shell: (any KVOShell)?

  private let parent: KVOParent<Object>
  private let log: (String) -> Void
  private var subscription: Subscription?
  private var notifications = 0
  private var changes = 0
  private var notifying = Notification.nothing
  private var isRefusalDue = false
  private var looksLater = false

  private enum Notification {
    case nothing, change, refusal
  }

  /// A value that follows `parent`. `log` receives the reasons for refused values.
  package init(_ parent: KVOParent<Object>, log: @escaping (String) -> Void = { _ in }) {
    self.parent = parent
    self.log = log
    value = parent.show()
    subscription = parent.sink(with: self) { $0.settle() }
  }

  deinit { parent.node.isolation.perform(atEndOf: self) { [subscription] in subscription?.cancel() } }

  /// A write from the Objective-C side.
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

  /// Shows the parent's value until there is no newer one.
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
      // An effect may be the writer: it must not track the observers' reads.
      withoutTracking { notify() }
    }
  }

  private func notify() {
    notifications += 1
    if notifying == .change { changes += 1 }
    // The observers may release the shell.
    let shell = self.shell
    shell?.valueWillChange()
    // Taken now, since an observer of `valueWillChange` may have written. Releasing the old value may call this again.
    var other = parent.show()
    swap(&value, &other)
    shell?.valueDidChange()
    withExtendedLifetime((shell, other)) {}
  }

  /// A batch that reverts its changes notifies no observer, but its writes are already shown.
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
      settling. Each change makes one of them write another value. Let one of them stop when nothing is left to \
      change.
      """)
  }
}
