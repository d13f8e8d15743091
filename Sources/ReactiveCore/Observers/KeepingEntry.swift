// How a token keeps a derived source.
//
// A source retains its observers, so an observer must not retain its source: nothing would break the cycle. The token
// of a derived source is a separate object that retains both, and that the graph does not point at. If roots keep a
// stream, its token may have to keep another object, such as an inner stream of `switchToLatest`.

/// Keeps the derived source of an observer until it is cancelled or released.
@safe
@usableFromInline
final class KeepingEntry: ObserverEntry {
  private var source: ReleaseGuard<AnyObject>
  private let part: ObserverEntry
  #if DEBUG
  /// The operation count when the token was returned; see ``HintState``.
  private var birth = -1
  #endif

  init(_ part: ObserverEntry, keeping source: AnyObject) {
    self.part = part
    self.source = ReleaseGuard(source)
    super.init()
    serial = 1
  }

  override var linked: ObserverEntry? { part }

  override var isOwnerGone: Bool { part.serial == 0 || part.isOwnerGone }

  override func leave() -> (any Upstream)? {
    var stream: (any Upstream)?
    if part.serial != 0 {
      part.serial = 0
      stream = part.leave()
    }
    _ = source.take()
    return stream
  }

  #if DEBUG
  override func handOut() { birth = Context.current.noteHandedOut() }

  override var keptSources: [ObjectIdentifier] { source.content.map { [ObjectIdentifier($0)] } ?? [] }

  deinit { Context.current.noteThrownAway(keptSources, since: birth) }
  #endif
}

extension Subscription {
  /// Keeps the source if it is derived.
  @inlinable @inline(__always)
  init(_ entry: ObserverEntry, of chain: ObserverStorage) {
    self.entry = chain.isKeptByTokens ? chain.keepingEntry(for: entry) : entry
  }

  /// Call when returning the token to the user.
  @inlinable @inline(__always)
  package func handedOut() -> Subscription {
    #if DEBUG
    entry.handOut()
    #endif
    return self
  }
}

extension ObserverStorage {
  /// The object that a new token keeps.
  var keptByToken: AnyObject? { node?.retained ?? upstream?.keptByToken }

  @usableFromInline @inline(never)
  func keepingEntry(for entry: ObserverEntry) -> ObserverEntry {
    guard let kept = keptByToken else { return entry }
    return KeepingEntry(entry, keeping: kept)
  }
}
