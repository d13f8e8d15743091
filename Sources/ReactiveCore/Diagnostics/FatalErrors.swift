// Unsafe: reads the evaluations on the stack by address.
//
// Invariant: the process ends here; every node that is read is alive until then.
//
// Each message states what happened, in which node, and what to do instead.

/// Unlike `precondition`, prints its message in release builds.
package func stop(_ message: String) -> Never { fatalError("swift-reactive: " + message) }

extension Context {
  /// A node is used or ends while an evaluation, batch or queue of another thread refers to it.
  @inline(never)
  func stopInFlightElsewhere(_ node: NodeRef) -> Never { stopInFlightElsewhere(node.retained.label) }

  /// Stops if `context` belongs to another thread. It refers to the node named `label`.
  @usableFromInline
  package func checkUse(of label: String, heldBy context: Context) {
    if !isInAnyContext({ unsafe $0.raw == context.raw }) { stopInFlightElsewhere(label) }
  }

  private func stopInFlightElsewhere(_ label: String) -> Never {
    stop(
      """
      \(label) is used in two isolations at once: a batch, effect, derivation or delivery of another isolation has \
      not finished with it. What is made or read inside such a call belongs to it. Make and read it before or after \
      that call, or in a task of its own.
      """)
  }

  @inline(never)
  func stopDeepRow(of collection: ReactiveNode) -> Never {
    stop(
      """
      the stack of this thread is too small for a row of a collection derived from \(collection.label): too many \
      collections are derived from each other. Derive it in fewer steps, or use the row on a thread with a larger \
      stack; array and peek(_:) need none.
      """)
  }

  @inline(never)
  func stopDeepOrder() -> Never {
    let user = unsafe evaluation?.pointee.sub?.retained.label ?? "a collection"
    stop(
      """
      the stack of this thread is too small to order rows for \(user): too many collections are sorted or grouped from \
      each other. Derive it in fewer steps, or use it on a thread with a larger stack.
      """)
  }

  @inline(never)
  func stopDeepObserving(of node: NodeRef) -> Never {
    stop(
      """
      the stack of this thread is too small to observe \(node.retained.label): observers that are called as they are \
      added each add the next. Use sink, whose observer is called at the next change, or add observers in a loop.
      """)
  }

  @inline(never)
  func stopDeepCancelling() -> Never {
    stop(
      """
      the stack of this thread is too small to cancel a subscription: the functions called at their ends each cancel \
      the next. Keep the subscriptions in a SubscriptionBag, which cancels one after the other.
      """)
  }

  @inline(never)
  func stopDeepCleanups(of node: NodeRef) -> Never {
    stop(
      """
      the stack of this thread is too small for the cleanups of \(node.retained.label): cleanups each end the next \
      effect or scope, or add the next cleanup. Keep what ends together in one EffectScope, or end it in a loop.
      """)
  }

  @inline(never)
  func stopDeepEdit(of rows: ReactiveNode) -> Never {
    stop(
      """
      the stack of this thread is too small to edit \(rows.label): what an edit calls, such as the deinit of a row, \
      makes the next edit, which calls the same. Edit the rows one after the other, in a loop.
      """)
  }

  @inline(never)
  func stopDeepRuns(in evaluation: UnsafeMutablePointer<Evaluation>) -> Never {
    var effects = 0
    var derivations = 0
    var label = "a node"
    var next = unsafe Optional(evaluation)
    while let present = unsafe next {
      if let node = unsafe present.pointee.sub {
        if effects + derivations == 0 { label = node.retained.label }
        if node.flags.contains(.reaction) { effects += 1 } else { derivations += 1 }
      }
      unsafe next = present.pointee.outer
    }
    stop(
      effects > derivations
        ? """
        the stack of this thread is too small to run \(label): \(effects) effects are running, each made in the body of \
        the one before. Make fewer levels, or make inner effects when the outer body has run; later runs need no stack.
        """
        : """
        the stack of this thread is too small to read \(label): \(derivations) derivations are reading each other, each \
        for the first time. Read a long chain from its beginning once, or observe it as it is built; updates need no stack.
        """)
  }
}
