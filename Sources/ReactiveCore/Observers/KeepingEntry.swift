// How a token keeps what is derived.
//
// The observers of a source are retained by it, so an observer must not retain its source: that would be a cycle which
// nothing breaks. The token of a derived source is an object of its own, which retains both. Nothing of the graph points
// at it. Of a stream that its roots keep, a token may have to keep something else: an inner stream of `switchToLatest`.

/// The token of an observer of something derived. It keeps the source until it is cancelled or released.
@safe
@usableFromInline
final class KeepingEntry: ObserverEntry {
  private var source: ReleaseGuard<AnyObject>
  private let part: ObserverEntry
  #if DEBUG
  /// How many operations there had been when the token was handed out; see ``HintState``.
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
  /// The token of an observer in `chain`, whose source it keeps if that is derived.
  @inlinable @inline(__always)
  init(_ entry: ObserverEntry, of chain: ObserverStorage) {
    self.entry = chain.isKeptByTokens ? chain.keepingEntry(for: entry) : entry
  }

  /// The function of the library that the user called returns it now.
  @inlinable @inline(__always)
  package func handedOut() -> Subscription {
    #if DEBUG
    entry.handOut()
    #endif
    return self
  }
}

extension ObserverStorage {
  /// What a token keeps that is made now.
  var keptByToken: AnyObject? { node?.retained ?? upstream?.keptByToken }

  @usableFromInline @inline(never)
  func keepingEntry(for entry: ObserverEntry) -> ObserverEntry {
    guard let kept = keptByToken else { return entry }
    return KeepingEntry(entry, keeping: kept)
  }
}
