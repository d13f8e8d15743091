/// What a layer above keeps with a node, for as long as the node lives; see ``ReactiveNode/annex``.
package protocol NodeAnnex: AnyObject {
  /// The node, a source that tells of its writes, is written: called before anybody is told, also in a batch, and not for
  /// a duplicate.
  func nodeWasWritten()
}

extension ReactiveNode {
  /// What a layer above keeps with this node. It must not keep the node alive.
  package final var annex: (any NodeAnnex)? {
    get { node.withExtras { $0.annex } ?? nil }
    set { makeExtras().annex = newValue }
  }

  /// From now on this source tells its annex of writes. (A derivation is not written, and the bit means something else
  /// there.)
  package final func tellAnnexOfWrites() {
    if !isComputed { flags.insert(.annexed) }
  }

  /// A write that needs a second look: by an annex, or because it must not be.
  @usableFromInline @inline(never)
  final func examineWrite() {
    if flags.contains(.running) { Context.current.refuseUse(of: node) }
    annex?.nodeWasWritten()
  }
}
