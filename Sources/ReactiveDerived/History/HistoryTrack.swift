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
  private let subscribe: (HistoryTrack) -> Subscription
  @safe @exclusivity(unchecked) private unowned var core: HistoryCore?
  @safe @exclusivity(unchecked) private var number: Int32 = 0
  private var subscription: Subscription?
  /// It has notified since the last look.
  @safe @exclusivity(unchecked) private var isTouched = false

  @usableFromInline
  init(
    _ behavior: ReactiveNode, subscribe: @escaping (HistoryTrack) -> Subscription,
    perform: @escaping (Request) -> Bool
  ) {
    self.behavior = behavior
    self.subscribe = subscribe
    self.perform = perform
  }

  /// Notifies `core` of each change from now on.
  func begin(_ number: Int32, of core: HistoryCore) {
    self.number = number
    self.core = core
    subscription = subscribe(self)
  }

  func end() { subscription?.cancel() }

  /// The behavior has notified.
  @usableFromInline
  func touch() {
    if isTouched { return }
    isTouched = true
    core?.touch(number)
  }

  func look(keepingIn pile: HistoryPile?) -> Bool {
    isTouched = false
    return perform(.look(pile))
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

  @inlinable
  func observe<Value>(_ behavior: OpenBehavior<Value>) -> Subscription {
    // Unowned, and not weak: that would make each use of the track slower. It ends with ``end()``.
    behavior.sink { [unowned self] _ in touch() }
  }
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
  func isChanged(_ present: Value) -> Bool {
    !behavior.isStill(last, stamp) && !(adapt.map { isSame?($0(last, present), present) ?? false } ?? false)
  }

  @inlinable
  func look(keepingIn pile: HistoryPile?) -> Bool {
    let (present, old) = (behavior.peek(), last)
    if behavior.isStill(old, stamp) { return false }
    let isStep = isChanged(present)
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
