import ReactiveTestSupport

/// A node of the fuzzer, as the model sees it: a function of other nodes or of past actions.
///
/// Values are small and not negative, so that they often are equal and can select other nodes.
enum MixedRecipe {
  case stored
  /// The sum of the nodes last put into it.
  case list
  /// The tentative value, otherwise the parent's.
  case tentative(Int)
  /// The value of its last connection.
  case connected
  /// The sum of the nodes at the last recalculation.
  case remembered([Int])
  /// The sum modulo `divisor`.
  case sum([Int], divisor: Int)
  /// The sum modulo 6. Values with the same half are duplicates.
  case coarse([Int])
  case branch(Int, odd: Int, even: Int)
  /// The sum of as many nodes as the first one says.
  case prefix([Int])
  /// The node selected by the first one.
  case chosen(Int, [Int])
  /// The same, or ``none`` if the selection is out of range.
  case chosenOrNone(Int, [Int])
  case same(Int)
  case expression([Int], ([Int]) -> Int)
  /// A function of the previous step and the parent's value.
  case stepped(Int, next: (Int, Int) -> Int, staying: (Int, Int) -> Int = { state, _ in state })
  /// The value at cancellation. Its function may keep the nodes until the end of the batch.
  case constant([Int])
  /// The last payload of an event. May keep the node it comes from.
  case brought(Int?)
  /// The parent's value when it last had been stable for a time.
  case rested(Int)
  /// A function of these parts of a struct. It keeps the struct, not the parts.
  case whole(Int, parts: [Int])
  /// The last written value until the parent changes, otherwise a function of the parent.
  case overriding(Int, MixedConversion)

  static let none = 7

  /// The value of a recipe that depends on other nodes only.
  func result(_ read: (Int) -> Int) -> Int {
    switch self {
    case .sum(let all, let divisor): return all.reduce(0) { $0 + read($1) } % divisor
    case .coarse(let all): return all.reduce(0) { $0 + read($1) } % 6
    case .branch(let condition, let odd, let even): return read(condition) % 2 == 1 ? read(odd) : read(even)
    case .prefix(let all): return all[..<(1 + read(all[0]) % all.count)].reduce(0) { $0 + read($1) }
    case .chosen(let parent, let children): return read(children[read(parent) % children.count])
    case .chosenOrNone(let parent, let children):
      let position = read(parent) % (children.count + 1)
      return position < children.count ? read(children[position]) : MixedRecipe.none
    case .same(let parent): return read(parent)
    case .expression(let all, let function): return function(all.map(read))
    case .whole(_, let parts): return parts.reduce(0) { $0 + read($1) } % 5
    case .stored, .list, .tentative, .connected, .remembered, .stepped, .constant, .brought, .rested: return 0
    case .overriding: return 0
    }
  }
}

enum MixedConnection {
  case constant(Int)
  case node(Int)
}

/// Deliberate faults besides those of ``GraphFault``.
enum PlantedFault: CaseIterable {
  case firstListKept
  case tentativeKept
  /// Every read takes a step.
  case stepTwice
  case equalInGenericCode
  case pauseIgnored
  /// Debouncing keeps the first payload, throttling drops the last one, and a window keeps payloads too long.
  case restsWithFirst, lastThrottled, windowTooLong
  /// The end drops waiting payloads; payloads after the end are delivered.
  case endDropsWaiting, sendsAfterEnd
  case stopsAtOnce, farObserverIgnored
  /// A write of a part reaches its neighbour; a written value outlives a change of what it overrides.
  case wrongPart, overrideStays

  var ofTime: TimeFault? {
    switch self {
    case .restsWithFirst: .debouncesFirst
    case .lastThrottled: .throttleForgetsLatest
    case .windowTooLong: .windowTooLong
    case .endDropsWaiting: .losesWhatWaitsAtEnd
    default: nil
    }
  }
}

/// The truth about all types of this layer and the sources of others; see ``GraphModel``.
final class MixedModel: GraphModel {
  var planted: PlantedFault?
  private var recipes: [Int: MixedRecipe] = [:]
  private var lists: [Int: [Int]] = [:]
  private var tentatives: [Int: Int] = [:]
  private var connections: [Int: MixedConnection] = [:]
  /// The parent's value at the node's last step.
  private var steps: [Int: Int] = [:]
  private var formerInputs: [Int: Set<Int>] = [:]
  /// A node that the function reads without depending on it.
  private var asides: [Int: Int] = [:]
  private(set) var coarse: Set<Int> = []
  private var overrides: [Int: (value: Int, parent: Int)] = [:]

  // MARK: Making

  func add(_ id: Int, _ recipe: MixedRecipe, beside aside: Int? = nil, from first: Int? = nil) {
    recipes[id] = recipe
    stored[id] = first
    asides[id] = aside
    switch recipe {
    case .remembered: recalculate(id)
    case .stepped(let parent, _, _): steps[id] = value(parent)
    case .coarse:
      coarse.insert(id)
      comparisons[id] = .coarse
    default: break
    }
  }
  func addSource(_ id: Int, _ value: Int, isCoarse: Bool = false, alwaysNotifies: Bool = false) {
    recipes[id] = .stored
    stored[id] = value
    comparisons[id] = alwaysNotifies ? .never : isCoarse ? .coarse : .exact
  }

  // MARK: Asking

  override func result(_ id: Int) -> Int? { recipes[id] == nil ? nil : result(id, value(_:)) }

  private func result(_ id: Int, _ read: (Int) -> Int) -> Int {
    switch recipes[id] {
    case .stored, .remembered, .constant, .brought, .rested: return stored[id] ?? 0
    case .coarse?: return whatStays(of: id, after: recipes[id]?.result(read) ?? 0)
    case .list: return (lists[id] ?? []).reduce(0) { $0 + read($1) }
    case .tentative(let parent): return tentatives[id] ?? read(parent)
    case .stepped(let parent, let next, let staying):
      let value = read(parent)
      let isStep = planted == .stepTwice || steps[id].map { !isDuplicate(parent, $0, value) } ?? true
      return isStep ? next(stored[id] ?? 0, value) : staying(stored[id] ?? 0, value)
    case .overriding(let parent, let conversion):
      let present = read(parent)
      return override(id, present) ?? conversion.forward(present)
    case .connected:
      switch connections[id] {
      case .node(let other): return read(other)
      case .constant(let value): return value
      case nil: return 0
      }
    case let recipe?: return recipe.result(read)
    case nil: return 0
    }
  }

  /// The node's current dependencies, in read order.
  func inputs(_ id: Int) -> [Int] {
    var all: [Int] = []
    _ = result(id) { input in
      all.append(input)
      return value(input)
    }
    return all
  }

  /// The certain dependencies: an expression may not read all of its nodes.
  func certainInputs(_ id: Int) -> [Int] { if case .expression = recipes[id] { [] } else { inputs(id) } }

  /// The nodes that this one keeps alive; if `possibly`, also those that it may keep until its next update.
  func keeps(_ id: Int, possibly: Bool) -> [Int] {
    var all = asides[id].map { [$0] } ?? []
    switch recipes[id] {
    case .list: all += possibly ? Array(formerInputs[id] ?? []) : lists[id] ?? []
    case .tentative(let parent), .same(let parent), .stepped(let parent, _, _), .rested(let parent): all.append(parent)
    case .overriding(let parent, _): all.append(parent)
    case .constant(let former): if possibly { all += former }
    case .brought(let parent): if possibly, let parent { all.append(parent) }
    case .connected: if case .node(let other) = connections[id] { all.append(other) }
    case .sum(let others, _), .coarse(let others), .prefix(let others): all += others
    case .remembered(let others), .expression(let others, _): all += others
    case .branch(let condition, let odd, let even): all += [condition, odd, even]
    case .chosen(let parent, let children), .chosenOrNone(let parent, let children): all += [parent] + children
    case .stored, .whole, nil: break
    }
    return all
  }

  /// The nodes that this one may be linked to. Includes those it has left, until its next update, and for a node that
  /// has ended, the nodes that one was linked to.
  func mayFollow(_ id: Int, where isLiving: (Int) -> Bool) -> Set<Int> {
    var reached: Set<Int> = []
    var open = [id]
    while let next = open.popLast() {
      for other in keeps(next, possibly: true) where reached.insert(other).inserted {
        if !isLiving(other) { open.append(other) }
      }
    }
    return reached
  }

  /// These nodes and all that they keep alive.
  func reach(from ids: some Sequence<Int>, possibly: Bool) -> Set<Int> {
    reach(from: ids) { keeps($0, possibly: possibly) }
  }
  override func mayDepend(_ id: Int) -> [Int] { keeps(id, possibly: true) }

  private func isList(_ id: Int) -> Bool { if case .list = recipes[id] { true } else { false } }

  /// The number of writes to a source that always notifies. Distinguishes equal values.
  func stamp(_ id: Int) -> Int { comparison(of: id).isCut ? 0 : changes[id] ?? 0 }
  /// The number of changes that leave the values of all inputs equal.
  func listStamp(_ id: Int) -> Int? {
    if case .whole(let root, _) = recipes[id] { return changes[root] ?? 0 }
    return isList(id) ? changes[id] ?? 0 : nil
  }
  func isCoarse(_ id: Int) -> Bool { coarse.contains(id) }

  /// The node that this one observes for its whole life, or while a written value stands.
  func observes(_ id: Int) -> Int? {
    switch recipes[id] {
    case .stepped(let parent, _, _), .rested(let parent): parent
    case .overriding(let parent, _): overrides[id] == nil ? nil : parent
    default: nil
    }
  }

  // MARK: Other changes

  func put(_ members: [Int], into id: Int) {
    if lists[id] == nil || planted != .firstListKept { lists[id] = members }
    formerInputs[id, default: []].formUnion(members)
    noteChange(of: id)
  }
  func set(_ id: Int, tentatively value: Int?) {
    if value != nil || planted != .tentativeKept { tentatives[id] = value }
    noteChange(of: id)
  }
  func connect(_ id: Int, to connection: MixedConnection) {
    connections[id] = connection
    noteChange(of: id)
  }
  /// The parent has notified its current value, so the step is taken. No value changes.
  func takeStep(_ id: Int) {
    guard case .stepped(let parent, _, _) = recipes[id] else { return }
    stored[id] = value(id)
    steps[id] = value(parent)
  }
  func cancel(_ id: Int) {
    stored[id] = value(id)
    recipes[id] = .constant(keeps(id, possibly: true))
  }
  func recalculate(_ id: Int) {
    guard case .remembered(let all) = recipes[id] else { return }
    stored[id] = all.reduce(0) { $0 + value($1) }
    noteChange(of: id)
  }

  // MARK: Values that override others

  private func override(_ id: Int, _ present: Int) -> Int? {
    overrides[id].flatMap { $0.parent == present || planted == .overrideStays ? $0.value : nil }
  }
  func isOverridden(_ id: Int) -> Bool {
    guard case .overriding(let parent, _) = recipes[id] else { return false }
    return override(id, value(parent)) != nil
  }
  /// Writes the parent, too, unless the node is linked.
  func write(_ id: Int, overriding value: Int, reaches source: Int?, inBatch: Bool) -> Bool {
    guard case .overriding(let parent, let conversion) = recipes[id], self.value(id) != value else { return false }
    if let source { _ = write(source, conversion.back(value), inBatch: inBatch) }
    overrides[id] = (value, self.value(parent))
    noteChange(of: id)
    return true
  }
  func reset(_ id: Int) {
    overrides[id] = nil
    noteChange(of: id)
  }
  /// A change is complete: what it has ended stays so.
  func endOverrides() {
    for (id, entry) in overrides {
      guard case .overriding(let parent, _) = recipes[id], planted != .overrideStays else { continue }
      if entry.parent != value(parent) { overrides[id] = nil }
    }
  }
}
