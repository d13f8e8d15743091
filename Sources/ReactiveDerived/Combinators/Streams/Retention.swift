/// The properties that a stream inherits from its sources.
@usableFromInline
struct Retention {
  /// The inner streams that its sources follow. First, because it is the largest.
  var followed: FollowedStreams?
  /// All roots are stored: events and written behaviors. They retain the stream while it is observed.
  @usableFromInline let isKeptByRoots: Bool

  private init(isKeptByRoots: Bool, followed: [FollowedStreams] = []) {
    self.isKeptByRoots = isKeptByRoots
    self.followed =
      followed.count == 0 || followed.count == 1 && (isKeptByRoots || followed[0].isHeld)
      ? followed.first : FollowedStreams(beside: followed, isHeld: !isKeptByRoots)
  }

  /// For a stream derived from `stream` alone.
  @usableFromInline
  init<Payload>(of stream: EventStream<Payload>) {
    // Other streams are roots: events, callbacks, or streams that their own tokens keep.
    self =
      (stream as? DerivedStream<Payload>)?.retention
      ?? Retention(isKeptByRoots: stream.observers.upstream?.isKeptByTokens != true)
  }

  /// For a stream of the values of `behavior`. A derived behavior is kept only by its user.
  @usableFromInline
  init<Value>(of behavior: Behavior<Value>) {
    self.init(isKeptByRoots: !behavior.isDerived)
  }

  /// For a stream of several sources; one without sources is like an event that is never triggered.
  @usableFromInline
  init(all retentions: [Retention]) {
    self.init(
      isKeptByRoots: retentions.allSatisfy(\.isKeptByRoots),
      followed: retentions.compactMap(\.followed))
  }

  /// The same, but not kept by the roots.
  var thatMustBeKept: Retention {
    Retention(isKeptByRoots: false, followed: followed.map { [$0] } ?? [])
  }

  /// The same, for a stream that follows inner streams.
  var following: Retention {
    var result = self
    result.followed = FollowedStreams(beside: followed.map { [$0] } ?? [], isHeld: !isKeptByRoots)
    return result
  }
}
