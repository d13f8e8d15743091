// Changes of the value in place: it is moved out, changed, and moved back.

extension OpenBehavior {
  /// Changes the value in place, and notifies once.
  ///
  /// ```swift
  /// let items = OpenBehavior(["milk"])
  /// items.sink { print($0.count) }
  /// items.update { $0.append("bread") }  // prints "2"
  /// ```
  ///
  /// The value is moved out and back, so an array with a million elements is not copied to append one. `body` is a batch:
  /// what it writes elsewhere is notified together with this change, when it has returned. It must not read or write
  /// this behavior: that stops with a message. If `body` throws, what it had changed stays and is notified.
  ///
  /// A value that comes out a duplicate is no change, and the value from before is put back, so that what is read stays
  /// what was notified. That takes a copy, which is made for values of trivial types (an `Int`, a struct of them),
  /// objects, and behaviors with an `isDuplicate` of yours: there, an array is copied when `body` changes it. A value of
  /// any other `Equatable` type is not copied, so it always counts as changed. Of a behavior that is computed, such as a part of
  /// another, a copy is changed and written.
  ///
  /// - Returns: what `body` returns.
  @inlinable
  @discardableResult
  public final func update<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if flags.contains(.forwardsWrites) { return try forwardUpdate(body) }
    return try update(in: Context.current, body)
  }

  /// ``update(_:)`` of a behavior that forwards no writes, for a caller that has the thread's context. With `keepingSnapshot`
  /// a batch that ends where it began is found to have done so, for any `Equatable` value: that is copied, so it is for
  /// changes of a small part.
  @inlinable @inline(__always)
  package final func update<Result, Failure: Error>(
    in context: Context, keepingSnapshot: Bool = false, _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    #if DEBUG
    Context.noteOperation()
    #endif
    if flags.contains(.running) { context.refuseUse(of: node) }
    let keepsOld = !isNeverDuplicate && (_isPOD(Value.self) || !flags.contains(.usesEquatable))
    let old = keepsOld ? storage : nil
    if isWatchedOrBound || (hasInexactDuplicates && context.batchDepth > 0) {
      prepareUpdate(keepsOld || keepingSnapshot, in: context)
    }
    var value = take()
    flags.insert(.running)
    context.batchDepth &+= 1
    defer {
      put(value)
      flags.remove(.running)
      // Tested again: `body` may have subscribed.
      if isWatchedOrBound || flags.contains(.hasSnapshot) || (keepsOld && hasInexactDuplicates) {
        finishUpdate(from: old, in: context)
      } else {
        noteUnwatchedChange()
        context.endBatch()
      }
    }
    return try body(&value)
  }

  /// Its value is stored, and what is a change is known without it: by `==` of an `Equatable` type, or any write is one.
  @inlinable package final var hasPlainChanges: Bool {
    flags.isDisjoint(with: .computed) && !flags.isDisjoint(with: .usesEquatable | .neverEqual)
  }

  /// Something is to be notified of a change.
  @inlinable @inline(__always)
  final var isWatchedOrBound: Bool { subs != nil || !flags.isDisjoint(with: .observed | .hasAttachment) }

  /// The value is about to be changed in place, and observers or dependents may have to be notified.
  @inlinable @inline(__always)
  final func prepareUpdate(_ keepsOld: Bool, in context: Context) {
    if context.batchDepth == 0 {
      if flags.contains(.queued) { notifyLater(in: context) }
    } else if keepsOld {
      keepSnapshot(in: context)
    } else if !flags.contains(.hasSnapshot) {
      if flags.contains(.queued) { notifyLater(in: context) }
      context.markSnapshot(of: node)
    }
  }

  /// The value has been changed in place: notifies, unless it is a duplicate of `old`, which is put back then. Ends the
  /// batch that the change was.
  @inlinable
  final func finishUpdate(from old: Value?, in context: Context) {
    if var old, isPlainDuplicate(old) ?? ask(.isReverted, about: old) {
      _ = putBack(&old)
      // The duplicate is released inside the batch: its end may write.
      _ = consume old
      return context.endBatch()
    }
    if !isWatchedOrBound && flags.isDisjoint(with: .hasSnapshot) {
      noteUnwatchedChange()
      return context.endBatch()
    }
    if flags.contains(.hasAttachment) { examineWrite() }
    node.advance()
    if flags.contains(.hasAttachment) && hasValueFollower {
      spread(present, in: context)
      notifyValueFollower()
      return context.endBatch()
    }
    // Outside of a batch the change is delivered as any other write.
    let isAlone = context.endEmptyBatch()
    spread(present, in: context)
    if !isAlone { context.endBatch() }
  }
}
