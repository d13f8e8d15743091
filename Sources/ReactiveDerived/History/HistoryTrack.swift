/// One behavior of a ``History``, whatever its type: its value at the last step, and its old values.
protocol HistoryTrack: AnyObject {
  var label: String { get }
  /// It has notified since the last look.
  var isTouched: Bool { get set }
  /// Calls `touch` at each change, until the subscription is cancelled.
  func observe(_ touch: @escaping () -> Void) -> Subscription
  /// Looks at the behavior. If its value has changed since the last look, that is remembered, and the value from before is
  /// kept in `pile` if it is given; returns whether it has changed.
  func look(keepingIn pile: HistoryPile?) -> Bool
  /// Writes the last value of `pile`, which is taken out.
  func restore(from pile: HistoryPile)
  /// Forgets the last value of `pile`, or the first.
  func dropLast(of pile: HistoryPile)
  func dropFirst(of pile: HistoryPile)
  func clear(_ pile: HistoryPile)
}

/// Where an old value lies.
enum HistoryPile {
  /// Of steps to undo.
  case undo
  /// Of steps to redo.
  case redo
}

final class ValueTrack<Value>: HistoryTrack {
  private let behavior: OpenBehavior<Value>
  /// What is written in place of an old value, where the present one is the second.
  private let adapt: ((Value, Value) -> Value)?
  private let isSame: ((Value, Value) -> Bool)?
  /// The value at the last look, and its stamp.
  private var last: Value
  private var stamp: ChangeStamp
  private var undo = Shelf<Value>()
  private var redo = Shelf<Value>()
  var isTouched = false

  /// With `adapt`, an old value is adapted to the present one before it is written, and a change is none if the old value
  /// that is adapted to the new one is the same as that.
  init(
    _ behavior: OpenBehavior<Value>, adapt: ((_ old: Value, _ present: Value) -> Value)? = nil,
    isSame: ((Value, Value) -> Bool)? = nil
  ) {
    self.behavior = behavior
    self.adapt = adapt
    self.isSame = isSame
    last = behavior.peek()
    stamp = ChangeStamp(of: behavior)
  }

  var label: String { behavior.label }

  func observe(_ touch: @escaping () -> Void) -> Subscription {
    behavior.attach(with: self) { me, _ in
      if me.isTouched { return }
      me.isTouched = true
      touch()
    }
  }

  func look(keepingIn pile: HistoryPile?) -> Bool {
    isTouched = false
    let (present, old) = (behavior.peek(), last)
    // A batch that is taken back takes stamps back, and a later change uses them again for other values.
    let isUnchanged =
      behavior.duplicateRule == .none ? ChangeStamp(of: behavior) == stamp : behavior.isUnchanged(from: old)
    if isUnchanged { return false }
    let isExcluded = adapt.map { isSame?($0(old, present), present) ?? false } ?? false
    last = present
    stamp = ChangeStamp(of: behavior)
    // The old value is released after the change, if it is not kept: its end may use this.
    return withExtendedLifetime(old) {
      if isExcluded { return false }
      switch pile {
      case .undo: undo.append(old)
      case .redo: redo.append(old)
      case nil: break
      }
      return true
    }
  }

  func restore(from pile: HistoryPile) {
    guard let old = pile == .undo ? undo.removeLast() : redo.removeLast() else { return }
    behavior.value = adapt?(old, behavior.peek()) ?? old
  }

  func dropLast(of pile: HistoryPile) { _ = pile == .undo ? undo.removeLast() : redo.removeLast() }
  func dropFirst(of pile: HistoryPile) { _ = pile == .undo ? undo.removeFirst() : redo.removeFirst() }

  func clear(_ pile: HistoryPile) {
    var old = Shelf<Value>()
    if pile == .undo { swap(&undo, &old) } else { swap(&redo, &old) }
    withExtendedLifetime(old) {}
  }
}

/// A queue at both ends of which elements are taken out, and at whose end they come in.
struct Shelf<Element> {
  private var elements: [Element?] = []
  private var start = 0

  var count: Int { elements.count - start }
  func last(_ number: Int) -> [Element] { elements.suffix(number).compactMap { $0 } }
  var first: Element? { count > 0 ? elements[start] : nil }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func removeLast() -> Element? {
    if count == 0 { return nil }
    let last = elements.removeLast()
    if count == 0 { removeGap() }
    return last
  }

  mutating func removeFirst() -> Element? {
    if count == 0 { return nil }
    var first: Element?
    swap(&first, &elements[start])
    start += 1
    if start > 32 && start > elements.count / 2 { removeGap() }
    return first
  }

  private mutating func removeGap() {
    elements.removeFirst(start)
    start = 0
  }
}
