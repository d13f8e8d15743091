/// An object that a layer above attaches to a node. The node releases it at its end; see ``ReactiveNode/attachment``.
@usableFromInline
package protocol NodeAttachment: AnyObject {
  /// The source has been written. Runs before observers are notified, also in a batch, but not for a duplicate. Effects
  /// are not written, and derivations only if they forward writes.
  func nodeWasWritten()
  /// `node` has forwarded a write, and is up to date; see ``NodeFlags/forwardsWrites``.
  func nodeHasForwarded(_ node: ReactiveNode)
  /// Whether to call ``nodeHasChanged()``, which makes each write a batch.
  var followsValue: Bool { get }
  /// The source has its new value. Writes made now are in one batch with that write.
  func nodeHasChanged()
  /// The node was sent to another isolation, which now uses it.
  func nodeHasMoved()
}

extension NodeAttachment {
  @usableFromInline
  package func nodeWasWritten() {}
  @usableFromInline
  package func nodeHasForwarded(_ node: ReactiveNode) {}
  @usableFromInline package var followsValue: Bool { false }
  @usableFromInline
  package func nodeHasChanged() {}
  @usableFromInline
  package func nodeHasMoved() {}
}

extension ReactiveNode {
  /// The attachment must not retain the node.
  package final var attachment: (any NodeAttachment)? {
    get { node.withSideTable { $0.attachment } ?? nil }
    set {
      makeSideTable().attachment = newValue
      if flags.isDisjoint(with: [.computed, .reaction]) || flags.contains(.forwardsWrites) {
        flags.insert(.hasAttachment)
      }
    }
  }

  /// The attachment of this type, if any. A node may have one of each type.
  package final func attachment<Found: NodeAttachment>(_: Found.Type) -> Found? {
    guard let attachment else { return nil }
    if let found = attachment as? Found { return found }
    return (attachment as? AttachmentList)?.all.lazy.compactMap { $0 as? Found }.first
  }

  /// The attachment of this type, created on first use.
  @usableFromInline
  package final func attachment<Found: NodeAttachment>(_ type: Found.Type, orMake make: () -> Found) -> Found {
    if let found = attachment(type) { return found }
    let new = make()
    if let present = attachment {
      if let list = present as? AttachmentList {
        list.all.append(new)
      } else {
        attachment = AttachmentList([present, new])
      }
    } else {
      attachment = new
    }
    return new
  }

  /// Notifies the attachment of a write, or refuses the write. Returns the attachment if it follows the value.
  @usableFromInline @inline(never)
  final func examineWrite() -> (any NodeAttachment)? {
    if flags.contains(.running) { Context.current.refuseUse(of: node) }
    guard let attachment else { return nil }
    attachment.nodeWasWritten()
    return attachment.followsValue ? attachment : nil
  }
}

private final class AttachmentList: NodeAttachment {
  var all: [any NodeAttachment]

  init(_ all: [any NodeAttachment]) { self.all = all }

  var followsValue: Bool { all.contains { $0.followsValue } }
  func nodeWasWritten() { for attachment in all { attachment.nodeWasWritten() } }
  func nodeHasForwarded(_ node: ReactiveNode) { for attachment in all { attachment.nodeHasForwarded(node) } }
  func nodeHasChanged() { for attachment in all { attachment.nodeHasChanged() } }
  func nodeHasMoved() { for attachment in all { attachment.nodeHasMoved() } }
}
