/// What a layer above keeps with a node, for as long as the node lives; see ``ReactiveNode/annex``.
package protocol NodeAnnex: AnyObject {
  /// The node, a source, is written: called before anybody is told, also in a batch, and not for a duplicate.
  func nodeWasWritten()
}

extension ReactiveNode {
  /// What a layer above keeps with this node. It must not keep the node alive.
  package final var annex: (any NodeAnnex)? {
    get { node.withExtras { $0.annex } ?? nil }
    set {
      makeExtras().annex = newValue
      // A derivation is not written, and the bit means something else there.
      if flags.contains(.computed) { return }
      if newValue == nil { flags.remove(.annexed) } else { flags.insert(.annexed) }
    }
  }

  /// A write that needs a second look: by an annex, or because it must not be.
  @usableFromInline @inline(never)
  final func examineWrite() {
    if flags.contains(.running) { Context.current.refuseUse(of: node) }
    annex?.nodeWasWritten()
  }
}
