/// What a stream inherits from what it is made of.
@usableFromInline
struct Retention {
  /// All roots are stored: events, and behaviors that are written. They keep the stream while it is observed.
  @usableFromInline let isKeptByRoots: Bool
  /// One of the roots is a behavior, which notifies of a batch at its end.
  let followsBehavior: Bool

  private init(isKeptByRoots: Bool, followsBehavior: Bool) {
    self.isKeptByRoots = isKeptByRoots
    self.followsBehavior = followsBehavior
  }

  /// Of a stream that is made of `stream` alone.
  @usableFromInline
  init<Payload>(of stream: EventStream<Payload>) {
    let upstream = stream.observers.upstream
    self.init(isKeptByRoots: upstream?.isKeptByRoots ?? true, followsBehavior: upstream?.followsBehavior ?? false)
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
      followsBehavior: retentions.contains(where: \.followsBehavior))
  }

  /// As this one, but its roots do not keep it.
  var thatMustBeKept: Retention { Retention(isKeptByRoots: false, followsBehavior: followsBehavior) }
}
