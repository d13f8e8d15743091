/// What a stream inherits from what it is made of.
@usableFromInline
struct Retention {
  /// What it is made of follows streams that others emit. First, since it is the largest.
  var followed: FollowedStreams?
  /// All roots are stored: events, and behaviors that are written. They keep the stream while it is observed.
  @usableFromInline let isKeptByRoots: Bool
  /// One of the roots is a behavior, which notifies of a batch at its end.
  let followsBehavior: Bool

  /// `followed`: of all that it is made of.
  private init(isKeptByRoots: Bool, followsBehavior: Bool, followed: [FollowedStreams] = []) {
    self.isKeptByRoots = isKeptByRoots
    self.followsBehavior = followsBehavior
    self.followed =
      followed.count == 0 || followed.count == 1 && (isKeptByRoots || followed[0].isHeld)
      ? followed.first : FollowedStreams(beside: followed, isHeld: !isKeptByRoots)
  }

  /// Of a stream that is made of `stream` alone.
  @usableFromInline
  init<Payload>(of stream: EventStream<Payload>) {
    // Other streams are roots: events and callbacks, which are kept elsewhere, and those that tokens keep themselves.
    self =
      (stream as? DerivedStream<Payload>)?.retention
      ?? Retention(isKeptByRoots: stream.observers.upstream?.isKeptByTokens != true, followsBehavior: false)
  }

  /// Of a stream of the values of `behavior`. One that is derived is kept by its user alone.
  @usableFromInline
  init<Value>(of behavior: Behavior<Value>) {
    self.init(isKeptByRoots: !behavior.isDerived, followsBehavior: true)
  }

  /// For a stream that is made of several; a stream made of none is like an event that is never triggered.
  @usableFromInline
  init(all retentions: [Retention]) {
    self.init(
      isKeptByRoots: retentions.allSatisfy(\.isKeptByRoots),
      followsBehavior: retentions.contains(where: \.followsBehavior),
      followed: retentions.compactMap(\.followed))
  }

  /// As this one, but its roots do not keep it.
  var thatMustBeKept: Retention {
    Retention(isKeptByRoots: false, followsBehavior: followsBehavior, followed: followed.map { [$0] } ?? [])
  }

  /// As this one, of a stream that follows others.
  var following: Retention {
    var result = self
    result.followed = FollowedStreams(beside: followed.map { [$0] } ?? [], isHeld: !isKeptByRoots)
    return result
  }
}
