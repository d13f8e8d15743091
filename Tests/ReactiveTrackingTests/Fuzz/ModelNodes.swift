class ModelReader {
  struct Dependency {
    let node: ModelNode
    /// The node's stamp when it was read.
    var stamp: Int
    let value: Int
  }
  var dependencies: [Dependency] = []
  /// The reads of the current run.
  var reads: [Dependency]?
  var isMarked = false
  var isQueued = false
  var isEnded = false
  /// Must run, even without a changed dependency.
  var isDirty = false
  /// The laws leave open whether or why it runs next: it read inside a batch, or a dependency has ended.
  var isExcused = false
}

final class ModelNode: ModelReader {
  let id: Int
  let cut: FuzzCut
  let formula: FuzzFormula?
  /// The current value; nil in a derivation that never ran.
  var stored: Int?
  /// The number of the current change.
  var stamp = 0
  /// The last change without a new value.
  var lastTouch = 0
  var subscribers: [ModelReader] = []
  /// An atom that changed after its last new subscription.
  var changedUnwatched = false
  var observers: [ModelObserver] = []
  var runs = 0
  /// The graph's last change for which the node is known to be up to date. Only saves time: a ladder of diamonds would
  /// take exponential time.
  var verified = -1

  /// See ``FuzzNode/seen(_:)``.
  func seen(_ value: Int) -> Int { formula == nil ? value : cut.seen(value) }

  var isWatched: Bool { !subscribers.isEmpty || !observers.isEmpty }

  func release() {
    subscribers = []
    observers = []
    dependencies = []
  }

  init(id: Int, cut: FuzzCut, formula: FuzzFormula?, stored: Int?) {
    self.id = id
    self.cut = cut
    self.formula = formula
    self.stored = stored
  }
}

final class ModelObserver {
  let serial: Int
  let call: (Int) -> Void
  /// The stamp it was notified of, or found.
  var seenStamp: Int
  var isCancelled = false

  init(serial: Int, seenStamp: Int, call: @escaping (Int) -> Void) {
    self.serial = serial
    self.seenStamp = seenStamp
    self.call = call
  }
}
