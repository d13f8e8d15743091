// Unsafe: the operands of write requests, read as the type that the request documents.
//
// Invariant: the caller of a write retains the behavior, and so its operations. `operand` is the value, or the function
// that changes it in place; both are on the caller's stack. Or it is a question about the value that waits, an object
// that the caller retains.
//
// These behaviors are computed and can be written: a write is forwarded to the origin of the value. The node is an
// ordinary derivation, so it changes together with its dependencies.

extension OpenBehavior {
  /// Answers a request of the kernel, or writes, for a behavior that forwards its writes; see
  /// ``init(forwardingBy:name:file:line:)``.
  ///
  /// `compute` is the derivation's function. `peek` and `write` are called outside of it: `peek` computes the value,
  /// and `write` stores a change at the origin; with `writesDuplicates`, any write. `waiting` returns the written value
  /// that the origin does not have yet; it is asked only of a behavior that ``writesLate``.
  // The functions are called in one closure of the caller, `waiting` and `write` in one place: the compiler sees through
  // their captures.
  @inlinable @inline(__always)
  package static func serve(
    _ question: ValueRequest, _ test: some EqualityTest<Value>, writesDuplicates: Bool = false,
    compute: (EvaluationRef) -> Value, peek: () -> Value, waiting: (WaitingPurpose) -> Value? = { _ in nil },
    write: (Value) -> Void
  ) -> Bool {
    if _fastPath(
      question.request != .forward && question.request != .modify && question.request != .isDuplicate
        && question.request != .waiting)
    {
      return Behavior<Value>.serve(question, { test.isDuplicate($0, $1) }, compute: compute)
    }
    // Sent by a write, which is compared when it is forwarded.
    if question.request == .isDuplicate { return false }
    if question.request == .waiting {
      let operand = unsafe question.operand.unsafelyUnwrapped
      return unsafe Unmanaged<WaitingWrite<Value>>.fromOpaque(operand)._withUnsafeGuaranteedRef { answer in
        guard let value = waiting(answer.purpose) else { return false }
        answer.isDuplicate = answer.earlier.map { test.isDuplicate($0, value) } ?? false
        answer.value = value
        return true
      }
    }
    return unsafe Unmanaged<OpenBehavior<Value>>.fromOpaque(question.node)._withUnsafeGuaranteedRef { me in
      let operand = unsafe question.operand.unsafelyUnwrapped
      // A write that needs no comparison needs no value.
      let comparesOld = !writesDuplicates || question.request == .modify
      let isStale = !me.flags.isDisjoint(with: .stale)
      // The origin may hold a duplicate of the present value, which must not be released in the midst of the write.
      let origin = _isPOD(Value.self) && !(comparesOld && isStale) ? nil : peek()
      let old = !comparesOld ? nil : isStale ? origin : me.present
      var new: Value
      if question.request == .modify, let old {
        new = me.waitingValue(.base) ?? old
        unsafe operand.assumingMemoryBound(to: ((inout Value) -> Void).self).pointee(&new)
      } else {
        new = unsafe operand.assumingMemoryBound(to: Value.self).pointee
      }
      // The present value is a change behind a waiting write, or behind anything else that may change it.
      if !writesDuplicates, let old, test.isDuplicate(old, new), me.waitingValue(.base) == nil { return false }
      let isNoted = me.flags.contains(.hasAttachment)
      if isNoted { me.beginForwarding() }
      write(new)
      if isNoted { me.endForwarding() }
      // Its `deinit` may use the origin, which is consistent again.
      withExtendedLifetime((old, origin)) {}
      return true
    }
  }

  /// Without `peek`: each write first brings the behavior up to date, which makes it depend on its reads.
  @inlinable @inline(__always)
  package static func serve(
    _ question: ValueRequest, _ test: some EqualityTest<Value>, writesDuplicates: Bool = false,
    compute: (EvaluationRef) -> Value, waiting: (WaitingPurpose) -> Value? = { _ in nil }, write: (Value) -> Void
  ) -> Bool {
    serve(
      question, test, writesDuplicates: writesDuplicates, compute: compute,
      peek: { unsafe Unmanaged<OpenBehavior<Value>>.fromOpaque(question.node)._withUnsafeGuaranteedRef { $0.peek() } },
      waiting: waiting, write: write)
  }

  /// Writes `new` to the origin, if it is a change there.
  @inlinable @inline(never)
  final func forward(_ new: Value) {
    if prepareToForward() { return withoutTracking { _ = ask(.forward, about: new) } }
    _ = ask(.forward, about: new)
  }

  /// ``update(_:)`` of a copy, which is written to the origin.
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

  /// Stops if the value is being computed, or if writes nest too deep. Returns whether reads are tracked.
  @usableFromInline
  final func prepareToForward() -> Bool {
    let context = Context.current
    if !flags.isDisjoint(with: .running | .updating) { context.refuseUse(of: node) }
    if writesLate { unsafe context.raw.pointee.lateWrites &+= 1 }
    if context.isStackNearlyFull() {
      stop(
        """
        writing \(label) led to so many other writes, each inside the one before, that the stack is nearly full. \
        Behaviors that forward their writes write each other in a ring, or are made of each other in a long chain. \
        Let one of them store its value.
        """)
    }
    return unsafe context.evaluation != nil
  }

  /// Notifies the attachment of a write about to be forwarded. Begins a batch, so that observers run after it.
  @usableFromInline
  final func beginForwarding() {
    attachment?.nodeWasWritten()
    Context.current.batchDepth &+= 1
  }

  @usableFromInline
  final func endForwarding() {
    _ = peek()
    attachment?.nodeHasForwarded(self)
    Context.current.endBatch()
  }

  @usableFromInline
  final func stopWithoutUpdate() -> Never {
    stop("\(label) was updated after its end. This is a fault of this library: report it.")
  }
}

extension Context {
  /// Changes with each write that its origin takes later, and with the thread.
  package static var lateWrites: UInt64 {
    let context = ready
    return unsafe context.threadNumber << 32 | UInt64(context.raw.pointee.lateWrites)
  }
}

/// What the value of a waiting write is for.
@usableFromInline
package enum WaitingPurpose {
  /// To be known. The origin calls the functions of the arrival, if any.
  case look(Arrival?)
  /// To be changed in part and written again. While a recorder shows an earlier value, that is the live one. While
  /// anything else waits that may change the value, that is the present one.
  case base
}

/// The arrival of values that wait at their origin, which takes, changes or refuses them.
@usableFromInline
package final class Arrival {
  /// Called before it, while the values wait.
  package let prepare: () -> Void
  /// Called after it, when the origin has notified.
  package let complete: () -> Void

  package init(prepare: @escaping () -> Void = {}, complete: @escaping () -> Void) {
    self.prepare = prepare
    self.complete = complete
  }
}

/// A question about a written value that the origin does not have yet, and its answer.
@safe
@usableFromInline
package final class WaitingWrite<Value> {
  @usableFromInline let purpose: WaitingPurpose
  /// Compared with the value.
  @usableFromInline let earlier: Value?
  @usableFromInline package final var value: Value?
  @usableFromInline package final var isDuplicate = false

  @usableFromInline
  init(_ purpose: WaitingPurpose, _ earlier: Value?) {
    self.purpose = purpose
    self.earlier = earlier
  }
}

extension Behavior {
  /// The last written value that the origin does not have yet, if any. Reads show the value from before.
  @inlinable @inline(__always)
  package final func waitingValue(_ purpose: WaitingPurpose) -> Value? {
    writesLate ? waitingWrite(purpose, after: nil)?.value : nil
  }

  /// The same, compared with an earlier value.
  @usableFromInline
  package final func waitingWrite(_ purpose: WaitingPurpose, after earlier: Value?) -> WaitingWrite<Value>? {
    // A write by way of a chain that is too long stops with a message.
    if !writesLate || Context.current.isStackNearlyFull() { return nil }
    let write = WaitingWrite(purpose, earlier)
    let question = unsafe ValueRequest(node.address, .waiting, Unmanaged.passUnretained(write).toOpaque())
    return withExtendedLifetime(write) {
      withoutTracking { operations.withContent { $0.answer(question) } } ? write : nil
    }
  }
}
