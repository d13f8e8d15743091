// Unsafe: the operands of the requests to write, as what the request says.
//
// Invariant: the caller of a write retains the behavior, and with it the operations that are asked. `operand` is the value
// to be written, or the function that changes the value in place; both lie on the stack of the caller.
//
// Behaviors that are computed and can be written all the same: the value of one comes from elsewhere, and its writes go
// there. The node itself is a derivation like any other, so it changes in one with what it is made of.

extension OpenBehavior {
  /// Answers the kernel, and writes, for a behavior that forwards its writes; see ``init(forwardingBy:name:file:line:)``.
  ///
  /// `compute` is the function of the derivation. `write` is called outside of it: it stores a value where this one comes
  /// from (one that is a change, unless `writesDuplicates`). So the value is computed before each write, and the behavior
  /// depends on what that reads.
  // The functions are called in one closure of the caller's: so the compiler sees through what that captures.
  @inlinable @inline(__always)
  package static func serve(
    _ question: ValueRequest, _ test: some EqualityTest<Value>, writesDuplicates: Bool = false,
    compute: (EvaluationRef) -> Value, write: (Value) -> Void
  ) -> Bool {
    func peek() -> Value {
      unsafe Unmanaged<OpenBehavior<Value>>.fromOpaque(question.node)._withUnsafeGuaranteedRef { $0.peek() }
    }
    return serve(
      question, test, writesDuplicates: writesDuplicates, isInPlace: false, compute: compute, peek: peek, write: write
    ) { body in
      batch {
        var value = peek()
        if body(&value) { withoutTracking { write(value) } }
      }
    }
  }

  /// The same for one whose value can be changed in place where it comes from: `modify` calls its argument with that, once,
  /// which returns whether it is a change. `peek` computes the value as well.
  @inlinable @inline(__always)
  package static func serve(
    _ question: ValueRequest, _ test: some EqualityTest<Value>, writesDuplicates: Bool = false, isInPlace: Bool = true,
    compute: (EvaluationRef) -> Value, peek: () -> Value, write: (Value) -> Void,
    modify: (_ body: (inout Value) -> Bool) -> Void
  ) -> Bool {
    if _fastPath(question.request != .forward && question.request != .modify) {
      return Behavior<Value>.serve(question, { test.isDuplicate($0, $1) }, compute: compute)
    }
    let operand = unsafe question.operand.unsafelyUnwrapped
    return unsafe Unmanaged<OpenBehavior<Value>>.fromOpaque(question.node)._withUnsafeGuaranteedRef { me in
      let comparesOld = !writesDuplicates && !test.findsNone
      if question.request == .modify {
        let change = unsafe operand.assumingMemoryBound(to: ((inout Value) -> Bool).self).pointee
        // In place, a copy of a large value would make the change copy it; see `update`.
        let keepsOld = comparesOld && (!isInPlace || _isPOD(Value.self) || Value.self is AnyClass)
        modify { value in
          let old = keepsOld ? value : nil
          guard change(&value) else { return false }
          guard let old, test.isDuplicate(old, value) else { return true }
          value = old
          return false
        }
        return true
      }
      let new = unsafe operand.assumingMemoryBound(to: Value.self).pointee
      if comparesOld {
        let old = me.flags.isDisjoint(with: .stale) ? me.present : peek()
        if test.isDuplicate(old, new) { return false }
      }
      if me.flags.contains(.hasAttachment) {
        me.noteForwarding { write(new) }
      } else {
        write(new)
      }
      return true
    }
  }

  /// Writes `new` where the value comes from, if it is a change there.
  @inlinable @inline(never)
  final func forward(_ new: Value) {
    if prepareToForward() { return withoutTracking { _ = ask(.forward, about: new) } }
    _ = ask(.forward, about: new)
  }

  /// ``update(_:)``, where the value comes from.
  @inlinable @inline(never)
  final func forwardUpdate<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var outcome: Swift.Result<Result, Failure>?
    forwardChange { value in
      do throws(Failure) { outcome = .success(try body(&value)) } catch { outcome = .failure(error) }
      return true
    }
    guard let outcome else { stopWithoutUpdate() }
    return try outcome.get()
  }

  /// ``changePart(_:)``, where the value comes from.
  @inlinable @inline(never)
  final func forwardChange(_ body: (inout Value) -> Bool) {
    _ = prepareToForward()
    withoutActuallyEscaping(body) { body in
      noteForwarding {
        unsafe withUnsafePointer(to: body) { body in
          _ = operations.withContent { $0.answer(unsafe ValueRequest(node.address, .modify, UnsafeRawPointer(body))) }
        }
      }
    }
  }

  /// Changes a part of the value in place; `body` returns whether that is a change.
  ///
  /// As ``update(_:)``, but a batch that ends where it began is found to have done so, for any `Equatable` value: with what
  /// is written in a batch, the value from before it is kept.
  @inlinable @inline(__always)
  package final func changePart(_ body: (inout Value) -> Bool) {
    let context = Context.current
    #if DEBUG
    Context.noteOperation()
    #endif
    if !flags.isDisjoint(with: .running | .forwardsWrites) {
      if flags.contains(.forwardsWrites) { return forwardChange(body) }
      context.refuseUse(of: node)
    }
    let keepsOld = !isNeverDuplicate && (_isPOD(Value.self) || !flags.contains(.usesEquatable))
    let old = keepsOld ? storage : nil
    if isWatchedOrBound || (hasInexactDuplicates && context.batchDepth > 0) { prepareUpdate(true, in: context) }
    var value = take()
    flags.insert(.running)
    context.batchDepth &+= 1
    let isChange = body(&value)
    put(value)
    flags.remove(.running)
    if !isChange { return context.endBatch() }
    // Tested again: `body` may have subscribed.
    if isWatchedOrBound || flags.contains(.hasSnapshot) || (keepsOld && hasInexactDuplicates) {
      finishUpdate(from: old, in: context)
    } else {
      noteUnwatchedChange()
      context.endBatch()
    }
  }

  /// Stops where the value is being computed, and where writes lead to ever more writes. Returns whether reads are tracked.
  @usableFromInline
  final func prepareToForward() -> Bool {
    let context = Context.current
    if flags.contains(.running) { context.refuseUse(of: node) }
    if context.isStackNearlyFull() {
      stop(
        """
        writing \(label) led to so many other writes, each inside the one before, that the stack is nearly full. Behaviors \
        whose writes go elsewhere are likely to write each other in a ring: let one of them store its value.
        """)
    }
    return unsafe context.evaluation != nil
  }

  /// Runs `write`, of which an attachment is notified.
  @usableFromInline
  final func noteForwarding(_ write: () -> Void) {
    guard let attachment else { return write() }
    attachment.nodeWasWritten()
    // A batch: observers are notified after the attachment.
    batch {
      write()
      _ = peek()
      attachment.nodeHasForwarded(self)
    }
  }

  @usableFromInline
  final func stopWithoutUpdate() -> Never {
    stop("\(label) was updated, and what it comes from did not call the update.")
  }
}
