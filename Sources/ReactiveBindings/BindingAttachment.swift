import ReactiveCore

/// What this layer keeps with a behavior: made when first needed, released with the behavior.
final class BindingAttachment: NodeAttachment {
  /// When the behavior was written, among everything that is bound two ways with it; nil as long as nothing ever was.
  fileprivate var stamp: WriteStamp?

  func nodeWasWritten() { stamp?.noteWrite() }
  func nodeHasForwarded(_ node: ReactiveNode) { stamp?.noteForwarded(by: node) }
}

extension ReactiveNode {
  /// What this layer keeps with this node.
  var bindings: BindingAttachment { attachment(BindingAttachment.self) { BindingAttachment() } }

  /// The stamp of this source, one for all of its bindings. From the first one on, it notes the writes.
  var writeStamp: WriteStamp {
    let attachment = bindings
    if let stamp = attachment.stamp { return stamp }
    let stamp = WriteStamp()
    attachment.stamp = stamp
    return stamp
  }
}
