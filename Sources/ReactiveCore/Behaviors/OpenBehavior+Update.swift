extension OpenBehavior {
  /// Changes the value in place, and notifies once.
  ///
  /// ```swift
  /// let items = OpenBehavior(["milk"])
  /// items.sink { print($0.count) }
  /// items.update { $0.append("bread") }  // prints "2"
  /// ```
  ///
  /// The value is moved out and back, so appending to an array with a million elements does not copy it. `body` is a
  /// batch: its writes elsewhere are notified together with this change. If `body` throws, its changes stay and are
  /// notified. If it reads or writes this behavior, the program stops with a message.
  ///
  /// If the result is a duplicate, nothing is notified and the old value is restored. That requires a copy of the old
  /// value:
  ///
  /// - Values of trivial types (an `Int`, a struct of them), objects that are not `Equatable`, and the values of
  ///   behaviors with your own `isDuplicate` are copied. With `isDuplicate`, `body` therefore copies an array that it
  ///   changes.
  /// - Values of other `Equatable` types are not copied, and always count as changed.
  ///
  /// A computed behavior, such as a part of another, changes and writes a copy. `body` may read it, and sees the value
  /// from before.
  ///
  /// - Returns: The result of `body`.
  @inlinable
  @discardableResult
  public final func update<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if flags.contains(.forwardsWrites) { return try forwardUpdate(body) }
    return try update(in: Context.current, body)
  }

  /// ``update(_:)`` of a behavior that forwards no writes. With `keepingSnapshot`, any `Equatable` value is copied so
  /// that a batch can find that it was restored. Use that for changes of a small part.
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

  /// Whether the value is stored, also while unobserved, and changes are found by `==` or every write is one.
  @inlinable package final var hasPlainChanges: Bool {
    flags.isDisjoint(with: [.computed, .counted]) && !flags.isDisjoint(with: .usesEquatable | .neverEqual)
  }

  /// Whether a change must be notified.
  @inlinable @inline(__always)
  final var isWatchedOrBound: Bool { subs != nil || !flags.isDisjoint(with: .observed | .hasAttachment) }

  /// Prepares a change in place that may have to be notified.
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

  /// Notifies of a change in place, or restores `old` if the value is a duplicate of it. Ends the batch of the change.
  @inlinable
  final func finishUpdate(from old: Value?, in context: Context) {
    if var old, isPlainDuplicate(old) ?? ask(.isReverted, about: old) {
      _ = putBack(&old)
      // The duplicate is released inside the batch: its `deinit` may write.
      _ = consume old
      return context.endBatch()
    }
    if !isWatchedOrBound && flags.isDisjoint(with: .hasSnapshot) {
      noteUnwatchedChange()
      return context.endBatch()
    }
    let follower = flags.contains(.hasAttachment) ? examineWrite() : nil
    node.advance()
    if let follower {
      spread(present, in: context)
      follower.nodeHasChanged()
      return context.endBatch()
    }
    // Outside of a batch the change is delivered like any other write.
    let isAlone = context.endEmptyBatch()
    spread(present, in: context)
    if isAlone { context.checkInvariants() } else { context.endBatch() }
  }
}
