import ReactiveCore

/// Looks whether a side that forwards its writes was written elsewhere. Returns where its value comes from; nil if the side is
/// gone.
typealias WriteLook = () -> WriteOrigin?

/// The stored source that all of a side's value comes from; nil where there are several.
struct WriteOrigin {
  let source: ReactiveNode?
}

/// The looks at sides that forward their writes, of everything that is bound together.
///
/// Such a side changes without being written, when what it comes from does. So the sides of one source are looked at together,
/// and only if it has changed: a batch that writes all parts of a whole looks at each once, and not once for each write.
struct WriteLooks {
  private(set) var groups: [WriteLookGroup] = []
  private var bySource: [ObjectIdentifier: WriteLookGroup] = [:]
  private var ofSeveral: WriteLookGroup?

  var isEmpty: Bool { groups.isEmpty }

  func group(of source: ReactiveNode) -> WriteLookGroup? {
    guard let group = bySource[ObjectIdentifier(source)], group.source === source else { return nil }
    return group
  }

  mutating func add(_ looks: [WriteLook], of source: ReactiveNode?) {
    let present = if let source { group(of: source) } else { ofSeveral }
    if let present {
      present.looks += looks
      return present.wasChanged()
    }
    let new = WriteLookGroup(looks, of: source)
    groups.append(new)
    if let source { bySource[ObjectIdentifier(source)] = new } else { ofSeveral = new }
  }

  /// The larger of two takes in the other.
  mutating func take(in other: WriteLooks) {
    for group in other.groups { add(group.looks, of: group.source) }
  }

  mutating func removeEmpty() {
    if groups.allSatisfy({ !$0.looks.isEmpty }) { return }
    let staying = groups.filter { !$0.looks.isEmpty }
    self = WriteLooks()
    for group in staying { add(group.looks, of: group.source) }
  }
}

/// The looks at the sides of one source, or at those of which each comes from several.
final class WriteLookGroup {
  var looks: [WriteLook]
  /// nil for sides of several, and when it is gone, with its sides.
  private(set) weak var source: ReactiveNode?
  /// Of the source, when it changed last in a way that is known: its sides were looked at, or one of them has forwarded a write.
  private var known: ChangeStamp?
  /// A side has forwarded a write since the others were looked at, which may have changed them, too.
  private(set) var isBehind = false

  init(_ looks: [WriteLook], of source: ReactiveNode?) {
    self.looks = looks
    self.source = source
  }

  /// Nothing has changed the source but what is known.
  var isKnown: Bool {
    guard let source, let known else { return false }
    return known == ChangeStamp(of: source)
  }

  func wasChanged() { known = nil }

  /// A side has forwarded a write to the source.
  func hasForwarded() {
    guard let source else { return }
    known = ChangeStamp(of: source)
    isBehind = true
  }

  /// Looks at all sides. Returns those that have moved on to another source.
  func look() -> [(WriteLook, ReactiveNode?)] {
    // What a look runs may bind, and so add another one.
    let present = looks
    looks = []
    isBehind = false
    var staying: [WriteLook] = []
    var moved: [(WriteLook, ReactiveNode?)] = []
    for look in present {
      guard let origin = look() else { continue }
      if origin.source === source { staying.append(look) } else { moved.append((look, origin.source)) }
    }
    known = source.map { ChangeStamp(of: $0) }
    looks = staying + looks
    return moved
  }
}
