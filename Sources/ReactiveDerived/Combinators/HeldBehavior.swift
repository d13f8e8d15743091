/// The behavior of ``EventStream/hold(_:file:line:)`` and ``EventStream/accumulate(_:file:line:_:)``, written by a
/// stream.
///
/// The stream holds it weakly. Its token retains the stream only if the stream's roots do not, because that could close
/// a cycle.
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

  /// Writes the result of `next` for each payload.
  @inlinable
  func follow<Payload>(
    _ stream: EventStream<Payload>, _ next: @escaping (Value, Payload) -> Value
  ) -> HeldBehavior {
    keep(stream.sink(with: self) { me, payload in me.value = next(me.peek(), payload) })
    return self
  }

  /// Cancels `subscription` and releases `other` at its end.
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
