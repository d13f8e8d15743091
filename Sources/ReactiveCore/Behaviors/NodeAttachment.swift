/// What a layer above keeps with a node, for as long as the node lives; see ``ReactiveNode/attachment``.
package protocol NodeAttachment: AnyObject {
  /// The source has been written. Runs before observers are notified, also in a batch, and not for a duplicate. A
  /// derivation is not written.
  func nodeWasWritten()
}

extension ReactiveNode {
  /// What a layer above keeps with this node. It must not keep the node alive.
  package final var attachment: (any NodeAttachment)? {
    get { node.withSideTable { $0.attachment } ?? nil }
    set {
      makeSideTable().attachment = newValue
      if !isComputed { flags.insert(.hasAttachment) }
    }
  }

  /// A write that an attachment must be notified of, or that must be refused.
  @usableFromInline @inline(never)
  final func examineWrite() {
    if flags.contains(.running) { Context.current.refuseUse(of: node) }
    attachment?.nodeWasWritten()
  }
}
