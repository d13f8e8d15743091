/// Walks through two values side by side and collects their differences.
struct DifferenceWalk {
  private(set) var entries: [DifferenceEntry] = []
  private(set) var omitted = 0

  private let shown: Int
  private let counted: Int
  private var depth = 0
  /// A deeper value is shown whole.
  private static let depthLimit = 40
  private var objects: Set<ObjectPair> = []

  init(shown: Int, counted: Int) {
    self.shown = shown
    self.counted = counted
  }

  private var isDone: Bool { omitted >= counted }

  /// Adds the differences between `a`, the expected value, and `b`, if any.
  @discardableResult
  mutating func compare(_ a: Any, _ b: Any, at path: String) -> Bool {
    if isDone || isSame(a, b) { return false }
    depth += 1
    if depth > Self.depthLimit || !compareParts(of: a, b, at: path) { add(a, b, at: path) }
    depth -= 1
    return true
  }

  /// Returns false if the values must be reported whole.
  private mutating func compareParts(of a: Any, _ b: Any, at path: String) -> Bool {
    if type(of: a) != type(of: b) { return false }
    if let a = a as? any StringProtocol, let b = b as? any StringProtocol {
      guard let lines = TextDifference.lines(from: String(a), to: String(b)) else { return false }
      add(path) { .text(lines) }
      return true
    }
    if isAtomic(a) { return false }
    let before = entries.count + omitted
    switch (ReflectedChildren(of: a), ReflectedChildren(of: b)) {
    case (.keyed(let first), .keyed(let second)):
      compareKeyed(first, second, at: path)
    case (.elements(let first), .elements(let second)):
      if Mirror(reflecting: a).displayStyle == .set {
        compareSets(first, second, at: path)
      } else {
        compareElements(first, second, at: path)
      }
    case (.named(let first), .named(let second)):
      if first.map(\.name) != second.map(\.name) { return false }
      // Reported elsewhere already.
      if type(of: a) is AnyClass && !objects.insert(ObjectPair(a, b)).inserted { return true }
      let isOptional = Mirror(reflecting: a).displayStyle == .optional
      var isAnyDifferent = false
      for (one, other) in zip(first, second) {
        if compare(one.value, other.value, at: isOptional ? path : Self.join(path, one.name)) { isAnyDifferent = true }
      }
      return isAnyDifferent
    default: break
    }
    return entries.count + omitted > before
  }

  /// Whether the walk stays out of the value.
  private func isAtomic(_ value: Any) -> Bool {
    switch Mirror(reflecting: value).displayStyle {
    case .collection, .set, .dictionary, .optional, .tuple: false
    default: isOfStandardLibrary(value) && value is any CustomStringConvertible
    }
  }

  private static func join(_ path: String, _ name: String) -> String {
    path.isEmpty || name.hasPrefix(".") ? path + name : "\(path).\(name)"
  }

  private mutating func compareKeyed(_ first: [AnyHashable: Any], _ second: [AnyHashable: Any], at path: String) {
    let keys = Set(first.keys).union(second.keys)
    for key in ValueText.sorted(keys.map(\.base)) {
      guard let index = key as? AnyHashable else { continue }
      let place = "\(path)[\(ValueText.of(key, room: 60))]"
      switch (first[index], second[index]) {
      case (let a?, let b?): compare(a, b, at: place)
      case (let a, let b): add(removed: a, added: b, at: place)
      }
    }
  }

  private mutating func compareSets(_ first: [Any], _ second: [Any], at path: String) {
    let (before, after) = (Set(first.compactMap { $0 as? AnyHashable }), Set(second.compactMap { $0 as? AnyHashable }))
    for value in ValueText.sorted(before.subtracting(after).map(\.base)) { add(removed: value, at: path) }
    for value in ValueText.sorted(after.subtracting(before).map(\.base)) { add(added: value, at: path) }
  }

  private mutating func compareElements(_ first: [Any], _ second: [Any], at path: String) {
    let diff = SequenceDiff(
      first.count, second.count, isSame: { isSame(first[$0], second[$1]) }, firstKey: { Self.key(of: first[$0]) },
      secondKey: { Self.key(of: second[$0]) })
    var (a, b) = (0, 0)
    for (nextA, nextB) in diff.pairs + [(first.count, second.count)] {
      if isDone { return }
      compareUnequal(first, a..<nextA, second, b..<nextB, at: path)
      (a, b) = (nextA + 1, nextB + 1)
    }
  }

  private static func key(of element: Any) -> AnyHashable {
    element as? AnyHashable ?? AnyHashable(ValueText.of(element, room: 200))
  }

  /// Pairs elements that have no equal: by identity, or by place without identities. A pair is a change; the rest were
  /// removed or added.
  private mutating func compareUnequal(
    _ first: [Any], _ removed: Range<Int>, _ second: [Any], _ added: Range<Int>, at path: String
  ) {
    var places: [AnyHashable: Int] = [:]
    for b in added.reversed() {
      if let id = Self.identity(of: second[b]) { places[id] = b }
    }
    var b = added.lowerBound
    for a in removed {
      if isDone { return }
      let id = Self.identity(of: first[a])
      let partner: Int? = if let id { places[id] } else { b < added.upperBound ? b : nil }
      guard let partner, partner >= b else {
        add(removed: first[a], at: "\(path)[\(a)]")
        continue
      }
      for index in b..<partner { add(added: second[index], at: "\(path)[\(index)]") }
      let identity = id.map { " id \(ValueText.of($0.base, room: 60))" } ?? ""
      compare(first[a], second[partner], at: "\(path)[\(a == partner ? "\(a)" : "\(a) → \(partner)")\(identity)]")
      b = partner + 1
    }
    for index in b..<added.upperBound { add(added: second[index], at: "\(path)[\(index)]") }
  }

  private static func identity(of value: Any) -> AnyHashable? {
    func open<Value: Identifiable>(_ value: Value) -> AnyHashable { AnyHashable(value.id) }
    return (value as? any Identifiable).map { open($0) }
  }

  private mutating func add(_ a: Any, _ b: Any, at path: String) {
    add(path) {
      let texts = TextDifference.texts(of: a, b)
      return .values(removed: texts.0, added: texts.1)
    }
  }

  private mutating func add(removed: Any? = nil, added: Any? = nil, at path: String) {
    func text(of value: Any) -> String { ValueText.of(value, room: TextDifference.room) }
    add(path) { .values(removed: removed.map(text(of:)), added: added.map(text(of:))) }
  }

  private mutating func add(_ path: String, _ content: () -> DifferenceEntry.Content) {
    if entries.count < shown {
      entries.append(DifferenceEntry(path: path, content: content()))
    } else {
      omitted += 1
    }
  }
}
