import ReactiveCore

/// Keeps two sides in agreement by carrying the newer value over.
///
/// Each change calls ``settle()``, which compares both sides, so the order and number of announcements do not matter.
/// The observers of the sides keep the binding, which keeps none of them.
final class TwoWayBinding<First, Second, Failure: Error>: Settling {
  private let first: BindingSide<First>
  private let second: BindingSide<Second>
  private let conversion: Conversion<First, Second, Failure>
  private let errors: Event<Failure>?
  /// Writes that are not carried over though their times differ: the binding began with them, or they could not be
  /// converted. In the first side's time.
  private var settled: (first: WriteTime, second: WriteTime)?
  private var looksLater = false
  /// The sides do not agree yet. Pending deliveries run before the binding continues.
  private var isDeferred = false
  private var isOver = false
  /// A batch around a call of `independently` may restore a side that was written in the call, without a notification.
  private lazy var settleWhenIdle = makeIdleCall()
  /// A side's value is compared again when it has arrived: the origin may have changed or refused it.
  private lazy var arrival = Arrival(complete: { [weak self] in self?.settle() })

  init(
    _ first: BindingSide<First>, _ second: BindingSide<Second>, _ conversion: Conversion<First, Second, Failure>,
    _ errors: Event<Failure>?
  ) {
    self.first = first
    self.second = second
    self.conversion = conversion
    self.errors = errors
    first.join(self)
    second.join(self)
  }

  /// Carries the first side over, as the newer one.
  func begin() {
    // What earlier writes of this batch or delivery have changed is older than the binding.
    first.stamp.clock.catchUp()
    second.stamp.clock.catchUp()
    let isNewer = first.stamp.clock.overtake(second.stamp.clock)
    // A setter's writes are notified afterwards.
    Context.deliverFirst {
      if isNewer { return settle() }
      // In a ring that this binding closes, both sides share a clock but may differ: then the second side counts as
      // written now.
      let time = first.stamp.time
      let isCarried = carryForward(from: nil)
      // The write may cause a write of the first side.
      if !isCarried || second.stamp.isCorrection || first.stamp.time != time { return settle() }
      noteAsSettled()
      if Context.isCollecting { settleLater() }
    }
  }

  func end() { isOver = true }

  func settle() {
    if isOver || isDeferred { return }
    if Context.isCollecting { settleLater() }
    first.stamp.clock.catchUp()
    // Repeats if a setter or a conversion writes a side. If one always does, its deliveries must not pile up, so they
    // run in between. `bounces` limits the rounds.
    for _ in 0..<100 {
      if isOver { return }
      update()
      let (one, other) = (first.stamp.time, second.stamp.time)
      let (firstWaits, secondWaits) = (first.isWaiting(for: arrival), second.isWaiting(for: arrival))
      if one == other || isSettled(one, other) || first.isGone || second.isGone { return }
      if one > other ? firstWaits : secondWaits { return }
      let isShared = one > other ? second.sharesWhole : first.sharesWhole
      if isShared && first.stamp.clock.settleWrites(before: max(first.stamp.time, second.stamp.time)) { continue }
      _ = one > other ? carryForward(from: first.stamp) : carryBack()
    }
    isDeferred = true
    callLater(after: .queue, label: label) { [weak self] in
      self?.isDeferred = false
      self?.settle()
    }
  }

  func settleWhole(from stamp: WriteStamp) -> Bool {
    let isFirst = first.stamp === stamp
    if isFirst { first.lookForBatch() } else { second.lookForBatch() }
    if isFirst ? first.isTentative : second.isTentative { return false }
    let other = isFirst ? second.stamp : first.stamp
    // An even newer side is carried in its own turn.
    guard isFirst ? second.sharesWhole : first.sharesWhole, stamp.time > other.time else { return false }
    settle()
    return true
  }

  func noteChanges(before stamp: WriteStamp) {
    if first.stamp === stamp { second.update() } else { first.update() }
  }

  /// Notes writes made at the origins of the values, the newer one last. If one write has changed both sides, the first
  /// counts as newer, as at the beginning.
  private func update() {
    if !first.forwardsWrites && !second.forwardsWrites { return }
    let isFirstOlder = first.forwardsWrites && second.forwardsWrites && isFirstSourceOlder
    if isFirstOlder { first.update() }
    second.update()
    if !isFirstOlder { first.update() }
  }
  private var isFirstSourceOlder: Bool {
    guard let one = first.lastSourceWrite, let other = second.lastSourceWrite else { return false }
    return one.time < other.time
  }

  private var label: String { Self.label(first, second) }
  private static func label(_ first: BindingSide<First>, _ second: BindingSide<Second>) -> String {
    "the two-way binding of \(first.label) and \(second.label)"
  }

  // Its label must not retain the binding.
  private func makeIdleCall() -> IdleCall {
    let (first, second) = (first, second)
    return IdleCall(label: Self.label(first, second)) { [weak self] in self?.settle() }
  }

  /// Writes the second side. Returns false if the conversion wrote a side, which is newer.
  private func carryForward(from stamp: WriteStamp?) -> Bool {
    carry(from: first, to: second, conversion.forward) { second.write($0, from: stamp) }
  }
  private func carryBack() -> Bool {
    carry(from: second, to: first, conversion.back) { first.write($0, from: second.stamp) }
  }

  private func carry<Value, Result>(
    from side: BindingSide<Value>, to other: BindingSide<Result>, _ convert: (Value) throws(Failure) -> Result,
    _ write: (Result) -> Void
  ) -> Bool {
    guard let value = side.read() else { return true }
    let bounces = side.stamp.bounces
    if bounces > Context.roundLimit - 16 { side.stamp.clock.watch(side.label, other.label, bounces) }
    let bouncesAround = side.stamp.clock.countWrites(as: bounces + 1)
    defer { side.stamp.clock.countWrites(as: bouncesAround) }
    let (one, other) = (first.stamp.time, second.stamp.time)
    func isUnchanged() -> Bool { first.stamp.time == one && second.stamp.time == other }
    do throws(Failure) {
      let converted = try withoutTracking { () throws(Failure) in try convert(value) }
      // The conversion may cancel the binding.
      if isOver || !isUnchanged() { return false }
      write(converted)
      // A change that the write causes belongs to its chain of carries.
      update()
      if first.forwardsWrites { first.noteCarried() }
      if second.forwardsWrites { second.noteCarried() }
      if first.isTentative || second.isTentative { settleWhenIdle.request() }
    } catch {
      if isOver || !isUnchanged() { return false }
      noteAsSettled()
      errors?.trigger(error)
    }
    return true
  }

  /// A batch that reverts the change notifies no observer, though the change was carried over.
  private func settleLater() {
    if looksLater { return }
    looksLater = true
    callLater(after: .queue, label: label) { [weak self] in
      self?.looksLater = false
      self?.settle()
    }
  }

  private func noteAsSettled() {
    let shift = first.stamp.clock.shiftToAll
    settled = (first.stamp.time.shifted(by: -shift), second.stamp.time.shifted(by: -shift))
  }
  private func isSettled(_ one: WriteTime, _ other: WriteTime) -> Bool {
    guard let settled else { return false }
    let shift = first.stamp.clock.shiftToAll
    return settled.first.shifted(by: shift) == one && settled.second.shifted(by: shift) == other
  }
}
