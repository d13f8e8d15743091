/// A behavior that a stream writes: what ``EventStream/hold(_:file:line:)`` and ``EventStream/accumulate(_:file:line:_:)``
/// return.
///
/// The stream holds it weakly. It keeps the stream alive only if the stream's roots do not: to hold a stream that is kept
/// by them could close a cycle.
@usableFromInline
final class FollowingBehavior<Value>: OpenBehavior<Value> {
  private var stream: AnyObject?
  private var subscription: Subscription?
  private let teardownGuard = TeardownGuard()

  @usableFromInline
  init(_ value: Value, _ test: ChangeTest<Value>, _ flags: NodeFlags, _ file: StaticString, _ line: UInt) {
    super.init(value, flags: test.flags.union(flags), name: nil, file: file, line: line, witness: test.witness)
  }

  /// Writes what `next` makes of the present value and each payload.
  @inlinable
  func follow<Payload>(
    _ stream: EventStream<Payload>, _ next: @escaping (Value, Payload) -> Value
  ) -> FollowingBehavior {
    let subscription = stream.sink(with: self) { me, payload in me.write(next(me.peek(), payload)) }
    keep(subscription, Lineage(of: stream).isKeptByRoots ? nil : stream)
    return self
  }

  @usableFromInline
  func keep(_ subscription: Subscription, _ stream: AnyObject?) {
    self.subscription = subscription
    self.stream = stream
  }

  deinit {
    let entry = subscription.map { EndingEntry($0.entry) }
    Context.current.beginTeardown([], of: (stream, entry))
  }
}
