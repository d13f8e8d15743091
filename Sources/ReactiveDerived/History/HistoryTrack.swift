public import ReactiveCore

/// One behavior of a ``History``: its value at the last look, and its old values.
///
/// Its type is known to ``perform`` alone, which is made where the behavior is given, so that it is specialised code.
@usableFromInline
final class HistoryTrack {
  /// What a history asks of its tracks.
  @usableFromInline
  enum Request {
    /// Has the value changed since the last look?
    case isChanged
    /// The same. That is remembered, and the value from before is kept in the pile.
    case look(HistoryPile?)
    /// Write the last value of the pile, which is taken out.
    case restore(HistoryPile)
    /// Forget the first value of the pile, or all.
    case dropFirst(HistoryPile)
    case clear(HistoryPile)
  }

  let behavior: ReactiveNode
  let perform: (Request) -> Bool
  private let subscribe: (HistoryObserver) -> Subscription
  private var subscription: Subscription?
  /// Its place among the tracks of its history.
  @safe @exclusivity(unchecked) private(set) var number: Int32 = 0
  /// It has notified since the last look.
  @safe @exclusivity(unchecked) var isTouched = false

  @usableFromInline
  init(
    _ behavior: ReactiveNode, subscribe: @escaping (HistoryObserver) -> Subscription,
    perform: @escaping (Request) -> Bool
  ) {
    self.behavior = behavior
    self.subscribe = subscribe
    self.perform = perform
  }

  /// Notifies `core` of each change from now on, and then asks for `later`.
  func begin(_ number: Int32, of core: HistoryCore, _ later: IdleCall) {
    self.number = number
    subscription = subscribe(HistoryObserver(self, core, later))
  }

  func end() { subscription?.cancel() }

  /// Whether the value has changed since the last look. One that has not is not looked at, and is to be touched again.
  func isChanged() -> Bool {
    isTouched = false
    return perform(.isChanged)
  }

  func look(keepingIn pile: HistoryPile?) -> Bool {
    isTouched = false
    return perform(.look(pile))
  }
}

/// What notices that the behavior of a track has notified.
///
/// It keeps all that it calls, so that a notification retains nothing. The behavior keeps it, until the subscription of the
/// track is cancelled.
@usableFromInline
final class HistoryObserver {
  private let track: HistoryTrack
  private let core: HistoryCore
  private let later: IdleCall

  init(_ track: HistoryTrack, _ core: HistoryCore, _ later: IdleCall) {
    self.track = track
    self.core = core
    self.later = later
  }

  @usableFromInline
  func touch() {
    if track.isTouched { return }
    track.isTouched = true
    core.touch(track)
    later.request()
  }
}

/// Where an old value lies.
@usableFromInline
enum HistoryPile {
  /// Of steps to undo.
  case undo
  /// Of steps to redo.
  case redo
}

extension HistoryTrack {
  @inlinable
  static func of<Value>(_ behavior: OpenBehavior<Value>) -> HistoryTrack {
    let values = HistoryValues(behavior)
    return HistoryTrack(behavior, subscribe: { $0.observe(behavior) }, perform: { values.perform($0) })
  }

  /// An old value is adapted to the present one before it is written, and a change is none if the old value that is adapted
  /// to the new one is the same as that.
  static func of<Value: Equatable>(
    _ behavior: OpenBehavior<Value>, adapt: @escaping (_ old: Value, _ present: Value) -> Value
  ) -> HistoryTrack {
    let values = HistoryValues(behavior, adapt: adapt, isSame: { $0 == $1 })
    return HistoryTrack(behavior, subscribe: { $0.observe(behavior) }, perform: { values.perform($0) })
  }
}

extension HistoryObserver {
  @inlinable
  func observe<Value>(_ behavior: OpenBehavior<Value>) -> Subscription { behavior.sink { _ in self.touch() } }
}

/// The values of a track.
@usableFromInline
final class HistoryValues<Value> {
  @usableFromInline let behavior: OpenBehavior<Value>
  @usableFromInline let adapt: ((Value, Value) -> Value)?
  @usableFromInline let isSame: ((Value, Value) -> Bool)?
  // Exclusivity-unchecked: the checks would take longer than the work. No access is open while code of the user's runs.

  /// The value at the last look, and its stamp.
  @safe @exclusivity(unchecked) @usableFromInline var last: Value
  @safe @exclusivity(unchecked) @usableFromInline var stamp: ChangeStamp
  @safe @exclusivity(unchecked) @usableFromInline var undo = Shelf<Value>()
  @safe @exclusivity(unchecked) @usableFromInline var redo = Shelf<Value>()

  @inlinable
  init(
    _ behavior: OpenBehavior<Value>, adapt: ((Value, Value) -> Value)? = nil, isSame: ((Value, Value) -> Bool)? = nil
  ) {
    self.behavior = behavior
    self.adapt = adapt
    self.isSame = isSame
    last = behavior.peek()
    stamp = ChangeStamp(of: behavior)
  }

  @inlinable
  func perform(_ request: HistoryTrack.Request) -> Bool {
    switch request {
    case .isChanged: return isChanged(behavior.peek())
    case .look(let pile): return look(keepingIn: pile)
    case .restore(let pile):
      guard let old = pile == .undo ? undo.removeLast() : redo.removeLast() else { return false }
      behavior.value = adapt?(old, behavior.peek()) ?? old
    case .dropFirst(let pile): _ = pile == .undo ? undo.removeFirst() : redo.removeFirst()
    case .clear(let pile):
      var old = Shelf<Value>()
      if pile == .undo { swap(&undo, &old) } else { swap(&redo, &old) }
      withExtendedLifetime(old) {}
    }
    return true
  }

  @inlinable
  func isChanged(_ present: Value) -> Bool { !behavior.isStill(last, stamp) && isStep(from: last, to: present) }

  /// Whether a change is more than one of parts that are left out.
  @inlinable
  func isStep(from old: Value, to present: Value) -> Bool {
    guard let adapt, let isSame else { return true }
    return !isSame(adapt(old, present), present)
  }

  @inlinable
  func look(keepingIn pile: HistoryPile?) -> Bool {
    let (present, old) = (behavior.peek(), last)
    if behavior.isStill(old, stamp) { return false }
    let isStep = isStep(from: old, to: present)
    last = present
    stamp = ChangeStamp(of: behavior)
    if isStep {
      switch pile {
      case .undo: undo.append(old)
      case .redo: redo.append(old)
      case nil: break
      }
    }
    // The old value is released after the change, if it is not kept: its end may use this.
    withExtendedLifetime(old) {}
    return isStep
  }
}
