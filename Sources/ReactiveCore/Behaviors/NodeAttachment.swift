/// What a layer above keeps with a node, for as long as the node lives; see ``ReactiveNode/attachment``.
package protocol NodeAttachment: AnyObject {
  /// A source that announces its writes is written. Runs before observers are notified, also in a batch, and not for
  /// a duplicate.
  func nodeWasWritten()
}

extension ReactiveNode {
  /// What a layer above keeps with this node. It must not keep the node alive.
  package final var attachment: (any NodeAttachment)? {
    get { node.withSideTable { $0.attachment } ?? nil }
    set { makeSideTable().attachment = newValue }
  }

  /// From now on this source notifies its attachment of writes. A derivation is not written.
  package final func notifyAttachmentOfWrites() {
    if !isComputed { flags.insert(.hasAttachment) }
  }

  /// A write that needs a second look: by an attachment, or because it must not be.
  @usableFromInline @inline(never)
  final func examineWrite() {
    if flags.contains(.running) { Context.current.refuseUse(of: node) }
    attachment?.nodeWasWritten()
  }
}
