import ReactiveCore

/// One side of a two-way binding: something that holds a value, and knows when it was written.
class BindingSide<Value> {
  let stamp: WriteStamp
  init(stamp: WriteStamp) { self.stamp = stamp }

  /// The value; nil if the side is gone.
  func read() -> Value? { nil }
  /// Puts `value` there, which was written elsewhere at `time`.
  func write(_ value: Value, from time: UInt64) {}
}

/// A behavior that is bound. It is not kept alive: it keeps the binding, as its observer.
final class BehaviorSide<Value>: BindingSide<Value> {
  private weak var behavior: OpenBehavior<Value>?

  init(_ behavior: OpenBehavior<Value>) {
    self.behavior = behavior
    let annex = behavior.bindings
    // One for all bindings of the behavior.
    let stamp = annex.stamp ?? WriteStamp()
    annex.stamp = stamp
    super.init(stamp: stamp)
  }

  override func read() -> Value? { behavior?.peek() }
  override func write(_ value: Value, from time: UInt64) {
    stamp.carry(from: time) { behavior?.value = value }
  }
}
