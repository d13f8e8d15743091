// What the model knows of atoms, derivations and observers.

/// Something that reads: a derivation or an effect.
class ModelReader {
  struct Dependency {
    let node: ModelNode
    /// The change of the node that was seen.
    var stamp: Int
    /// The value that was seen.
    let value: Int
  }
  var dependencies: [Dependency] = []
  /// Those of the run that is on the stack.
  var reads: [Dependency]?
  var isMarked = false
  var isQueued = false
  /// Reads are recorded no more.
  var isEnded = false
  /// Must run, whatever it read.
  var isDirty = false
  /// Whether it runs next, or why, is open: it saw something in the middle of a batch, or something that is gone.
  var isExcused = false
}

/// An atom or a derivation.
final class ModelNode: ModelReader {
  let id: Int
  let cut: FuzzCut
  let formula: FuzzFormula?
  /// What it has; nil in a derivation that never ran.
  var stored: Int?
  /// The present change.
  var stamp = 0
  /// The last change that is one though the value is the same.
  var lastTouch = 0
  var subscribers: [ModelReader] = []
  /// An atom that has changed since something last subscribed to it.
  var changedUnwatched = false
  var observers: [ModelObserver] = []
  /// Runs of a derivation that were needed.
  var runs = 0
  /// The last change in the graph up to which this is known to be up to date. Only saves time: a ladder of diamonds
  /// would be asked exponentially often.
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
  /// The change of the node that it was notified of, or found.
  var seenStamp: Int
  var isCancelled = false

  init(serial: Int, seenStamp: Int, call: @escaping (Int) -> Void) {
    self.serial = serial
    self.seenStamp = seenStamp
    self.call = call
  }
}
