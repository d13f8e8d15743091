import ReactiveCore

/// The binding state of a behavior: created on demand, released with it.
final class BindingAttachment: NodeAttachment {
  /// When the behavior was last written, among its group of two-way bindings; nil before the first such binding.
  fileprivate var stamp: WriteStamp?
  /// The ``WriteStamp/bounces`` of the last write, which may have been forwarded by a bound behavior.
  var bounces = 0

  func nodeWasWritten() {
    stamp?.noteWrite()
    bounces = stamp?.bounces ?? 0
  }
  func nodeHasForwarded(_ node: ReactiveNode) { stamp?.noteForwarded(by: node) }
}

extension ReactiveNode {
  var bindings: BindingAttachment { attachment(BindingAttachment.self) { BindingAttachment() } }

  /// The stamp of this source, shared by its bindings. It records writes once created.
  var writeStamp: WriteStamp {
    let attachment = bindings
    if let stamp = attachment.stamp { return stamp }
    let stamp = WriteStamp()
    attachment.stamp = stamp
    return stamp
  }
}
