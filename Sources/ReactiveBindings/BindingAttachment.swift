import ReactiveCore

/// The binding state of a behavior: created on demand, released with it.
final class BindingAttachment: NodeAttachment {
  /// When the behavior was last written, among its group of two-way bindings; nil before the first such binding.
  fileprivate var stamp: WriteStamp?
  /// The clock of the bound parts that have this source; nil before the first.
  fileprivate var clockOfParts: WriteClock?
  /// The last noted write that has changed this source of parts.
  private var lastWrite: (change: ChangeStamp, write: NotedWrite)?
  /// The last write of this source of parts.
  private(set) var lastSourceWrite: NotedWrite?
  /// The ``WriteStamp/bounces`` of the last write, which may have been forwarded by a bound behavior.
  var bounces = 0

  var hasBoundParts: Bool { clockOfParts != nil }

  func nodeWasWritten() {
    stamp?.noteWrite()
    bounces = stamp?.bounces ?? 0
    if let clockOfParts { noteWriteOfSource(clockOfParts) }
  }
  private func noteWriteOfSource(_ clock: WriteClock) {
    // A batch may have reverted the change, whose stamp the new one then has.
    lastWrite = nil
    lastSourceWrite = stamp?.lastWrite ?? NotedWrite(clock: clock, localTime: clock.next().time)
  }
  func nodeHasForwarded(_ node: ReactiveNode) { stamp?.noteForwarded(by: node) }

  /// `source` has this attachment, and bound parts. It was changed by `write`.
  func noteChange(of source: ReactiveNode, by write: NotedWrite) {
    lastWrite = (ChangeStamp(of: source), write)
  }

  /// The write that has brought about the present value of `source`, which has this attachment; nil if it is not known.
  func writeBehindValue(of source: ReactiveNode) -> NotedWrite? {
    guard let lastWrite, lastWrite.change == ChangeStamp(of: source) else { return nil }
    return lastWrite.write
  }
}

extension ReactiveNode {
  var bindings: BindingAttachment { attachment(BindingAttachment.self) { BindingAttachment() } }
  var presentBindings: BindingAttachment? { attachment(BindingAttachment.self) }

  /// The stamp of this source, shared by its bindings. It records writes once created.
  var writeStamp: WriteStamp {
    let attachment = bindings
    if let stamp = attachment.stamp { return stamp }
    let stamp = WriteStamp()
    attachment.stamp = stamp
    if let clock = attachment.clockOfParts { _ = stamp.clock.overtake(clock) }
    return stamp
  }

  /// Compares the times of all bound parts of this source, and of its own writes: `clock` is that of a new one.
  func shareClock(_ clock: WriteClock) {
    let attachment = bindings
    if let shared = attachment.clockOfParts ?? attachment.stamp?.clock { _ = clock.overtake(shared) }
    if attachment.clockOfParts == nil { attachment.clockOfParts = clock }
  }

  /// Whether an open batch may restore what this part, or other computed behavior, comes from.
  var hasTentativeOrigin: Bool {
    onlySource.map(\.isInBatch) ?? dependencies.contains { $0.isInBatch || $0.onlySource?.isInBatch ?? false }
  }

  /// The stamps of the bound wholes to which this part forwards its writes.
  var stampsOfWholes: [WriteStamp] {
    var stamps: [WriteStamp] = []
    var node: ReactiveNode = self
    while node.forwardsWrites {
      let origins = node.dependencies
      guard origins.count == 1 else { break }
      node = origins[0]
      if let stamp = node.presentBindings?.stamp { stamps.append(stamp) }
    }
    return stamps
  }
}
