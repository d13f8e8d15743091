/// A behavior that a stream writes: what ``EventStream/hold(_:file:line:)`` and ``EventStream/accumulate(_:file:line:_:)``
/// return.
///
/// The stream holds it weakly. Its token keeps the stream alive only if the stream's roots do not: to hold a stream that
/// is kept by them could close a cycle.
@usableFromInline
final class HeldBehavior<Value>: OpenBehavior<Value>, Follower {
  private struct Held {
    let observer: CancelOnDeinit
    let other: AnyObject?
  }
  private var held = ReleaseGuard<Held>()

  @usableFromInline
  init(_ value: Value, _ equality: Equality<Value>, _ file: StaticString, _ line: UInt) {
    super.init(value, equality, isFollowing: true, name: nil, file: file, line: line)
  }

  /// Writes what `next` makes of the present value and each payload.
  @inlinable
  func follow<Payload>(
    _ stream: EventStream<Payload>, _ next: @escaping (Value, Payload) -> Value
  ) -> HeldBehavior {
    keep(stream.sink(with: self) { me, payload in me.value = next(me.peek(), payload) })
    return self
  }

  /// Cancels `subscription`, and releases `other`, at its end.
  @usableFromInline
  func keep(_ subscription: Subscription, beside other: AnyObject? = nil) {
    settleIn()
    held.content = Held(observer: CancelOnDeinit(subscription), other: other)
  }

  @usableFromInline
  package func forEachObserver(_ body: (Subscription) -> Void) {
    if let observer = held.content?.observer { body(observer.subscription) }
  }

  deinit { isolation.perform(atEndOf: self, releasing: &held) }
}
