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
    struct Kept {
      var inner: AnyObject?
      let others: [Share]
    }
    var kept: ReleaseGuard<Kept>
    init(_ inner: AnyObject?, _ others: [Share]) { kept = ReleaseGuard(Kept(inner: inner, others: others)) }
  }

  private weak var inner: (any Upstream)?
  private weak var share: Share?
  /// The share, if the stream is not kept by its roots.
  private var held: Share?
  /// These form chains, as their shares do.
  private let guarded: ReleaseGuard<[FollowedStreams]>
  private var others: [FollowedStreams] { guarded.content ?? [] }

  var isHeld: Bool { held != nil }

  /// `others`: those of the switched streams from which the stream derives.
  init(beside others: [FollowedStreams], isHeld: Bool) {
    guarded = ReleaseGuard(others)
    if isHeld { held = findShare() }
  }

  /// Retains `stream` instead of its predecessor. Returns the object that retained the predecessor, so that the caller
  /// decides when to release it.
  func follow(_ stream: (any Upstream)?) -> AnyObject? {
    inner = stream
    guard let share else { return nil }
    let before = share.kept.content?.inner
    share.kept.content?.inner = stream?.keptByToken
    return before
  }

  /// An object that retains the current and each later inner stream while it lives.
  func keep() -> AnyObject { findShare() }

  private func findShare() -> Share {
    // Without recursion, since the chain may be long.
    var made: [Share] = []
    var waiting = [self]
    while let next = waiting.last {
      let missing = next.share == nil ? next.others.filter { $0.share == nil } : []
      waiting += missing
      if !missing.isEmpty { continue }
      waiting.removeLast()
      if next.share != nil { continue }
      let new = Share(next.inner?.keptByToken, next.others.compactMap(\.share))
      next.share = new
      made.append(new)
    }
    return share ?? made[made.count - 1]
  }
}

/// Releases the inner stream when the switched stream ends, which a token may outlive.
final class UnfollowOnDeinit {
  private let followed: FollowedStreams
  init(_ followed: FollowedStreams) { self.followed = followed }
  deinit { _ = followed.follow(nil) }
}
