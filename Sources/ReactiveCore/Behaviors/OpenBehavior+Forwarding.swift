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
  /// `compute` is the function of the derivation. The others are called outside of it, and untracked but for `modify`: `peek`
  /// computes the value as well, `write` stores one where this one comes from (one that is a change, unless
  /// `writesDuplicates`), and `modify` calls its argument with the value in place there, once.
  // The functions are called in one closure of the caller's: so the compiler sees through what that captures.
  @inlinable @inline(__always)
  package static func serve(
    _ question: ValueRequest, _ test: some EqualityTest<Value>, writesDuplicates: Bool = false,
    compute: (EvaluationRef) -> Value, peek: () -> Value, write: (Value) -> Void,
    modify: (_ body: (inout Value) -> Void) -> Void
  ) -> Bool {
    if _fastPath(question.request != .forward && question.request != .modify) {
      return Behavior<Value>.serve(question, { test.isDuplicate($0, $1) }, compute: compute)
    }
    let operand = unsafe question.operand.unsafelyUnwrapped
    if question.request == .modify {
      modify(unsafe operand.assumingMemoryBound(to: ((inout Value) -> Void).self).pointee)
      return true
    }
    let new = unsafe operand.assumingMemoryBound(to: Value.self).pointee
    return unsafe Unmanaged<OpenBehavior<Value>>.fromOpaque(question.node)._withUnsafeGuaranteedRef { me in
      if !writesDuplicates && !test.findsNone {
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
    _ = prepareToForward()
    var outcome: Swift.Result<Result, Failure>?
    func change(_ value: inout Value) {
      do throws(Failure) { outcome = .success(try body(&value)) } catch { outcome = .failure(error) }
    }
    withoutActuallyEscaping(change) { change in
      noteForwarding {
        unsafe withUnsafePointer(to: change) { change in
          _ = operations.withContent { $0.answer(unsafe ValueRequest(node.address, .modify, UnsafeRawPointer(change))) }
        }
      }
    }
    guard let outcome else { stopWithoutUpdate() }
    return try outcome.get()
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
    write()
    _ = peek()
    attachment.nodeHasForwarded(self)
  }

  @usableFromInline
  final func stopWithoutUpdate() -> Never {
    stop("\(label) was updated, and what it comes from did not call the update.")
  }
}
