// Unsafe: the list of observers behind every source, untyped.
//
// Singly linked in subscription order. The chain retains its entries; an entry points back unretained, and the pointer
// is cleared by whichever of the two goes first. Cancelling only marks an entry and ends its closure; dead entries are
// unlinked together once they outnumber the live ones, so each cancel costs the same at any length and in any order.
// Invariant: nothing is unlinked and no closure ends while a delivery walks the chain (`isDelivering`), so a delivery
// may call closures without retaining them.

/// The observers of one source, of whatever type.
@safe
@usableFromInline
package final class ObserverStorage {
  @safe @exclusivity(unchecked) @usableFromInline final var first: Unmanaged<ObserverEntry>?
  @safe @exclusivity(unchecked) private final var last: Unmanaged<ObserverEntry>?
  /// The serial number of the next entry. A delivery is for those with a lower one than when it was sent.
  @safe @exclusivity(unchecked) @usableFromInline package final var nextSerial: UInt32 = ObserverEntry.serialStep
  /// From this serial number on, observers are too new for the delivery that walks the chain; 0 while none does.
  @safe @exclusivity(unchecked) @usableFromInline final var deliveryLimit: UInt32 = 0
  @safe @exclusivity(unchecked) @usableFromInline final var needsSweep = false
  /// The source is derived, so that the tokens of its observers keep it; see ``KeepingEntry``.
  @safe @exclusivity(unchecked) @usableFromInline final var isKeptByTokens = false
  /// Its stream has finished: there are no observers, and none is added any more. See `Finishing.swift`.
  @safe @exclusivity(unchecked) final var isFinished = false
  /// Whether there ever was an entry with an owner.
  @safe @exclusivity(unchecked) private final var hasOwners = false
  @safe @exclusivity(unchecked) package private(set) final var liveCount = 0
  @safe @exclusivity(unchecked) private final var deadCount = 0
  /// Entries with an owner that were added since the last look for dead owners.
  @safe @exclusivity(unchecked) private final var addedOwners = 0
  /// The behavior whose observers these are, while it lives.
  @safe @exclusivity(unchecked) package final var node: NodeRef?
  /// The stream whose observers these are, if it connects to sources while there are any.
  @safe @exclusivity(unchecked) package final weak var upstream: (any Upstream)? {
    didSet { hasUpstream = true }
  }
  /// Whether there ever was such a stream, for a look without the cost of a weak reference.
  @safe @exclusivity(unchecked) private(set) final var hasUpstream = false
  @safe @exclusivity(unchecked) @usableFromInline final var home = Home.unset
  /// Whether it was used in another isolation before.
  @safe @exclusivity(unchecked) final var hasMoved = false
  @safe @exclusivity(unchecked) package final var name: String?
  private final let location: SourceLocation

  @inlinable final var isDelivering: Bool { @inline(__always) get { deliveryLimit != 0 } }

  @usableFromInline
  package init(name: String?, location: SourceLocation, node: NodeRef? = nil) {
    Context.prepare()
    self.name = name
    self.location = location
    self.node = node
    if let node { isKeptByTokens = node.flags.isDerived }
  }

  /// What messages call the source.
  package var label: String { name ?? node?.retained.label ?? location.text }

  @usableFromInline
  package func append(_ entry: ObserverEntry, hasOwner: Bool = false) {
    insert(entry)
    if hasUpstream { connectUpstream(for: entry) }
    if hasOwner {
      hasOwners = true
      addedOwners &+= 1
      // The memory of dead owners' entries is freed at the price of two more looks at each entry added.
      if addedOwners >= 16 && addedOwners > liveCount / 2 { sweep() }
    }
  }

  @inline(__always)
  func insert(_ entry: ObserverEntry) {
    #if DEBUG
    Context.noteOperation()
    #endif
    settleIn()
    if nextSerial > .max - ObserverEntry.serialStep {
      if isFinished { return refuse(entry) }
      renumber()
    }
    unsafe entry.chain = .passUnretained(self)
    entry.serial = nextSerial | 1
    nextSerial += ObserverEntry.serialStep
    if let node { entry.seenVersion = node.version }
    let retained = unsafe Unmanaged.passRetained(entry)
    if let last = last {
      unsafe last._withUnsafeGuaranteedRef { unsafe $0.next = retained }
    } else {
      unsafe first = retained
    }
    unsafe last = retained
    liveCount &+= 1
    if let node { node.observerCame(isFirst: liveCount == 1) }
  }

  /// From now on the list is used in this isolation.
  @usableFromInline
  package final func settleIn() {
    // The nodes of a graph move together.
    if let node { return node.moveHere() }
    // A stream may have been sent.
    let here = Home.current
    if home == here { return }
    if home == .unset { home = here } else { move(to: here) }
  }

  /// Calls `body` with each entry, dead ones too. Nothing may be unlinked meanwhile.
  @inline(__always)
  func forEachEntry(_ body: (ObserverEntry) -> Void) {
    var present = first
    while let entry = unsafe present {
      unsafe entry._withUnsafeGuaranteedRef { object in
        body(object)
        unsafe present = object.next
      }
    }
  }

  /// Ends every observer: none is called any more.
  package func endAll() {
    forEachEntry { entry in
      if entry.serial != 0 {
        entry.markDead()
        liveCount &-= 1
        deadCount &+= 1
      }
    }
    sweep()
  }

  /// After two billion subscriptions the numbers begin again.
  private func renumber() {
    sweep()
    nextSerial = ObserverEntry.serialStep
    forEachEntry { entry in
      if entry.serial != 0 { entry.serial = nextSerial | (entry.serial & 1) }
      nextSerial += ObserverEntry.serialStep
    }
  }

  /// The versions after `version`, up to `last`, are reverted. An observer that subscribed meanwhile has seen one of
  /// them. If `isSame`, `last` stands for the same value as `version`; the other such observers must be notified, and
  /// have seen version `behind`.
  /// Earlier observers keep their seen version, since an earlier change may still be queued for them. Returns whether
  /// any must be notified.
  func reset(from last: UInt32, to version: UInt32, isSame: Bool, behind: UInt32) -> Bool {
    var isAnyBehind = false
    forEachEntry { entry in
      let ahead = entry.seenVersion &- version
      if isSame && entry.seenVersion == last {
        entry.seenVersion = version
      } else if ahead != 0 && ahead <= last &- version {
        // Not a version of the middle, since its number may be given out again. Deliveries of the version set here
        // were sent before the observer subscribed.
        entry.seenVersion = behind
        isAnyBehind = true
      }
    }
    return isAnyBehind
  }

  /// `entry` has just been marked dead.
  func removed() {
    liveCount &-= 1
    deadCount &+= 1
    if isDelivering {
      needsSweep = true
    } else if deadCount >= 16 && deadCount > liveCount {
      // It does the rest; what it releases may be all that keeps this.
      return sweep()
    }
    if liveCount == 0, let node { node.stopObserving() }
  }

  /// Unlinks dead entries, and entries whose owner has been deallocated.
  @usableFromInline @inline(never)
  func sweep() {
    if isDelivering {
      needsSweep = true
      return
    }
    needsSweep = false
    guard addedOwners > 0 || deadCount > 0 else { return }
    addedOwners = 0
    // An object that ends by a look at an owner may be all that keeps the source.
    let me = unsafe Unmanaged.passUnretained(self)
    let isRetained = unsafe hasOwners && tryRetain(UnsafeRawPointer(me.toOpaque()))
    defer { if isRetained { unsafe me.release() } }
    if hasOwners { markOrphans() }
    var doomed: Unmanaged<ObserverEntry>?
    var kept: Unmanaged<ObserverEntry>?
    var present = first
    while let entry = unsafe present {
      unsafe entry._withUnsafeGuaranteedRef { object in
        unsafe present = object.next
        if object.serial == 0 {
          if hasMoved { MovedObservers.forget(object) }
          unsafe object.next = doomed
          unsafe doomed = entry
        } else {
          if let kept = unsafe kept {
            unsafe kept._withUnsafeGuaranteedRef { unsafe $0.next = entry }
          } else {
            unsafe first = entry
          }
          unsafe kept = entry
        }
      }
    }
    if let kept = unsafe kept { unsafe kept._withUnsafeGuaranteedRef { $0.next = nil } } else { first = nil }
    unsafe last = kept
    deadCount = 0
    let stream = hasUpstream && liveCount == 0 ? upstream : nil
    // The chain is whole again: what is called and released below may run any code.
    if liveCount == 0, let node { node.stopObserving() }
    unsafe Self.release(doomed)
    if let stream { updateConnection(of: stream) }
  }

  /// Marks the entries dead whose owner has been deallocated.
  ///
  /// Looking at an owner retains it. If its last other reference is released meanwhile, the owner ends here and may run
  /// any code: subscribe, cancel, or sweep this chain. So nothing is unlinked yet, and the entry is retained. An entry
  /// unlinked meanwhile has no next one; then all was swept.
  private func markOrphans() {
    var present = first
    while let next = unsafe present {
      let entry = unsafe next.takeUnretainedValue()
      if entry.serial != 0 && entry.isOwnerGone && entry.serial != 0 {
        entry.markDead()
        liveCount &-= 1
      }
      unsafe present = entry.next
    }
  }

  private static func release(_ list: Unmanaged<ObserverEntry>?) {
    var next = unsafe list
    while let entry = unsafe next {
      let object = unsafe entry.takeRetainedValue()
      unsafe next = object.next
      object.next = nil
      object.endHandler()
    }
  }

  /// What the chain leaves behind.
  @safe
  private final class Remains {
    let first: Unmanaged<ObserverEntry>?
    init(_ first: Unmanaged<ObserverEntry>?) { unsafe self.first = first }
    deinit { unsafe ObserverStorage.release(first) }
  }

  deinit {
    guard unsafe first != nil else { return }
    if node == nil && home.isForeign { home.leave(self) { $0.dissolve() } } else { dissolve() }
  }

  /// The source has been deallocated, and its observers end.
  private func dissolve() {
    forEachEntry { entry in
      entry.markDead()
      if hasMoved { MovedObservers.forget(entry) }
    }
    _ = unsafe ReleaseGuard(Remains(first))
  }
}

extension NodeRef {
  /// An observer subscribed; it has seen the present value.
  func observerCame(isFirst: Bool) {
    // While dead owners are looked for, it may still be observed, and count as that.
    let begins = isFirst && !flags.contains(.observed)
    if isFirst {
      flags.insert(.observed)
      let version = self.version
      withSideTable { $0.notifiedVersion = version }
    }
    if flags.contains(.hasSnapshot) { withSideTable { $0.hasNewcomers = true } }
    if begins && flags.contains(.counted) { Context.current.countObservers(of: self, by: 1) }
  }

  /// The last observer ended: the value is needed only when it is read.
  // Not inlined, so that the end of an observer is.
  @inline(never)
  func stopObserving() {
    let isCounted = flags.isSuperset(of: [.observed, .counted])
    flags.remove(.observed)
    if isCounted { Context.current.countObservers(of: self, by: -1) }
  }
}
