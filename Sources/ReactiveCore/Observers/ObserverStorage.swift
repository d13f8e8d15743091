// Unsafe: the untyped list of observers behind every source.
//
// Singly linked in subscription order. The chain retains its entries. An entry points back unretained; the first of the
// two to end clears the pointer. Cancelling only marks an entry and ends its closure. Dead entries are unlinked
// together once they outnumber the live ones, so each cancel costs the same at any length and in any order. Invariant:
// nothing is unlinked and no closure ends while a delivery walks the chain (`isDelivering`), so a delivery may call
// closures without retaining them.

@safe
@usableFromInline
package final class ObserverStorage: EndsAtHome {
  @safe @exclusivity(unchecked) @usableFromInline final var first: Unmanaged<ObserverEntry>?
  @safe @exclusivity(unchecked) private final var last: Unmanaged<ObserverEntry>?
  /// The next entry's serial number. A delivery is for entries below its value at the send.
  @safe @exclusivity(unchecked) @usableFromInline package final var nextSerial: UInt32 = ObserverEntry.serialStep
  /// Observers from this serial number on are too new for the running delivery; 0 while none runs.
  @safe @exclusivity(unchecked) @usableFromInline final var deliveryLimit: UInt32 = 0
  @safe @exclusivity(unchecked) @usableFromInline final var needsSweep = false
  /// The source is derived, so its observers' tokens keep it; see ``KeepingEntry``.
  @safe @exclusivity(unchecked) @usableFromInline final var isKeptByTokens = false
  /// The stream has finished: it has and accepts no observers. See `Finishing.swift`.
  @safe @exclusivity(unchecked) final var isFinished = false
  /// Whether any entry ever had an owner.
  @safe @exclusivity(unchecked) private final var hasOwners = false
  @safe @exclusivity(unchecked) package private(set) final var liveCount = 0
  @safe @exclusivity(unchecked) private final var deadCount = 0
  /// Entries with an owner added since the last sweep.
  @safe @exclusivity(unchecked) private final var addedOwners = 0
  /// The observed behavior, while it lives.
  @safe @exclusivity(unchecked) package final var node: NodeRef?
  /// The observed stream, if it connects only while observed.
  @safe @exclusivity(unchecked) package final weak var upstream: (any Upstream)? {
    didSet { hasUpstream = true }
  }
  /// Whether there ever was one; cheaper than a weak read.
  @safe @exclusivity(unchecked) private(set) final var hasUpstream = false
  @safe @exclusivity(unchecked) @usableFromInline final var home = Home.unset
  /// Whether it was used in another isolation before.
  @safe @exclusivity(unchecked) final var hasMoved = false
  @safe @exclusivity(unchecked) package final var name: String?
  @safe @exclusivity(unchecked) private final var location: SourceLocation

  @inlinable final var isDelivering: Bool { @inline(__always) get { deliveryLimit != 0 } }

  @usableFromInline
  package init(name: String?, location: SourceLocation, node: NodeRef? = nil) {
    Context.prepare()
    self.name = name
    self.location = location
    self.node = node
    if let node { isKeptByTokens = node.flags.isDerived }
  }

  /// Messages identify the list as a part of `whole`.
  final func keepLabel(of whole: ReactiveNode, as part: String) {
    name = whole.name { part }
    location = whole.place
  }

  package var label: String { name ?? node?.retained.label ?? location.text }

  @usableFromInline
  package func append(_ entry: ObserverEntry, hasOwner: Bool = false) {
    insert(entry)
    if hasUpstream { connectUpstream(for: entry) }
    if hasOwner {
      hasOwners = true
      addedOwners &+= 1
      // Frees entries of deallocated owners, for two more reads at each added entry.
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

  /// Call before any use in this isolation.
  @usableFromInline
  package final func settleIn() {
    // A graph's nodes move together.
    if let node { return node.moveHere() }
    // A stream may have been sent.
    let here = Home.current
    if home == here { return }
    if home == .unset { home = here } else { move(to: here) }
  }

  /// Includes dead entries. Nothing may be unlinked meanwhile.
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

  /// After two billion subscriptions, numbering restarts.
  private func renumber() {
    sweep()
    nextSerial = ObserverEntry.serialStep
    forEachEntry { entry in
      if entry.serial != 0 { entry.serial = nextSerial | (entry.serial & 1) }
      nextSerial += ObserverEntry.serialStep
    }
  }

  /// Reverts the versions after `version`, up to `last`, in observers that subscribed at one of them.
  ///
  /// If `isSame`, `last` has the value of `version`, so observers at `last` need no notification. The other such
  /// observers do, and get version `behind`. Earlier observers keep their version, since an earlier change may still be
  /// queued for them. Returns whether any must be notified.
  func reset(from last: UInt32, to version: UInt32, isSame: Bool, behind: UInt32) -> Bool {
    var isAnyBehind = false
    forEachEntry { entry in
      let ahead = entry.seenVersion &- version
      if isSame && entry.seenVersion == last {
        entry.seenVersion = version
      } else if ahead != 0 && ahead <= last &- version {
        // Not a version in between, since its number may be reused. Deliveries of `behind` were sent before the
        // observer subscribed.
        entry.seenVersion = behind
        isAnyBehind = true
      }
    }
    return isAnyBehind
  }

  /// Call after marking an entry dead.
  func removed() {
    liveCount &-= 1
    deadCount &+= 1
    if isDelivering {
      needsSweep = true
    } else if deadCount >= 16 && deadCount > liveCount {
      // The sweep does the rest, and may deallocate this object.
      return sweep()
    }
    if liveCount == 0, let node { node.stopObserving() }
  }

  /// Unlinks dead entries and those whose owner has been deallocated.
  @usableFromInline @inline(never)
  func sweep() {
    if isDelivering {
      needsSweep = true
      return
    }
    needsSweep = false
    guard addedOwners > 0 || deadCount > 0 else { return }
    addedOwners = 0
    // Reading an owner may release the object that keeps the source.
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
    // The chain is consistent: calls and releases below may run any code.
    if liveCount == 0, let node { node.stopObserving() }
    unsafe Self.release(doomed)
    if let stream { updateConnection(of: stream) }
  }

  /// Marks entries of deallocated owners dead.
  ///
  /// Reading an owner retains it. If its last other reference is released meanwhile, the owner ends here and may run
  /// any code: subscribe, cancel, or sweep this chain. So nothing is unlinked yet, and the entry is retained. If an
  /// entry has been unlinked meanwhile, it has no next one, and the sweep is complete.
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

  private func dissolve() {
    forEachEntry { entry in
      entry.markDead()
      if hasMoved { MovedObservers.forget(entry) }
    }
    _ = unsafe ReleaseGuard(Remains(first))
  }
}

extension NodeRef {
  /// A new observer has seen the present value.
  func observerCame(isFirst: Bool) {
    // During a sweep for deallocated owners, it may still count as observed.
    let begins = isFirst && !flags.contains(.observed)
    if isFirst {
      flags.insert(.observed)
      let version = self.version
      withSideTable { $0.notifiedVersion = version }
    }
    if flags.contains(.hasSnapshot) { withSideTable { $0.hasNewcomers = true } }
    if begins && flags.contains(.counted) { Context.current.countObservers(of: self, by: 1) }
  }

  /// A new observer has seen the present value, which may differ from the one at its insertion. It is called next, and
  /// may observe something else.
  @usableFromInline
  func noteSeen(by subscription: Subscription) {
    if Context.current.isStackNearlyFull() { Context.current.stopDeepObserving(of: self) }
    guard let entry = subscription.entry.linked, entry.seenVersion != version else { return }
    entry.seenVersion = version
    if flags.contains(.hasSnapshot) { withSideTable { $0.hasNewcomers = true } }
  }

  /// Only reads need the value now.
  // Not inlined, so that ending an observer is.
  @inline(never)
  func stopObserving() {
    let isCounted = flags.isSuperset(of: [.observed, .counted])
    flags.remove(.observed)
    if isCounted { Context.current.countObservers(of: self, by: -1) }
  }
}
