/// What keeps the inner stream that a `switchToLatest` follows now.
///
/// A stream of a derived behavior is kept by its user or by a token. An inner stream has no user. The switched stream
/// must not keep it: the switched stream is kept by its roots, and if the inner stream is derived from one of them,
/// that root would keep itself. So the inner stream is kept by the tokens of the switched stream, by the tokens of all
/// streams that are derived from it, and by those of these streams that need to be kept themselves. All of them hold
/// one ``Share``, to which the switched stream has a weak reference.
@usableFromInline
final class FollowedStreams {
  private final class Share {
    var inner: AnyObject?
    let others: [AnyObject]
    init(_ inner: AnyObject?, _ others: [AnyObject]) {
      self.inner = inner
      self.others = others
    }
  }

  private weak var inner: (any Upstream)?
  private weak var share: Share?
  /// The share, if the roots of the stream that has this never keep it.
  private var held: Share?
  private let others: [FollowedStreams]

  var isHeld: Bool { held != nil }

  /// `others`: what else is kept, since the stream is derived from streams that follow inner streams of their own.
  init(beside others: [FollowedStreams], isHeld: Bool) {
    self.others = others
    if isHeld { held = findShare() }
  }

  /// Keeps `stream` from now on, instead of the stream before it. What kept that one is returned: the caller decides
  /// when it is released.
  func follow(_ stream: (any Upstream)?) -> AnyObject? {
    inner = stream
    guard let share else { return nil }
    let before = share.inner
    share.inner = stream?.keptByToken
    return before
  }

  /// An object that keeps the present inner stream, and each later one, for as long as it is alive.
  func keep() -> AnyObject { findShare() }

  private func findShare() -> Share {
    if let share { return share }
    let new = Share(inner?.keptByToken, others.map { $0.keep() })
    share = new
    return new
  }
}

/// Lets the inner stream go at the end of a switched stream, which a token may outlive.
final class UnfollowOnDeinit {
  private let followed: FollowedStreams
  init(_ followed: FollowedStreams) { self.followed = followed }
  deinit { _ = followed.follow(nil) }
}
