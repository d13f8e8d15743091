import ReactiveCore

/// Checks whether a forwarding side was written elsewhere.
struct WriteLook {
  /// Returns the origin of the side's value; nil if the side is deallocated. Without `looks`, tells only whether it is.
  // In a struct: a bare closure gets another wrapper each time that it is taken from an array and put into one.
  let look: (_ looks: Bool) -> WriteOrigin?
}

/// The only stored source of a side's value; nil if there are several.
struct WriteOrigin {
  let source: ReactiveNode?
}

/// What a look has seen of a source: its last change, and the state of the writes that arrive later, of any source.
private struct SeenSource: Equatable {
  let change: ChangeStamp
  let lateWrites: UInt64

  init(_ source: ReactiveNode) {
    change = ChangeStamp(of: source)
    lateWrites = Context.lateWrites
  }
}

/// The looks at all bound sides that forward their writes.
///
/// Such a side changes with its source, without being written. The sides of one source are looked at together, and only
/// if it has changed: once for a batch that writes all parts of a whole, not once for each write.
struct WriteLooks {
  private(set) var groups: [WriteLookGroup] = []
  private var bySource: [ObjectIdentifier: WriteLookGroup] = [:]
  private var ofSeveral: WriteLookGroup?

  var isEmpty: Bool { groups.isEmpty }
  var count: Int { groups.reduce(0) { $0 + $1.looks.count } }

  func group(of source: ReactiveNode) -> WriteLookGroup? {
    guard let group = bySource[ObjectIdentifier(source)], group.source === source else { return nil }
    return group
  }

  mutating func add(_ looks: [WriteLook], of source: ReactiveNode?) {
    let present = if let source { group(of: source) } else { ofSeveral }
    if let present {
      present.add(looks)
      return
    }
    let new = WriteLookGroup(looks, of: source)
    groups.append(new)
    if let source { bySource[ObjectIdentifier(source)] = new } else { ofSeveral = new }
  }

  mutating func take(in other: WriteLooks) {
    for group in other.groups { add(group.looks, of: group.source) }
  }

  /// Forgets deallocated sides. Not to be called during a look.
  mutating func removeGone() {
    for group in groups { group.looks.removeAll { $0.look(false) == nil } }
    removeEmpty()
  }

  /// The other groups stay as they are: one may wait for a look.
  mutating func removeEmpty() {
    if groups.allSatisfy({ !$0.looks.isEmpty }) { return }
    groups.removeAll { $0.looks.isEmpty }
    bySource = bySource.filter { !$0.value.looks.isEmpty }
    if ofSeveral?.looks.isEmpty == true { ofSeveral = nil }
  }
}

/// The looks at the sides of one source, or at all sides with several sources.
final class WriteLookGroup {
  var looks: [WriteLook]
  /// Nil for several sources, and after deallocation.
  private(set) weak var source: ReactiveNode?
  /// The last known change of the source: followed by a look at its sides, or forwarded by one of them.
  private var known: SeenSource?
  /// A side has forwarded a write since the last look; others may have changed.
  private var isBehind = false
  private var hasNewLook = false

  init(_ looks: [WriteLook], of source: ReactiveNode?) {
    self.looks = looks
    self.source = source
  }

  var isKnown: Bool { !hasNewLook && isUnchanged }

  /// Whether the source has not changed since, so that only sides that were added may differ from what they were.
  var isUnchanged: Bool {
    guard let source, let known else { return false }
    return known == SeenSource(source)
  }

  /// Whether only sides behind the forwarded write may have changed: nothing else has changed the source since.
  var awaitsLook: Bool { isBehind && isUnchanged }

  func add(_ new: [WriteLook]) {
    looks += new
    hasNewLook = true
  }

  /// A side has forwarded a write, after a look at all. Returns whether the others may be left behind: a few are looked
  /// at before the next write, while it is known which one has changed them.
  func hasForwarded() -> Bool {
    guard let source, looks.count > Self.few else { return false }
    known = SeenSource(source)
    hasNewLook = false
    isBehind = true
    return true
  }

  /// How many sides may be looked at for each write of one of them.
  static let few = 16

  /// Looks at all sides. Returns the looks at sides that have moved to another source.
  func look() -> [(WriteLook, ReactiveNode?)] {
    // A look may run code that binds, and so add a look.
    let present = looks
    looks = []
    isBehind = false
    hasNewLook = false
    var staying: [WriteLook] = []
    var moved: [(WriteLook, ReactiveNode?)] = []
    for look in present {
      guard let origin = look.look(true) else { continue }
      if origin.source === source { staying.append(look) } else { moved.append((look, origin.source)) }
    }
    known = source.map { SeenSource($0) }
    looks = staying + looks
    return moved
  }
}
