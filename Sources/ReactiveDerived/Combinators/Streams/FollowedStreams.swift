/// Retains the inner stream that a `switchToLatest` follows.
///
/// A stream of a derived behavior is retained by its user or a token, but an inner stream has no user. The switched
/// stream must not retain it: if the inner stream derives from a root of the switched stream, that root would retain
/// itself. So one ``Share`` retains it. The switched stream refers to the share weakly. The share is held by:
///
/// - the tokens of the switched stream and of all streams derived from it
/// - the streams among these that must be kept themselves
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
  /// The share, if the stream is not kept by its roots.
  private var held: Share?
  private let others: [FollowedStreams]

  var isHeld: Bool { held != nil }

  /// `others`: those of the switched streams from which the stream derives.
  init(beside others: [FollowedStreams], isHeld: Bool) {
    self.others = others
    if isHeld { held = findShare() }
  }

  /// Retains `stream` instead of its predecessor. Returns the object that retained the predecessor, so that the caller
  /// decides when to release it.
  func follow(_ stream: (any Upstream)?) -> AnyObject? {
    inner = stream
    guard let share else { return nil }
    let before = share.inner
    share.inner = stream?.keptByToken
    return before
  }

  /// An object that retains the current and each later inner stream while it lives.
  func keep() -> AnyObject { findShare() }

  private func findShare() -> Share {
    if let share { return share }
    let new = Share(inner?.keptByToken, others.map { $0.keep() })
    share = new
    return new
  }
}

/// Releases the inner stream when the switched stream ends, which a token may outlive.
final class UnfollowOnDeinit {
  private let followed: FollowedStreams
  init(_ followed: FollowedStreams) { self.followed = followed }
  deinit { _ = followed.follow(nil) }
}
