import ReactiveCore

/// A side of a two-way binding: a value, and the time of its last write.
class BindingSide<Value> {
  let stamp: WriteStamp
  /// A behavior that forwards its writes, such as a part.
  final let forwardsWrites: Bool
  init(stamp: WriteStamp, forwardsWrites: Bool = false) {
    self.stamp = stamp
    self.forwardsWrites = forwardsWrites
  }

  var label: String { "" }
  /// Whether the side is deallocated.
  var isGone: Bool { true }
  /// Whether a write changes a part of a whole, or a whole with bound parts.
  var sharesWhole: Bool { false }
  /// Whether an open batch may restore the value: found by the last read, write or ``lookForBatch()``. Inside a call of
  /// `independently`, that is a batch around it.
  final var isTentative = false
  func lookForBatch() {}
  /// The side belongs to `binding` from now on.
  func join(_ binding: any Settling) {}
  /// Notes a write made at the origin of the value.
  func update() {}
  /// For a behavior that forwards its writes: the last write of its source.
  var lastSourceWrite: NotedWrite? { nil }
  /// For a behavior that forwards its writes: its value was carried over to or from the other side.
  func noteCarried() {}
  /// Whether a written value waits to arrive at its origin. Then that calls the functions of the arrival.
  func isWaiting(for arrival: @autoclosure () -> Arrival) -> Bool { false }
  /// Nil if the side is deallocated.
  func read() -> Value? { nil }
  /// Writes `value` with the time of `source`, or if nil, the present time.
  func write(_ value: Value, from source: WriteStamp?) {}
}

/// A bound behavior. It is not kept alive, but keeps the binding as its observer.
final class BehaviorSide<Value>: BindingSide<Value> {
  private let reference: WeakObject<OpenBehavior<Value>>
  private let writesLate: Bool
  private let attachment: BindingAttachment

  init(_ behavior: OpenBehavior<Value>) {
    reference = WeakObject(behavior)
    writesLate = behavior.writesLate
    attachment = behavior.bindings
    super.init(stamp: behavior.writeStamp, forwardsWrites: behavior.forwardsWrites)
    if !forwardsWrites { return }
    _ = behavior.peek()
    stamp.lookAt(behavior)
  }

  private var behavior: OpenBehavior<Value>? { reference.object }

  override var label: String { behavior?.label ?? "a behavior" }
  override var isGone: Bool { behavior == nil }
  override func lookForBatch() { if let behavior { lookForBatch(around: behavior) } }
  private func lookForBatch(around behavior: OpenBehavior<Value>) {
    isTentative = forwardsWrites ? behavior.hasTentativeOrigin : behavior.isInBatch
  }
  override func join(_ binding: any Settling) { stamp.bindings.add(binding) }
  override var sharesWhole: Bool { forwardsWrites || attachment.hasBoundParts }
  override func update() {
    guard forwardsWrites, let behavior else { return }
    _ = behavior.peek()
    stamp.noteChange(of: behavior)
  }
  override var lastSourceWrite: NotedWrite? {
    behavior?.onlySource?.presentBindings?.lastSourceWrite
  }
  override func noteCarried() { if let behavior { stamp.noteCarried(behavior) } }
  override func isWaiting(for arrival: @autoclosure () -> Arrival) -> Bool {
    writesLate && holdsWaitingValue(for: arrival())
  }
  // Not inlined: it begins by a search for the type of the optional, in code that is not specialized.
  @inline(never)
  private func holdsWaitingValue(for arrival: Arrival) -> Bool { behavior?.waitingValue(.look(arrival)) != nil }
  override func read() -> Value? {
    guard let behavior else { return nil }
    lookForBatch(around: behavior)
    return behavior.peek()
  }
  override func write(_ value: Value, from source: WriteStamp?) {
    guard let behavior else { return stamp.carry(from: source) {} }
    lookForBatch(around: behavior)
    if forwardsWrites { return stamp.carry(from: source, toPart: behavior) { behavior.value = value } }
    stamp.carry(from: source) { behavior.value = value }
    if attachment.hasBoundParts { attachment.noteChange(of: behavior, by: stamp.lastWrite) }
  }
}
