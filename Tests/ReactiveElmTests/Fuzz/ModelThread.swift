/// The specification of the order of notifications, as plain as possible: one list of pending deliveries, and one of
/// work for when the thread is idle.
final class ModelThread {
  private var batchDepth = 0
  private var isNotifying = false
  private var isWorkingOff = false
  private var queue: [() -> Void] = []
  private var idleQueue: [() -> Void] = []

  var isIdle: Bool { batchDepth == 0 && !isNotifying }

  /// Notifies now, or after the current delivery.
  func notify(_ body: @escaping () -> Void) {
    queue.append(body)
    if isIdle { notifyAll() }
  }

  /// Notifies at once, before everything that waits. Its consequences are delivered after it.
  func notifyFirst(_ body: () -> Void) {
    if !isIdle { return body() }
    isNotifying = true
    body()
    isNotifying = false
    notifyAll()
  }

  func batch(_ body: () -> Void) {
    batchDepth += 1
    body()
    batchDepth -= 1
    if isIdle { notifyAll() }
  }

  func whenIdle(_ body: @escaping () -> Void) {
    if isIdle && !isWorkingOff { return body() }
    idleQueue.append(body)
  }

  private func notifyAll() {
    isNotifying = true
    while !queue.isEmpty { queue.removeFirst()() }
    isNotifying = false
    if isWorkingOff { return }
    isWorkingOff = true
    while !idleQueue.isEmpty { idleQueue.removeFirst()() }
    isWorkingOff = false
  }
}

final class ModelObservers {
  final class Observer {
    let call: (Int) -> Void
    var isCancelled = false
    /// The version it was last notified of, or the version at subscription.
    var seenVersion: Int
    init(_ seenVersion: Int, _ call: @escaping (Int) -> Void) {
      self.seenVersion = seenVersion
      self.call = call
    }
  }
  private var all: [Observer] = []
  var isEmpty: Bool { all.allSatisfy(\.isCancelled) }

  func add(seen version: Int = 0, _ call: @escaping (Int) -> Void) -> Observer {
    let observer = Observer(version, call)
    all.append(observer)
    return observer
  }

  /// Returns a function that notifies the present observers of a payload.
  func sending(_ payload: Int) -> () -> Void {
    { [all] in for observer in all where !observer.isCancelled { observer.call(payload) } }
  }

  func notify(_ value: Int, version: Int) {
    for observer in all where !observer.isCancelled && observer.seenVersion != version {
      observer.seenVersion = version
      observer.call(value)
    }
  }
}
