// Unsafe: who ends whom.
//
// An owner keeps what it owns in a list in the order of creation, retained; each of them points back, unretained. Leaving the
// list takes no search, so one that ends early is let go at once. Invariant: an owned node is in the list of the node that
// `owner` points at; an owner that dies ends everything in its list first.

/// What a scope can own: an effect, or another scope.
@safe
open class OwnedNode: ReactiveNode {
  @exclusivity(unchecked) private(set) final var ownedBy: Unmanaged<OwnerNode>?
  @exclusivity(unchecked) fileprivate final var previous: Unmanaged<OwnedNode>?
  @exclusivity(unchecked) fileprivate final var next: Unmanaged<OwnedNode>?

  /// Ends for good. Harmless when repeated.
  package func end() {}

  /// Puts off its turns, and those of everything that it owns, or no longer does.
  package func setPaused(_ isPaused: Bool) {}

  /// Gives it to whoever owns what is made now, who then keeps it alive. Returns false if that has ended, and with it this.
  package final func joinCurrentOwner() -> Bool {
    guard let owner = Context.ready.currentOwner else { return true }
    if owner.isEnded {
      end()
      return false
    }
    join(owner)
    if owner.isPaused { setPaused(true) }
    return true
  }

  private final func join(_ owner: OwnerNode) {
    unsafe ownedBy = .passUnretained(owner)
    unsafe previous = owner.last
    if let last = unsafe owner.last {
      unsafe last._withUnsafeGuaranteedRef { unsafe $0.next = .passUnretained(self) }
    } else {
      unsafe owner.first = .passUnretained(self)
    }
    unsafe owner.last = .passRetained(self)
  }

  /// Leaves its owner, who no longer keeps it alive.
  package final func leaveOwner() {
    guard let owner = unsafe ownedBy else { return }
    unsafe ownedBy = nil
    unsafe owner._withUnsafeGuaranteedRef { owner in
      if let next = unsafe next {
        unsafe next._withUnsafeGuaranteedRef { unsafe $0.previous = previous }
      } else {
        unsafe owner.last = previous
      }
      if let previous = unsafe previous {
        unsafe previous._withUnsafeGuaranteedRef { unsafe $0.next = next }
      } else {
        unsafe owner.first = next
      }
    }
    unsafe previous = nil
    unsafe next = nil
    unsafe Unmanaged.passUnretained(self).release()
  }
}

/// Owns effects and other owners.
@safe
open class OwnerNode: OwnedNode {
  @exclusivity(unchecked) fileprivate final var first: Unmanaged<OwnedNode>?
  @exclusivity(unchecked) fileprivate final var last: Unmanaged<OwnedNode>?

  /// The turns of whatever joins are put off.
  package private(set) final var isPaused = false
  private final var isPausedItself = false

  /// Has ended: what joins ends at once.
  package final var isEnded: Bool { flags.contains(.ended) }

  package init(label name: String?) {
    super.init(flags: .reaction, line: 0, witness: .reaction)
    if let name { makeExtras().name = name }
  }

  /// Ends what it owns, the last first, then runs its cleanups.
  package final func empty() {
    while let child = unsafe last?.takeUnretainedValue() {
      child.leaveOwner()
      child.end()
    }
    if flags.contains(.attended) { node.runCleanups() }
  }

  /// Ends everything in it, then itself. Harmless when repeated.
  package override final func end() {
    if isEnded { return }
    withExtendedLifetime(self) {
      flags.insert(.ended)
      empty()
      leaveOwner()
    }
  }

  package override final func setPaused(_ isPaused: Bool) {
    // What was paused by itself stays so when what is around it goes on.
    self.isPaused = isPaused || isPausedItself
    for child in owned { child.setPaused(self.isPaused) }
  }

  /// Puts off the turns of everything in it, or no longer does.
  package final func pauseItself(_ isPaused: Bool, within isOuterPaused: Bool) {
    if isPaused == isPausedItself { return }
    isPausedItself = isPaused
    setPaused(isOuterPaused)
  }

  /// Is what owns this node paused?
  package final var isOuterPaused: Bool {
    unsafe ownedBy.map { unsafe $0._withUnsafeGuaranteedRef { $0.isPaused } } ?? false
  }

  /// What it owns, in the order of creation.
  package final var owned: [OwnedNode] {
    var all: [OwnedNode] = []
    var next = unsafe first
    while let child = unsafe next?.takeUnretainedValue() {
      all.append(child)
      unsafe next = child.next
    }
    return all
  }

  /// Runs `body` with everything that it makes owned by this node; not what evaluations inside it make.
  package final func own<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let context = Context.current
    let outer = unsafe (context.raw.pointee.owner, context.raw.pointee.ownerFrame)
    unsafe context.raw.pointee.owner = .passUnretained(self)
    unsafe context.raw.pointee.ownerFrame = context.frame
    defer {
      unsafe context.raw.pointee.owner = outer.0
      unsafe context.raw.pointee.ownerFrame = outer.1
      withExtendedLifetime(self) {}
    }
    return try body()
  }

  deinit { if unsafe last != nil { empty() } }
}

extension Context {
  /// Who owns what is made now.
  var currentOwner: OwnerNode? {
    guard let owner = unsafe raw.pointee.owner, unsafe raw.pointee.ownerFrame == frame else { return nil }
    return unsafe owner.takeUnretainedValue()
  }
}
