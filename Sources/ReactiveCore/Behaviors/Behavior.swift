// Unsafe: casts the node of a request to the type of its operations.
//
// Invariant: that node holds the operations, and `operand` is as the request documents. An `EvaluationRef` is passed
// only to the function that runs in it.

/// A value that varies over time and notifies its observers when it changes.
///
/// This is the read side of everything with a current value: an ``OpenBehavior``, the projection of a ``Property``, and
/// the derivations of the layers above.
///
/// ```swift
/// let celsius = OpenBehavior(20)
/// let readOnly: Behavior<Int> = celsius
/// readOnly.observe { print("\($0) °C") }  // prints "20 °C"
/// celsius.value = 25                      // prints "25 °C"
/// print(readOnly)                         // 25
/// ```
///
/// `sink` calls its handler at each change; `observe` also calls it at once. Observers are called after the value is
/// stored, in subscription order, one delivery at a time. A write by an observer is delivered after the running
/// delivery.
///
/// A behavior retains its observers. A subscription retains a derived behavior, but not a stored one.
///
/// A behavior is not `Sendable`: it belongs to the isolation that made it. Use ``values`` to receive its values in
/// another isolation. Cost: 112 bytes for an `Int`; a read outside of tracking takes under 5 ns. The term is from
/// functional reactive programming (Elliott and Hudak, 1997), by way of Ultramarine.
@safe
@_hasMissingDesignatedInitializers
open class Behavior<Value>: ValueNode, BehaviorProtocol {
  @inlinable
  package init(
    flags: NodeFlags, value: Value, name: String?, file: StaticString, line: UInt, operations: ValueOperations
  ) {
    let location = SourceLocation(file: file, line: line)
    super.init(flags: flags, location: location, operations: operations)
    put(value)
    if name != nil || !location.fits { keep(name, location) }
  }

  @inlinable
  package init(computedBy equality: Equality<Value>, name: String?, file: StaticString, line: UInt) {
    let location = SourceLocation(file: file, line: line)
    super.init(
      flags: equality.flags.union(.computed | .dirty), location: location, operations: equality.operations)
    if name != nil || !location.fits { keep(name, location) }
  }

  /// A stored behavior, which messages identify by another declaration.
  init(flags: NodeFlags, value: Value, at location: SourceLocation, operations: ValueOperations) {
    super.init(flags: flags, location: location, operations: operations)
    put(value)
  }

  /// A computed behavior, which messages identify by another declaration.
  init(computedBy equality: Equality<Value>, at location: SourceLocation) {
    super.init(flags: equality.flags.union(.computed | .dirty), location: location, operations: equality.operations)
  }

  override func leaveGraph() {
    if flags.contains(.hasHooks) { handOnKept() }
    if isObserved && leaveGraphToTracker() { return }
    super.leaveGraph()
    endValue()
  }

  /// If something tracks on this thread, leaves the graph and registers the dependencies instead. Returns whether it
  /// did.
  // A function of its own, to keep the end of a behavior small.
  @inline(never)
  private final func leaveGraphToTracker() -> Bool {
    guard var inherited = inheritedByTracker else { return false }
    // In a batch, so that a source that runs while it is observed does not stop in between.
    let context = Context.current
    context.batchDepth &+= 1
    super.leaveGraph()
    endValue()
    while var node = inherited.popLast() {
      // One that nothing else retains ends now, too. So a chain ends link by link, without recursion and unregistered.
      let next = isKnownUniquelyReferenced(&node) ? node.dependencies : []
      inherited += next
      if next.isEmpty, let node = node as? ValueNode { node.registerRead(in: context) }
    }
    context.endBatch()
    return true
  }

  package override final var hasRun: Bool { flags.contains(.hasValue) }

  @usableFromInline
  package override final func observe(by port: any ReadPort) -> Subscription {
    prepareToObserve()
    defer { finishObserving() }
    guard let keeper = node.withSideTable({ $0.notedReads?.keeper }) ?? nil else {
      return begun(observers.attach { _ in _ = port.notify() })
    }
    keeper.keep(self, true)
    return begun(
      observers.attach { [weak keeper, weak self] value in
        let isFollowed = port.notify()
        // A removed row may never change again.
        let isGone =
          !port.wasReadSinceChange && Value.self is any OptionalValue.Type
          && (value as? any OptionalValue)?.wrappedValue == nil
        if let self, !isFollowed || isGone { keeper?.keep(self, false) }
      })
  }

  package override final var reflectedValue: [Mirror.Child] {
    storage.map { [(label: "value", value: $0 as Any)] } ?? []
  }

  /// This behavior, as ``BehaviorProtocol`` requires.
  @inlinable @inline(__always)
  public final var behavior: Behavior<Value> { self }

  /// The current value, read without tracking: it does not become a dependency.
  ///
  /// An outdated derivation is recomputed first.
  @inlinable @inline(__always)
  public final func peek() -> Value {
    #if DEBUG
    Context.noteOperation()
    #endif
    if !flags.isDisjoint(with: .stale) {
      Context.current.refresh(node)
      // Otherwise the optimizer may end it earlier, if the value is not used.
      withExtendedLifetime(self) {}
    }
    return present
  }

  /// The current value, tracked.
  @inlinable @inline(__always)
  package final func read() -> Value {
    #if DEBUG
    Context.noteOperation()
    #endif
    if !flags.isDisjoint(with: .stale) { return refreshAndRead() }
    if track(node) { return noteAndRead() }
    return present
  }

  /// Makes the value a dependency of the innermost evaluation.
  @inlinable @inline(__always)
  package final func read(in evaluation: EvaluationRef) -> Value {
    if !flags.isDisjoint(with: .stale) { return refreshAndRead() }
    unsafe Context.recordNext(node, evaluation.pointer)
    return present
  }

  // Inlinable, so that it is specialized: generic code would look up types at run time (benchmark: derivations).
  @inlinable @inline(never)
  final func refreshAndRead() -> Value {
    if refreshAndTrack(node) { noteRead() }
    return present
  }

  /// For a read that no evaluation records but another tracker may.
  @inlinable @inline(never)
  final func noteAndRead() -> Value {
    noteRead()
    return present
  }

  /// Marks the dependents of a stored change, and notifies the observers now or later.
  @inlinable @inline(__always)
  final func spread(_ new: Value, in context: Context) {
    if !context.isKnownHome(home) { context.checkHome(of: node) }
    if !flags.contains(.observed) {
      if let subs {
        context.mark(subs)
        if context.batchDepth == 0 && !context.pendingWork.isDisjoint(with: .deliveries) { context.flush() }
      }
    } else if context.isIdle {
      if let subs { context.mark(subs) }
      context.isFlushing = true
      withObservers { sideTable, chain in
        sideTable.notifiedVersion = version
        chain.deliver(new, version: version, before: chain.nextSerial)
      }
      context.endDelivery()
    } else {
      if context.batchDepth > 0 {
        context.enqueue(node)
      } else {
        withObservers { sideTable, chain in
          sideTable.notifiedVersion = version
          context.enqueue(ValueDelivery(new, version: version, to: chain, before: chain.nextSerial))
        }
      }
      if let subs { context.mark(subs) }
    }
  }

  /// The observers, created on first use.
  @usableFromInline
  package final var observers: ObserverList<Value> {
    let sideTable = makeSideTable()
    if let chain = sideTable.observers { return ObserverList(chain: chain) }
    let chain = ObserverStorage(name: nil, location: .unknown, node: node)
    sideTable.observers = chain
    return ObserverList(chain: chain)
  }
}

extension Behavior {
  /// Answers a request of the kernel. Inlined into the closures of ``ValueOperations``, where `Value` is known.
  @inlinable @inline(__always)
  static func serve(_ question: ValueRequest, _ isDuplicate: (_ old: Value, _ new: Value) -> Bool) -> Bool {
    serve(question, isDuplicate) { _ in
      unsafe Unmanaged<ComputedBehavior<Value>>.fromOpaque(question.node)._withUnsafeGuaranteedRef {
        $0.function.withContent { $0.compute() }
      }
    }
  }

  /// For a node whose operations hold its function.
  @inlinable @inline(__always)
  package static func serve(
    _ question: ValueRequest, _ isDuplicate: (_ old: Value, _ new: Value) -> Bool, compute: (EvaluationRef) -> Value
  ) -> Bool {
    let (node, operand) = unsafe (question.node, question.operand)
    // Tested first: nearly every request is this one, and a comparison is cheaper than the jump table of a switch.
    if _fastPath(question.request == .evaluate) {
      let evaluation = unsafe EvaluationRef(operand.unsafelyUnwrapped)
      let new = compute(evaluation)
      // The function may have released its own node.
      if evaluation.isDisposed { return false }
      return unsafe Unmanaged<Behavior<Value>>.fromOpaque(node)._withUnsafeGuaranteedRef { me in
        guard me.flags.contains(.hasValue) else {
          me.put(new)
          return true
        }
        let isChanged = !isDuplicate(me.present, new)
        // So may the test.
        if evaluation.isDisposed { return false }
        if _isPOD(Value.self) {
          if isChanged { _ = me.exchange(with: new) }
          return isChanged
        }
        let rest = isChanged ? me.exchange(with: new) : new
        evaluation.finish(isChanged: isChanged)
        withExtendedLifetime(rest) {}
        return false
      }
    }
    switch question.request {
    case .evaluate, .forward, .modify, .waiting: return false  // See above, and `OpenBehavior+Forwarding.swift`.
    case .isDuplicate, .isReverted:
      return unsafe Unmanaged<Behavior<Value>>.fromOpaque(node)._withUnsafeGuaranteedRef { me in
        guard let present = me.storage else { return false }
        let other = unsafe operand.unsafelyUnwrapped.assumingMemoryBound(to: Value.self)
        return unsafe question.request == .isReverted
          ? isDuplicate(other.pointee, present) : isDuplicate(present, other.pointee)
      }
    case .putBack:
      let other = unsafe UnsafeMutablePointer(mutating: operand.unsafelyUnwrapped.assumingMemoryBound(to: Value.self))
      return unsafe Unmanaged<Behavior<Value>>.fromOpaque(node)._withUnsafeGuaranteedRef {
        unsafe $0.putBack(&other.pointee)
      }
    case .keepSnapshot:
      unsafe keepSnapshot(of: node, in: Context(operand.unsafelyUnwrapped))
      return true
    case .notify:
      unsafe Unmanaged<Behavior<Value>>.fromOpaque(node)._withUnsafeGuaranteedRef { $0.notifyObservers() }
      return true
    }
  }

  // Inlined into the closures of ``ValueOperations``, it would slow every run of a node.
  @inlinable @inline(never)
  static func keepSnapshot(of node: UnsafeRawPointer, in context: Context) {
    unsafe Unmanaged<Behavior<Value>>.fromOpaque(node)._withUnsafeGuaranteedRef {
      if let value = $0.storage { context.keepSnapshot(value, of: $0.node) }
    }
  }

  /// Exchanges the value and `other`, unless they have the same bits or are the same object. Returns whether it did.
  ///
  /// An object held as `Any` is followed by undefined words. Not inlinable, because it is rare.
  @usableFromInline @inline(never)
  package final func putBack(_ other: inout Value) -> Bool {
    guard flags.contains(.hasValue) else { return false }
    var mine = take()
    let isKept = haveSameBits(mine, other) || IdentityTest().isDuplicate(mine, other)
    if !isKept { swap(&mine, &other) }
    put(mine)
    return !isKept
  }

  /// Whether the value is a duplicate of the earlier `other`.
  @inlinable
  package final func isUnchanged(from other: Value) -> Bool {
    !flags.contains(.neverEqual) && ask(.isReverted, about: other)
  }

  @inlinable @inline(__always)
  final func ask(_ request: ValueOperation, about other: Value) -> Bool {
    unsafe _withUnprotectedUnsafePointer(to: other) { other in
      operations.withContent { $0.answer(unsafe ValueRequest(node.address, request, UnsafeRawPointer(other))) }
    }
  }
}

/// Whether two values are the same in memory. Equal values may differ, if `==` ignores a part.
@usableFromInline @inline(never)
func haveSameBits<Value>(_ value: Value, _ other: Value) -> Bool {
  unsafe withUnsafeBytes(of: value) { value in
    unsafe withUnsafeBytes(of: other) { unsafe value.elementsEqual($0) }
  }
}

/// Any behavior.
///
/// Use it in code that accepts every kind of behavior. It exists so that ``OpenBehavior/value`` can be writable while
/// the ``value`` of any behavior is read-only.
///
/// ```swift
/// func report(_ source: some BehaviorProtocol<Int>) {
///   source.behavior.observe { print("now \($0)") }  // everything else is in `behavior`
/// }
/// report(OpenBehavior(3))  // prints "now 3"
/// ```
public protocol BehaviorProtocol<Value>: AnyObject {
  /// The type of the value.
  associatedtype Value
  /// The behavior itself.
  var behavior: Behavior<Value> { get }
}

extension BehaviorProtocol {
  /// The current value.
  ///
  /// A derivation or an effect that reads it runs again when the value changes. Cost: under 5 ns outside of derivations
  /// and effects.
  @inlinable
  public var value: Value {
    @inline(__always) get { behavior.read() }
  }
}

extension Behavior: CustomStringConvertible {
  /// The description of the current value.
  ///
  /// The read is tracked; use `print(behavior.peek())` to avoid that.
  public final var description: String { String(describing: read()) }
}
