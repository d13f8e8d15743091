/// Undo and redo of writes to any number of open behaviors.
///
/// ```swift
/// let title = OpenBehavior("Untitled"), size = OpenBehavior(12)
/// let history = History(of: title, size)
/// title.value = "Signals"
/// batch {
///   title.value = "Signals and slots"
///   size.value = 14
/// }
/// history.undo()
/// print(title, size, history.canUndo)  // Signals 12 true
/// history.redo()
/// print(title, size, history.canRedo)  // Signals and slots 14 false
/// ```
///
/// A step is everything that changes until the thread is idle: a write or an outermost ``/ReactiveCore/batch(_:)``, and
/// the writes of its observers. Observers' writes during an undo are part of it, and return with the redo. A new step
/// discards the steps to redo. A batch that restores the values is no step.
///
/// An undo is a batch of ordinary writes: observers are notified, bindings carry it over, and behaviors round or refuse
/// values as usual. If two behaviors are bound by a conversion that loses something, list only the one that holds more:
/// otherwise the binding may carry one restored value over the other. A part whose whole is nil by then is skipped. Parts
/// of a value are undone separately if you list them: `History(of: user[\.name], user[\.home])`.
///
/// It retains the behaviors and the values of its steps, and belongs to the isolation that made it. The time travel of
/// ReactiveElm is separate; its steps are messages.
///
/// Cost: about 1.1 kB; for each write of a step 16 bytes and the old value. A write takes about 80 ns more, or 125 if
/// quick writes are joined. With more than three behaviors it takes 0.35 µs more, because the compiler does not
/// specialize lists of types.
public final class History: Undoing, EndsAtHome {
  /// An old value may hold the next history of a long list.
  private let held: ReleaseGuard<HistoryCore>
  // Always there.
  private var core: HistoryCore { held.content! }

  @usableFromInline
  init(_ tracks: [HistoryTrack], keeping limit: Int, coalescing: Coalescing?, _ file: StaticString, _ line: UInt) {
    if limit < 1 { stop("\(file):\(line): a History cannot keep \(limit) steps. Let it keep at least 1.") }
    let names = tracks.map(\.behavior.label).joined(separator: ", ")
    let core = HistoryCore(tracks, limit, coalescing, "the History of \(names)", file, line)
    held = ReleaseGuard(core)
    core.begin()
  }

  /// A history of one behavior that keeps the last `limit` steps.
  ///
  /// A limit below one stops with a message.
  @inlinable
  public convenience init<Value>(
    of behavior: OpenBehavior<Value>, keeping limit: Int = 100, file: StaticString = #fileID, line: UInt = #line
  ) { self.init([.of(behavior)], keeping: limit, coalescing: nil, file, line) }

  /// A history of two behaviors that keeps the last `limit` steps.
  ///
  /// Specialized by the compiler, so a write costs less.
  @inlinable
  public convenience init<One, Two>(
    of one: OpenBehavior<One>, _ two: OpenBehavior<Two>, keeping limit: Int = 100, file: StaticString = #fileID,
    line: UInt = #line
  ) { self.init([.of(one), .of(two)], keeping: limit, coalescing: nil, file, line) }

  /// A history of three behaviors that keeps the last `limit` steps.
  ///
  /// Specialized by the compiler, so a write costs less.
  @inlinable
  public convenience init<One, Two, Three>(
    of one: OpenBehavior<One>, _ two: OpenBehavior<Two>, _ three: OpenBehavior<Three>, keeping limit: Int = 100,
    file: StaticString = #fileID, line: UInt = #line
  ) { self.init([.of(one), .of(two), .of(three)], keeping: limit, coalescing: nil, file, line) }

  /// A history of these behaviors that keeps the last `limit` steps.
  ///
  /// A limit below one stops with a message.
  public convenience init<each Value>(
    of behaviors: repeat OpenBehavior<each Value>, keeping limit: Int = 100, file: StaticString = #fileID,
    line: UInt = #line
  ) { self.init(tracks(of: repeat each behaviors), keeping: limit, coalescing: nil, file, line) }

  /// A history of one behavior that joins quick writes into one step.
  ///
  /// Writes to different parts are joined, too; list the parts, or call ``endStep()`` in between, to separate them.
  @inlinable
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  public convenience init<Value>(
    of behavior: OpenBehavior<Value>, keeping limit: Int = 100, coalescing interval: Duration,
    clock: any Clock<Duration> = ContinuousClock(), file: StaticString = #fileID, line: UInt = #line
  ) { self.init([.of(behavior)], keeping: limit, coalescing: Coalescing(interval, clock), file, line) }

  /// A history of two behaviors that joins quick writes into one step.
  @inlinable
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  public convenience init<One, Two>(
    of one: OpenBehavior<One>, _ two: OpenBehavior<Two>, keeping limit: Int = 100, coalescing interval: Duration,
    clock: any Clock<Duration> = ContinuousClock(), file: StaticString = #fileID, line: UInt = #line
  ) { self.init([.of(one), .of(two)], keeping: limit, coalescing: Coalescing(interval, clock), file, line) }

  /// A history of three behaviors that joins quick writes into one step.
  @inlinable
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  public convenience init<One, Two, Three>(
    of one: OpenBehavior<One>, _ two: OpenBehavior<Two>, _ three: OpenBehavior<Three>, keeping limit: Int = 100,
    coalescing interval: Duration, clock: any Clock<Duration> = ContinuousClock(), file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init([.of(one), .of(two), .of(three)], keeping: limit, coalescing: Coalescing(interval, clock), file, line)
  }

  /// A history of these behaviors that joins quick writes into one step.
  ///
  /// A step is joined to the previous one if it begins within `interval` of its end, by `clock`, and changes the same
  /// behaviors: a typed word is undone at once. An undo, a redo, ``endStep()`` or a change in
  /// ``withoutRecording(_:)`` in between prevents that.
  ///
  /// All writes to one behavior count as the same. List the parts of a value to give each its own steps:
  ///
  /// ```swift
  /// struct Letter: Equatable { var title = "", text = "" }
  /// let letter = OpenBehavior(Letter())
  /// let history = History(of: letter[\.title], letter[\.text], coalescing: .seconds(1))
  /// letter.value.title = "S"
  /// letter.value.title = "Si"
  /// letter.value.text = "A"
  /// history.undo()
  /// print(letter.value.title)  // Si
  /// history.undo()
  /// print(letter.value.title.isEmpty, history.canUndo)  // true false
  /// ```
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  public convenience init<each Value>(
    of behaviors: repeat OpenBehavior<each Value>, keeping limit: Int = 100, coalescing interval: Duration,
    clock: any Clock<Duration> = ContinuousClock(), file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(tracks(of: repeat each behaviors), keeping: limit, coalescing: Coalescing(interval, clock), file, line)
  }

  /// A history of `root` that ignores some of its parts: their changes are no step, and an undo leaves them alone.
  ///
  /// ```swift
  /// struct Page: Equatable { var text = "", scroll = 0 }
  /// let page = OpenBehavior(Page())
  /// let history = History(of: page, excluding: \.scroll)
  /// page.update { $0.text = "Hello" }
  /// page.update { $0.scroll = 40 }
  /// history.undo()
  /// print(page.value.text.isEmpty, page.value.scroll)  // true 40
  /// ```
  public convenience init<Root: Equatable, Part, each Other>(
    of root: OpenBehavior<Root>, keeping limit: Int = 100, excluding part: WritableKeyPath<Root, Part>,
    _ others: repeat WritableKeyPath<Root, each Other>, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init([track(of: root, excluding: part, repeat each others)], keeping: limit, coalescing: nil, file, line)
  }

  /// A history of `root` that ignores some of its parts and joins quick writes into one step.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  public convenience init<Root: Equatable, Part, each Other>(
    of root: OpenBehavior<Root>, keeping limit: Int = 100, coalescing interval: Duration,
    clock: any Clock<Duration> = ContinuousClock(), excluding part: WritableKeyPath<Root, Part>,
    _ others: repeat WritableKeyPath<Root, each Other>, file: StaticString = #fileID, line: UInt = #line
  ) {
    let track = track(of: root, excluding: part, repeat each others)
    self.init([track], keeping: limit, coalescing: Coalescing(interval, clock), file, line)
  }

  /// Whether there is a step to undo.
  public var canUndo: Behavior<Bool> { core.canUndo }

  /// Whether there is a step to redo.
  public var canRedo: Behavior<Bool> { core.canRedo }

  /// A stream of the steps: a payload for each made, undone or redone, and for ``clear()``.
  ///
  /// A full history forgets its oldest step silently, and a joined step emits nothing. A payload is emitted when the
  /// step is closed, after the running delivery or batch. Cost: 0.3 kB on first use.
  public var steps: EventStream<UndoStep> { core.steps }

  /// Undoes the last step, if there is one.
  ///
  /// In a batch or delivery, the earlier writes there form a step, which is the one undone. The old values are notified
  /// after the batch or delivery, like any write there.
  public func undo() { core.takeBack(from: .undo) }

  /// Redoes the last undone step, if there is one.
  public func redo() { core.takeBack(from: .redo) }

  /// Ends the last step: further writes form a new one, even in the same batch or delivery, and however soon.
  ///
  /// If quick writes are joined, call it when the user moves on to another field.
  public func endStep() { core.endStep() }

  /// Forgets all steps.
  public func clear() { core.clear() }

  /// Runs `body` as a batch whose writes are no step, such as values from a server.
  ///
  /// Writes of the notified observers are a step as usual.
  ///
  /// - Returns: The result of `body`.
  @discardableResult
  public func withoutRecording<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    core.collectBeforeExclusion()
    return try batch { () throws(Failure) in
      core.beginExclusion()
      defer { core.endExclusion() }
      return try body()
    }
  }

  deinit { core.end(with: self) }
}

private func tracks<each Value>(of behaviors: repeat OpenBehavior<each Value>) -> [HistoryTrack] {
  var all: [HistoryTrack] = []
  repeat all.append(.of(each behaviors))
  return all
}

private func track<Root: Equatable, each Part>(
  of root: OpenBehavior<Root>, excluding parts: repeat WritableKeyPath<Root, each Part>
) -> HistoryTrack {
  func copy<Other>(_ part: WritableKeyPath<Root, Other>, from source: Root, to target: inout Root) {
    target[keyPath: part] = source[keyPath: part]
  }
  return .of(root) { old, present in
    var old = old
    repeat copy(each parts, from: present, to: &old)
    return old
  }
}

extension History {
  /// Unavailable: the label is missing.
  @available(*, unavailable, renamed: "init(of:)")
  public convenience init<each Value>(_ behaviors: repeat OpenBehavior<each Value>) { stop("unavailable") }

  /// Unavailable: a collection is listed as a behavior of its rows.
  @available(
    *, unavailable, message: "list OpenBehavior(get: { rows.value }, set: { rows.value = $0 }), a behavior of the rows"
  )
  public convenience init<ID, Row>(of rows: OpenKeyedRows<ID, Row>) { stop("unavailable") }
}
