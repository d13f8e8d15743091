/// The values of a behavior or the payloads of an event, for `for await` in any isolation.
///
/// ```swift
/// let progress = OpenBehavior(0)
/// let values = progress.values
/// progress.value = 50
/// progress.value = 100
/// var seen: [Int] = []
/// for await value in values {
///   seen.append(value)
///   if value == 100 { break }
/// }
/// print(seen)  // [100]
/// ```
///
/// Take it in the isolation of the source; being `Sendable`, it can be iterated in another actor or task. It is a
/// multicast: each iteration receives everything from its beginning on. Values that arrive before the first iteration
/// are kept for it.
///
/// A loop ends when the event finishes or the source is deallocated, after the waiting values; it ends at once when its
/// task is cancelled.
///
/// The source does not keep the sequence. The sequence keeps a derived source if `values` is read on an actor, and no
/// other source. `for await text in name.map { … }.values` then continues until the loop is left or its task is
/// cancelled. The sequence may end in any isolation; the actor on which `values` was read releases the source in a later
/// turn. Outside of any actor nothing could release a derived source: keep it yourself while the loop runs, or a loop
/// over a behavior ends after the first value, and one over a stream at once.
///
/// Cost: about 1 µs and 500 bytes to take, one lock and one resumption for each value. Nothing if not taken.
public struct Values<Element: Sendable>: AsyncSequence, Sendable {
  let channel: ValueChannel<Element>

  /// Begins an iteration.
  ///
  /// The first one receives everything since the sequence was taken. Later ones begin with a behavior's current value,
  /// or an event's next payload.
  public func makeAsyncIterator() -> Iterator {
    Iterator(channel: channel, iteration: channel.subscribe())
  }

  /// One iteration over the values. It belongs to the task that makes it.
  ///
  /// ```swift
  /// let name = OpenBehavior("Alice")
  /// var names = name.values.makeAsyncIterator()
  /// print(await names.next()!)  // Alice
  /// name.value = "Bob"
  /// print(await names.next()!)  // Bob
  /// ```
  public struct Iterator: AsyncIteratorProtocol {
    // Keeps the subscription to the source alive.
    let channel: ValueChannel<Element>
    let iteration: ValueIteration<Element>

    /// The next value, when available; nil once the source has ended or the task is cancelled.
    ///
    /// Cancellation drops waiting values.
    public mutating func next() async -> Element? { await iteration.next(isolation: nil) }

    /// The next value, without leaving the caller's isolation.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
      await iteration.next(isolation: actor)
    }
  }
}

/// How many payloads are kept for a loop slower than its event.
///
/// ```swift
/// let typed = Event<Character>()
/// let last = typed.values(buffering: .newest(2))
/// for character in "cat" { typed.trigger(character) }
/// var iterator = last.makeAsyncIterator()
/// print(await iterator.next()!, await iterator.next()!)  // a t
/// ```
public enum EventBuffering: Sendable, Hashable {
  /// All, in order.
  case unbounded
  /// The first ones, up to this number; later ones are dropped until there is room.
  case oldest(Int)
  /// The last ones, up to this number; older ones are dropped.
  case newest(Int)
}

extension Behavior where Value: Sendable {
  /// The current value and all later ones, coalesced to the newest when the loop is slower.
  public final var values: Values<Value> {
    let channel = ValueChannel<Value>(buffering: .newest(1), replaysLatest: true)
    channel.send(peek())
    let source = ValueSource(of: channel, keeping: observers.chain.keptByValues)
    let handler = { (channel: ValueChannel<Value>, value: Value) in
      _ = source
      channel.send(value)
    }
    source.ends(with: source.isKept ? attach(with: channel, handler) : sink(with: channel, handler))
    #if DEBUG
    if isDerived && !source.isKept { Context.current.noteValuesTaken(of: self) }
    #endif
    // Its observers have ended; see `endWithPresentValue`.
    if isEnded && self is ComputedBehavior<Value> { channel.finish() }
    return Values(channel: channel)
  }
}

extension EventStream where Payload: Sendable {
  /// Every payload from now on, in order.
  public final var values: Values<Payload> { values(buffering: .unbounded) }

  /// Every payload from now on, in order, with a limit on the number kept for a slow loop.
  ///
  /// A limit below 1 stops with a message.
  public final func values(buffering: EventBuffering) -> Values<Payload> {
    switch buffering {
    case .unbounded: break
    case .oldest(let count), .newest(let count): check(count)
    }
    let channel = ValueChannel<Payload>(buffering: buffering, replaysLatest: false)
    let source = ValueSource(of: channel, keeping: observers.chain.keptByValues)
    let handler = { (channel: ValueChannel<Payload>, payload: Payload) in
      _ = source
      channel.send(payload)
    }
    source.ends(
      with: source.isKept ? observers.attach(with: channel, handler) : sink(with: channel, handler),
      // A stream of a clock, or over time, would run on until it emits.
      isCancelled: observers.chain.hasUpstream && Home.current != .nowhere)
    return Values(channel: channel)
  }

  private func check(_ count: Int) {
    if count >= 1 { return }
    stop(
      """
      values(buffering:) of \(label): cannot keep \(count) payloads. Keep at least 1, or use .unbounded.
      """)
  }
}
