/// What a layer above keeps with a node, which releases it at its end; see ``ReactiveNode/attachment``.
package protocol NodeAttachment: AnyObject {
  /// The source has been written. Runs before observers are notified, also in a batch, and not for a duplicate.
  /// Effects are not written, and derivations only if they forward their writes.
  func nodeWasWritten()
  /// `node` has passed a write on to where its value comes from, and is up to date; see ``NodeFlags/forwardsWrites``.
  func nodeHasForwarded(_ node: ReactiveNode)
}

extension NodeAttachment {
  package func nodeHasForwarded(_ node: ReactiveNode) {}
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

  /// A write that an attachment must be notified of, or that must be refused.
  @usableFromInline @inline(never)
  final func examineWrite() {
    if flags.contains(.running) { Context.current.refuseUse(of: node) }
    attachment?.nodeWasWritten()
  }
}
