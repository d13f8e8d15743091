// A model of everything that can be written: plain structs, from which each value is recomputed.

struct FuzzWhole: Equatable {
  struct Inner: Equatable { var n: Int?, text = "" }
  struct Row: Identifiable, Equatable { var id: Int, n: Int? }
  var n: Int? = 0
  var inner = Inner(n: 0)
  var maybe: Inner? = Inner(n: 0)
  var rows = [Row(id: 0, n: 0), Row(id: 1, n: 1), Row(id: 2, n: 2)]
}

/// Conversions of numbers; most are not inverse to each other.
enum FuzzConversion: CaseIterable {
  case doubled, remainder, shifted, failing

  func forward(_ number: Int?) -> Int? {
    guard let number else { return nil }
    switch self {
    case .doubled: return number &* 2 % 1000
    case .remainder: return number % 3
    case .shifted, .failing: return (number + 1) % 1000
    }
  }
  /// The outer nil is a failure.
  func back(_ number: Int?) -> Int?? {
    guard let number else { return .some(nil) }
    switch self {
    case .doubled: return number / 2
    case .remainder: return number + 3
    case .shifted: return number - 1
    case .failing: return number % 4 == 3 ? .none : .some(number - 1)
    }
  }
}

enum ProjectionNode {
  case field(Int)
  case inner(Int, isInSteps: Bool)
  case maybe(Int)
  case row(Int, id: Int)
  case converted(Int, FuzzConversion)
  case combined(Int, Int)
  case linked(Int)
  case following(Int)
  case tentative(Int)
  case mapped(Int)
  case summed(Int, Int)
}

/// Deliberate faults that the fuzzer must find.
enum ProjectionFault: CaseIterable {
  case overrideStays
  /// Every write of its source ends an override, even a duplicate or a reverted one.
  case overrideEndsEarly
  /// A duplicate write reaches the source and is converted back.
  case equalIsWritten
  /// A linked property's function receives its own last result, not a later write.
  case forgetsWritten
  /// A row is identified by its index.
  case rowByPlace
  /// A conversion converts its source's value even after a write.
  case convertsAgain
  /// A write to a part changes its root without a notification.
  case silentParts
}

final class ProjectionModel {
  struct Entry { var value: Int?, source: Int? }
  /// The memory of a linked property with a function.
  struct Memory { var source: Int?, begun: Int?, shown: Int? }

  let fault: ProjectionFault?
  var roots: [FuzzWhole]
  private(set) var nodes: [ProjectionNode] = []
  private var entries: [Int: Entry] = [:]
  private var memories: [Int: Memory] = [:]
  private var tentative: [Int: Int?] = [:]
  private(set) var failures = 0

  init(roots: Int, fault: ProjectionFault?) {
    self.roots = Array(repeating: FuzzWhole(), count: roots)
    self.fault = fault
  }

  static func follow(_ source: Int?, _ old: Int?) -> Int? { ((source ?? 5) * 10 + (old ?? 0) % 7) % 1000 }
  static func sum(_ one: Int?, _ other: Int?) -> Int? { ((one ?? 0) + (other ?? 0)) % 1000 }

  func add(_ node: ProjectionNode) {
    nodes.append(node)
    if case .following(let source) = node {
      let present = value(source)
      let begun = Self.follow(present, nil)
      memories[nodes.count - 1] = Memory(source: present, begun: begun, shown: begun)
    }
  }

  func value(_ index: Int) -> Int? {
    switch nodes[index] {
    case .field(let root): return roots[root].n
    case .inner(let root, _): return roots[root].inner.n
    case .maybe(let root): return roots[root].maybe?.n
    case .row(let root, let id):
      if fault == .rowByPlace { return id < roots[root].rows.count ? roots[root].rows[id].n : nil }
      return roots[root].rows.first { $0.id == id }?.n
    case .converted(let source, let conversion):
      if fault != .convertsAgain, let own = override(index, value(source)) { return own.value }
      return conversion.forward(value(source))
    case .combined(let one, let other), .summed(let one, let other): return Self.sum(value(one), value(other))
    case .linked(let source):
      let present = value(source)
      return override(index, present).map(\.value) ?? present
    case .following(let source):
      let present = value(source)
      if let own = override(index, present) { return own.value }
      let memory = memories[index]!
      return memory.source == present ? memory.begun : Self.follow(present, memory.shown)
    case .tentative(let parent): return tentative[index] ?? value(parent)
    case .mapped(let source): return value(source).map { $0 / 2 }
    }
  }

  private func override(_ index: Int, _ source: Int?) -> Entry? {
    entries[index].flatMap { $0.source == source || fault == .overrideStays ? $0 : nil }
  }

  func isOverridden(_ index: Int) -> Bool {
    guard case .linked(let source) = nodes[index] else { return false }
    return override(index, value(source)) != nil
  }

  /// Whether a write is allowed and reaches a stored value.
  func canWrite(_ index: Int) -> Bool {
    switch nodes[index] {
    case .field, .inner, .linked, .following, .tentative: return true
    case .maybe(let root): return roots[root].maybe != nil
    case .row(let root, let id): return roots[root].rows.contains { $0.id == id }
    case .converted(let source, _): return canWrite(source)
    case .combined(let one, let other): return canWrite(one) && canWrite(other)
    case .mapped, .summed: return false
    }
  }

  func write(_ index: Int, _ new: Int?) {
    if case .tentative = nodes[index] {
      tentative[index] = .some(new)
      return
    }
    if value(index) == new && fault != .equalIsWritten { return }
    switch nodes[index] {
    case .field(let root): roots[root].n = new
    case .inner(let root, _): roots[root].inner.n = new
    case .maybe(let root): roots[root].maybe?.n = new
    case .row(let root, let id):
      if let place = roots[root].rows.firstIndex(where: { $0.id == id }) { roots[root].rows[place].n = new }
    case .converted(let source, let conversion):
      if let back = conversion.back(new) { write(source, back) } else { failures += 1 }
      entries[index] = Entry(value: new, source: value(source))
    case .combined(let one, let other):
      write(one, (new ?? 0) / 2)
      write(other, (new ?? 0) - (new ?? 0) / 2)
    case .linked(let source): entries[index] = Entry(value: new, source: value(source))
    case .following(let source):
      let present = value(source)
      entries[index] = Entry(value: new, source: present)
      if memories[index]!.source == present && fault != .forgetsWritten { memories[index]!.shown = new }
    case .tentative, .mapped, .summed: break
    }
  }

  func reset(_ index: Int) {
    switch nodes[index] {
    case .linked: entries[index] = nil
    case .following(let source):
      entries[index] = nil
      if memories[index]!.source == value(source) { memories[index]!.shown = memories[index]!.begun }
    case .tentative: tentative[index] = nil
    default: break
    }
  }

  func commit(_ index: Int) {
    guard case .linked(let source) = nodes[index], let own = override(index, value(source)) else { return }
    write(source, own.value)
    entries[index] = nil
  }

  /// The end of a batch, or of a write outside one.
  func settle() {
    for index in nodes.indices {
      switch nodes[index] {
      case .converted(let source, _), .linked(let source), .following(let source):
        let present = value(source)
        if let entry = entries[index], entry.source != present, fault != .overrideStays { entries[index] = nil }
        if fault == .overrideEndsEarly { entries[index] = nil }
        if var memory = memories[index] {
          let isBack = memory.source == present
          if !isBack { memory.begun = Self.follow(present, memory.shown) }
          memory.source = present
          // Back at the same value, too: what was written may have been replaced while the source was elsewhere.
          if !isBack || fault != .forgetsWritten { memory.shown = entries[index].map(\.value) ?? memory.begun }
          memories[index] = memory
        }
      default: break
      }
    }
  }
}
