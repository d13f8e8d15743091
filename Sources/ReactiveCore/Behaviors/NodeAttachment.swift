/// What a layer above keeps with a node, which releases it at its end; see ``ReactiveNode/attachment``.
@usableFromInline
package protocol NodeAttachment: AnyObject {
  /// The source has been written. Runs before observers are notified, also in a batch, and not for a duplicate.
  /// Effects are not written, and derivations only if they forward their writes.
  func nodeWasWritten()
  /// `node` has passed a write on to where its value comes from, and is up to date; see ``NodeFlags/forwardsWrites``.
  func nodeHasForwarded(_ node: ReactiveNode)
  /// Whether ``nodeHasChanged()`` is called, for which each write is a batch.
  var followsValue: Bool { get }
  /// The source has been written, and has the new value. What is written now is in one batch with that.
  func nodeHasChanged()
}

extension NodeAttachment {
  @usableFromInline
  package func nodeHasForwarded(_ node: ReactiveNode) {}
  @usableFromInline package var followsValue: Bool { false }
  @usableFromInline
  package func nodeHasChanged() {}
}

extension ReactiveNode {
  /// What a layer above keeps with this node. It must not keep the node alive.
  package final var attachment: (any NodeAttachment)? {
    get { node.withSideTable { $0.attachment } ?? nil }
    set {
      makeSideTable().attachment = newValue
      if flags.isDisjoint(with: [.computed, .reaction]) || flags.contains(.forwardsWrites) {
        flags.insert(.hasAttachment)
      }
    }
  }

  /// The attachment of this type, made when first asked for. A node may have one of each type.
  @usableFromInline
  package final func attachment<Found: NodeAttachment>(_: Found.Type, orMake make: () -> Found) -> Found {
    let present = attachment
    if let found = present as? Found { return found }
    let list = present as? AttachmentList
    if let found = list?.all.lazy.compactMap({ $0 as? Found }).first { return found }
    let new = make()
    if let list {
      list.all.append(new)
    } else if let present {
      attachment = AttachmentList([present, new])
    } else {
      attachment = new
    }
    return new
  }

  /// Whether an attachment is notified when a new value is there.
  @usableFromInline
  final var hasValueFollower: Bool { @inline(never) get { attachment?.followsValue == true } }

  @usableFromInline @inline(never)
  final func notifyValueFollower() { attachment?.nodeHasChanged() }

  /// A write that an attachment must be notified of, or that must be refused.
  @usableFromInline @inline(never)
  final func examineWrite() {
    if flags.contains(.running) { Context.current.refuseUse(of: node) }
    attachment?.nodeWasWritten()
  }
}

extension OpenBehavior {
  /// Whether its value is stored, and what is notified of the writes knows it: the end of a batch puts an equal one in its place
  /// at most.
  @inlinable package final var isFollowedByWrites: Bool {
    flags.isDisjoint(with: .computed) && !flags.isDisjoint(with: [.usesEquatable, .neverEqual])
  }
}

/// Several attachments of one node.
private final class AttachmentList: NodeAttachment {
  var all: [any NodeAttachment]

  init(_ all: [any NodeAttachment]) { self.all = all }

  var followsValue: Bool { all.contains { $0.followsValue } }
  func nodeWasWritten() { for attachment in all { attachment.nodeWasWritten() } }
  func nodeHasForwarded(_ node: ReactiveNode) { for attachment in all { attachment.nodeHasForwarded(node) } }
  func nodeHasChanged() { for attachment in all { attachment.nodeHasChanged() } }
}
