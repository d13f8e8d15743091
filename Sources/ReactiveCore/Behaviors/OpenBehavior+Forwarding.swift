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
  /// `compute` is the function of the derivation. The others are called outside of it: `peek` computes the value as well, and
  /// `write` stores one where this one comes from; one that is a change, unless `writesDuplicates`.
  // The functions are called in one closure of the caller's, and `write` in one place: so the compiler sees through what that
  // captures.
  @inlinable @inline(__always)
  package static func serve(
    _ question: ValueRequest, _ test: some EqualityTest<Value>, writesDuplicates: Bool = false,
    compute: (EvaluationRef) -> Value, peek: () -> Value, write: (Value) -> Void
  ) -> Bool {
    if _fastPath(question.request != .forward && question.request != .modify && question.request != .isDuplicate) {
      return Behavior<Value>.serve(question, { test.isDuplicate($0, $1) }, compute: compute)
    }
    // Asked by a write, which is compared when it is forwarded.
    if question.request == .isDuplicate { return false }
    return unsafe Unmanaged<OpenBehavior<Value>>.fromOpaque(question.node)._withUnsafeGuaranteedRef { me in
      let operand = unsafe question.operand.unsafelyUnwrapped
      // A write that is one in any case needs no value.
      let comparesOld = !writesDuplicates || question.request == .modify
      let old = !comparesOld ? nil : me.flags.isDisjoint(with: .stale) ? me.present : peek()
      var new: Value
      if question.request == .modify, let old {
        new = old
        unsafe operand.assumingMemoryBound(to: ((inout Value) -> Void).self).pointee(&new)
      } else {
        new = unsafe operand.assumingMemoryBound(to: Value.self).pointee
      }
      if !writesDuplicates, let old, test.isDuplicate(old, new) { return false }
      let isNoted = me.flags.contains(.hasAttachment)
      if isNoted { me.beginForwarding() }
      write(new)
      if isNoted { me.endForwarding() }
      // Its end may use what it came from, which is in place again.
      withExtendedLifetime(old) {}
      return true
    }
  }

  /// The same without `peek`: the behavior is brought up to date before each write, and so depends on what it reads.
  @inlinable @inline(__always)
  package static func serve(
    _ question: ValueRequest, _ test: some EqualityTest<Value>, writesDuplicates: Bool = false,
    compute: (EvaluationRef) -> Value, write: (Value) -> Void
  ) -> Bool {
    serve(
      question, test, writesDuplicates: writesDuplicates, compute: compute,
      peek: { unsafe Unmanaged<OpenBehavior<Value>>.fromOpaque(question.node)._withUnsafeGuaranteedRef { $0.peek() } },
      write: write)
  }

  /// Writes `new` where the value comes from, if it is a change there.
  @inlinable @inline(never)
  final func forward(_ new: Value) {
    if prepareToForward() { return withoutTracking { _ = ask(.forward, about: new) } }
    _ = ask(.forward, about: new)
  }

  /// ``update(_:)``, of a copy, which is written where the value comes from.
  @inlinable @inline(never)
  final func forwardUpdate<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var outcome: Swift.Result<Result, Failure>?
    func change(_ value: inout Value) {
      flags.insert(.updating)
      defer { flags.remove(.updating) }
      do throws(Failure) { outcome = .success(try body(&value)) } catch { outcome = .failure(error) }
    }
    withoutActuallyEscaping(change) { change in
      _ = prepareToForward()
      withoutTracking {
        batch {
          unsafe withUnsafePointer(to: change) { change in
            let question = unsafe ValueRequest(node.address, .modify, UnsafeRawPointer(change))
            _ = operations.withContent { $0.answer(question) }
          }
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
    if !flags.isDisjoint(with: .running | .updating) { context.refuseUse(of: node) }
    if context.isStackNearlyFull() {
      stop(
        """
        writing \(label) led to so many other writes, each inside the one before, that the stack is nearly full. Behaviors \
        whose writes go elsewhere write each other in a ring, or are made of each other in a long chain: let one of them store \
        its value.
        """)
    }
    return unsafe context.evaluation != nil
  }

  /// A write is going to be forwarded, of which an attachment is notified. A batch begins: observers come after it.
  @usableFromInline
  final func beginForwarding() {
    attachment?.nodeWasWritten()
    Context.current.batchDepth &+= 1
  }

  /// It has been forwarded.
  @usableFromInline
  final func endForwarding() {
    _ = peek()
    attachment?.nodeHasForwarded(self)
    Context.current.endBatch()
  }

  @usableFromInline
  final func stopWithoutUpdate() -> Never {
    stop("\(label) was updated after its end.")
  }
}
