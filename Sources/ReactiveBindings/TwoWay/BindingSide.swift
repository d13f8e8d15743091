import ReactiveCore

/// One side of a two-way binding: something that holds a value, and knows when it was written.
class BindingSide<Value> {
  let stamp: WriteStamp
  init(stamp: WriteStamp) { self.stamp = stamp }

  /// What messages call it.
  var label: String { "" }
  /// Whether the side has been released: it can neither be read nor written any more.
  var isGone: Bool { true }
  /// Notes a write that was made where the value comes from.
  func update() {}
  /// The value; nil if the side has been released.
  func read() -> Value? { nil }
  /// Puts `value` there; `source` says when it was written elsewhere, or, if it is nil, that it counts as written now.
  func write(_ value: Value, from source: WriteStamp?) {}
}

/// A behavior that is bound. It is not kept alive: it keeps the binding, as its observer.
final class BehaviorSide<Value>: BindingSide<Value> {
  private weak var behavior: OpenBehavior<Value>?

  init(_ behavior: OpenBehavior<Value>) {
    self.behavior = behavior
    super.init(stamp: behavior.writeStamp)
    if !behavior.forwardsWrites { return }
    _ = behavior.peek()
    stamp.lookAt(behavior)
  }

  override var label: String { behavior?.label ?? "a behavior" }
  override var isGone: Bool { behavior == nil }
  override func update() {
    guard let behavior, behavior.forwardsWrites else { return }
    _ = behavior.peek()
    stamp.noteChange(of: behavior)
  }
  override func read() -> Value? { behavior?.peek() }
  override func write(_ value: Value, from source: WriteStamp?) {
    stamp.carry(from: source) { behavior?.value = value }
  }
}
