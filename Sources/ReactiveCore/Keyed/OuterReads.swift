// Unsafe: the links of the evaluation that runs.
//
// Invariant: they are walked while no code of the user's runs.

/// What the functions of an operator read beside the rows.
///
/// A run after an edit calls them for the rows that have changed only. What they have read for other rows stays a dependency
/// all the same; when it changes, all rows are looked at.
@safe
@usableFromInline
package final class OuterReads {
  private struct Source {
    weak var node: ReactiveNode?
    /// What it was when it was read; nil if it has changed since, or if the open batch may take it back, after which another value
    /// may have the same stamp.
    var stamp: ChangeStamp?
  }
  @safe @exclusivity(unchecked) private var sources: [Source] = []

  @usableFromInline
  package init() {}

  /// Whether a function has read anything.
  @usableFromInline package var isEmpty: Bool { sources.isEmpty }

  /// After the rows have been read, and before the functions run: follows what they have read before. Returns whether any of
  /// it has changed.
  @inlinable @inline(__always)
  package func begin() -> Bool { isEmpty ? false : follow() }

  @usableFromInline @inline(never)
  func follow() -> Bool {
    var hasChanged = false
    for (index, source) in sources.enumerated() {
      guard let node = source.node else {
        hasChanged = true
        continue
      }
      node.follow()
      let stamp = ChangeStamp(of: node)
      if stamp != source.stamp { hasChanged = true }
      sources[index].stamp = node.isInBatch ? nil : stamp
    }
    if hasChanged { sources.removeAll { $0.node == nil } }
    return hasChanged
  }

  /// The functions have run. `rows`: what was read before them.
  @inlinable @inline(__always)
  package func end(in evaluation: EvaluationRef, after rows: ReactiveNode) {
    if !isEmpty || !evaluation.hasReadLast(rows) { note(evaluation, rows) }
  }

  @usableFromInline @inline(never)
  func note(_ evaluation: EvaluationRef, _ rows: ReactiveNode) {
    evaluation.forEachRead { node, isUnchanged in
      if node == rows.node || sources.contains(where: { $0.node?.node == node }) { return }
      let node = node.retained
      sources.append(Source(node: node, stamp: isUnchanged && !node.isInBatch ? ChangeStamp(of: node) : nil))
    }
  }
}

extension ReactiveNode {
  /// Whether an open batch has changed it, and may take that back: after that another value may have the same stamp.
  package final var isInBatch: Bool { flags.contains(.hasSnapshot) }
}

extension EvaluationRef {
  /// Whether the open batch may take back what its node becomes.
  @usableFromInline package var hasSnapshot: Bool { unsafe pointer.pointee.sub?.flags.contains(.hasSnapshot) == true }

  /// Whether this is what it has read last.
  @inlinable @inline(__always)
  func hasReadLast(_ node: ReactiveNode) -> Bool { unsafe pointer.pointee.tail.reads(node.node) }

  /// Calls `body` with everything that it has read, and whether that is still what was read.
  func forEachRead(_ body: (NodeRef, _ isUnchanged: Bool) -> Void) {
    guard let sub = unsafe pointer.pointee.sub else { return }
    let tail = unsafe pointer.pointee.tail
    if tail.isNone { return }
    var link = sub.deps
    while let present = link {
      if let dep = present.dep { body(dep, present.version == dep.version) }
      if present == tail { return }
      link = present.nextDep
    }
  }

  /// Calls a function of the user's, whose reads are dependencies, in a stretch whose reads are none.
  @inlinable @inline(__always)
  package func tracking<Result>(_ body: () -> Result) -> Result {
    open()
    let result = body()
    close()
    return result
  }
}
