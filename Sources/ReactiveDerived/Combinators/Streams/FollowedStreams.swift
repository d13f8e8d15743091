/// The inner stream that a `switchToLatest` follows now, for those that are to keep it.
///
/// A stream of a derived behavior is kept by its user or a token. An inner stream has no user, and the switched stream,
/// which its own roots keep, must not keep it: both may be made of one root, which then would keep itself. So the tokens
/// of the switched stream keep it, and those of all streams that are made of that; and so do streams among these that
/// have to be kept themselves. All of them hold one ``Share``, which the switched stream only finds.
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
  /// The share, where the streams that have this are never held by their roots.
  private var held: Share?
  private let others: [FollowedStreams]

  var isHeld: Bool { held != nil }

  /// `others`: what is kept as well, since the stream is made of streams that follow others.
  init(beside others: [FollowedStreams], isHeld: Bool) {
    self.others = others
    if isHeld { held = findShare() }
  }

  /// From now on `stream` is kept, in the place of the one before, which is returned: its end may have to wait.
  func follow(_ stream: (any Upstream)?) -> AnyObject? {
    inner = stream
    guard let share else { return nil }
    let before = share.inner
    share.inner = stream?.keptByToken
    return before
  }

  /// What keeps the inner stream, this one and those to come, for as long as it is held itself.
  func keep() -> AnyObject { findShare() }

  private func findShare() -> Share {
    if let share { return share }
    let new = Share(inner?.keptByToken, others.map { $0.keep() })
    share = new
    return new
  }
}

/// The end of a switched stream, which a token may outlive.
final class UnfollowOnDeinit {
  private let followed: FollowedStreams
  init(_ followed: FollowedStreams) { self.followed = followed }
  deinit { _ = followed.follow(nil) }
}
