public import ReactiveCore

/// A behavior of a ``History``: its value at the last look, and its old values.
///
/// Only ``perform`` depends on the type. It is made where the behavior is given, and so is specialized.
@usableFromInline
final class HistoryTrack {
  @usableFromInline
  enum Request {
    /// Has the value changed since the last look?
    case isChanged
    /// The same. Remembers the value, and keeps the earlier one in the pile.
    case look(HistoryPile?)
    /// Whether a message waits that may change the behavior.
    case awaitMessage(Arrival)
    /// The same. From now on, what it will bring counts as the value.
    case lookAhead(Arrival)
    /// Accepts the values that the handled messages produced as the expected ones. That is no step.
    case arrive
    /// Whether the behavior has the last value to undo again.
    case isRestored
    /// Takes the last value of the pile as the one to restore.
    case fetch(HistoryPile)
    /// Writes the value to restore. Whether the behavior has it now.
    case restore
    /// Writes the value to restore, or else the last one, if the behavior had it and has lost it.
    case restoreLost
    /// The undo or redo is over.
    case finish
    /// Forgets the first value of the pile, or all.
    case dropFirst(HistoryPile)
    case clear(HistoryPile)
  }

  let behavior: ReactiveNode
  let perform: (Request) -> Bool
  private let subscribe: (HistoryObserver) -> Subscription
  private var subscription: Subscription?
  /// Its index in the history.
  @safe @exclusivity(unchecked) private(set) var number: Int32 = 0
  /// Whether it is among those that the history looks at when the thread is idle.
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

  /// From now on, passes each change to `core` and requests `later`.
  func begin(_ number: Int32, of core: HistoryCore, _ later: IdleCall) {
    self.number = number
    subscription = subscribe(HistoryObserver(self, core, later))
  }

  func end() { subscription?.cancel() }

  /// The order of restoring: stored behaviors, then fields and their parts, then drafts and conversions.
  var rank: Int { !behavior.forwardsWrites ? 0 : behavior.writesLate && behavior.onlySource != nil ? 1 : 2 }

  /// Whether the value has changed since the last look.
  func isChanged() -> Bool { perform(.isChanged) }

  func look(keepingIn pile: HistoryPile?) -> Bool { perform(.look(pile)) }
}

/// Observes the behavior of a track.
///
/// It retains everything it calls, so a notification retains nothing. The behavior retains it until the track's
/// subscription is cancelled.
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

@usableFromInline
enum HistoryPile {
  case undo
  case redo
}

extension HistoryTrack {
  @inlinable
  static func of<Value>(_ behavior: OpenBehavior<Value>) -> HistoryTrack {
    let values = HistoryValues(behavior)
    return HistoryTrack(behavior, subscribe: { $0.observe(behavior) }, perform: { values.perform($0) })
  }

  /// Adapts an old value to the present one before writing it. A change is no step if the adapted old value equals the
  /// new one.
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

@usableFromInline
final class HistoryValues<Value> {
  @usableFromInline let behavior: OpenBehavior<Value>
  @usableFromInline let adapt: ((Value, Value) -> Value)?
  @usableFromInline let isSame: ((Value, Value) -> Bool)?
  // Exclusivity-unchecked: the checks would take longer than the work. No access is open while user code runs.

  /// The value at the last look, and its stamp.
  @safe @exclusivity(unchecked) @usableFromInline var last: Value
  @safe @exclusivity(unchecked) @usableFromInline var stamp: ChangeStamp
  @safe @exclusivity(unchecked) @usableFromInline var undo = Deque<Value>()
  @safe @exclusivity(unchecked) @usableFromInline var redo = Deque<Value>()
  /// Whether `last` may be a value that waits in a program's message.
  @safe @exclusivity(unchecked) @usableFromInline var isAhead = false
  /// During an undo or redo, the value that it restores, and whether the behavior has had it.
  @safe @exclusivity(unchecked) @usableFromInline var restored: Value?
  @safe @exclusivity(unchecked) @usableFromInline var isRestored = false

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
    case .isChanged: return isAhead ? isChangedAhead() : isChanged(behavior.peek())
    case .look(let pile): return isAhead ? lookAhead(keepingIn: pile) : look(keepingIn: pile)
    case .awaitMessage(let arrival): return behavior.waitingValue(.look(arrival)) != nil
    case .lookAhead(let arrival): return beginAhead(arrival)
    case .arrive: if isAhead && behavior.waitingValue(.look(nil)) == nil { _ = lookAhead(keepingIn: nil) }
    case .isRestored: return isBack()
    case .fetch(let pile): fetch(from: pile)
    case .restore: return restore()
    case .restoreLost: return restoreLost()
    case .finish: finish()
    case .dropFirst(let pile): _ = pile == .undo ? undo.removeFirst() : redo.removeFirst()
    case .clear(let pile):
      var old = Deque<Value>()
      if pile == .undo { swap(&undo, &old) } else { swap(&redo, &old) }
      withExtendedLifetime(old) {}
    }
    return true
  }

  // Undo and redo are not inlinable: benchmark "write a behavior of a History, with an observer".

  @usableFromInline
  func fetch(from pile: HistoryPile) { restored = pile == .undo ? undo.removeLast() : redo.removeLast() }

  @usableFromInline
  func finish() {
    let value = restored
    (restored, isRestored) = (nil, false)
    withExtendedLifetime(value) {}
  }

  /// A write may be refused, ignored, or take effect when the thread is idle.
  @usableFromInline
  func restore() -> Bool {
    guard let restored else { return true }
    let new = adapt?(restored, behavior.waitingValue(.look(nil)) ?? behavior.peek()) ?? restored
    // Without a written value, it may follow from what is restored.
    if let draft = behavior as? LinkedProperty<Value> {
      draft.reset()
      if let write = behavior.waitingWrite(.look(nil), after: new) {
        if write.isDuplicate { return true }
      } else if has(new) {
        // Its source may be restored after it, and then change it.
        isRestored = true
        return true
      }
    }
    behavior.value = new
    isRestored = behavior.duplicateRule == .none ? behavior.waitingValue(.look(nil)) == nil : has(new)
    // Or it will have the value.
    return isRestored || behavior.waitingWrite(.look(nil), after: new)?.isDuplicate == true
  }

  /// Returns whether it has written.
  @usableFromInline
  func restoreLost() -> Bool {
    if adapt != nil || behavior.duplicateRule == .none || (restored != nil && !isRestored) { return false }
    let value = restored ?? last
    if behavior.waitingWrite(.look(nil), after: value)?.isDuplicate ?? has(value) { return false }
    behavior.value = value
    return true
  }

  @usableFromInline
  func isBack() -> Bool {
    guard let old = undo.last else { return false }
    if behavior.waitingWrite(.look(nil), after: old)?.isDuplicate ?? has(old) { return true }
    return !isStep(from: old, to: behavior.waitingValue(.look(nil)) ?? behavior.peek())
  }

  /// A value that is no duplicate of itself could not be recognized when it arrives.
  @usableFromInline
  func beginAhead(_ arrival: Arrival) -> Bool {
    isAhead = false
    guard let value = behavior.waitingValue(.look(arrival)) else { return false }
    isAhead = behavior.waitingWrite(.look(nil), after: value)?.isDuplicate == true
    return isAhead
  }

  @usableFromInline
  func isChangedAhead() -> Bool {
    guard let write = behavior.waitingWrite(.look(nil), after: last), let value = write.value else {
      return isChanged(behavior.peek())
    }
    return !write.isDuplicate && isStep(from: last, to: value)
  }

  @usableFromInline
  func lookAhead(keepingIn pile: HistoryPile?) -> Bool {
    let old = last
    guard let write = behavior.waitingWrite(.look(nil), after: old), let value = write.value else {
      isAhead = false
      return look(keepingIn: pile)
    }
    return remember(value, after: old, !write.isDuplicate && isStep(from: old, to: value), keepingIn: pile)
  }

  private func has(_ value: Value) -> Bool {
    _ = behavior.peek()
    return behavior.isUnchanged(from: value)
  }

  @inlinable
  func isChanged(_ present: Value) -> Bool { !behavior.isStill(last, stamp) && isStep(from: last, to: present) }

  /// Whether a change affects more than excluded parts.
  @inlinable
  func isStep(from old: Value, to present: Value) -> Bool {
    guard let adapt, let isSame else { return true }
    return !isSame(adapt(old, present), present)
  }

  @inlinable
  func look(keepingIn pile: HistoryPile?) -> Bool {
    let (present, old) = (behavior.peek(), last)
    // A duplicate may have other contents, which are not undone.
    let isStep = !behavior.isStill(old, stamp) && isStep(from: old, to: present)
    return remember(present, after: old, isStep, keepingIn: pile)
  }

  @inlinable @inline(__always)
  func remember(_ present: Value, after old: Value, _ isStep: Bool, keepingIn pile: HistoryPile?) -> Bool {
    last = present
    stamp = ChangeStamp(of: behavior)
    if isStep {
      switch pile {
      case .undo: undo.append(old)
      case .redo: redo.append(old)
      case nil: break
      }
    }
    // Released after the change: its `deinit` may use this.
    withExtendedLifetime(old) {}
    return isStep
  }
}
