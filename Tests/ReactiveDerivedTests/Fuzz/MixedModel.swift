/// What a node of the fuzzer is, as the model sees it: a function of other nodes or of what was done to it.
///
/// Values are small and never negative, so that they often come out equal and can choose among others.
enum MixedRecipe {
  /// What was written last.
  case stored
  /// The same; a number of the same half was not taken over.
  case coarselyStored
  /// The sum of the nodes that were put into it last.
  case list
  /// What is set for a while, or else the other node's value.
  case tentative(Int)
  /// What it was connected to last.
  case connected
  /// The sum of the nodes, as it was when it was calculated last.
  case remembered([Int])
  /// The rest of the sum.
  case sum([Int], divisor: Int)
  /// The rest of six of the sum; one of the same half is not taken over.
  case coarse([Int])
  /// One of two nodes, by the parity of a third.
  case branch(Int, odd: Int, even: Int)
  /// The sum of as many of the nodes as the first one says.
  case prefix([Int])
  /// The node among others that a first one names.
  case chosen(Int, [Int])
  /// The same, or ``none`` if there is one too few.
  case chosenOrNone(Int, [Int])
  /// The other node's value.
  case same(Int)
  /// A function of the others.
  case expression([Int], ([Int]) -> Int)
  /// What comes of the step before and of the other node's value.
  case stepped(Int, next: (Int, Int) -> Int, staying: (Int, Int) -> Int = { state, _ in state })
  /// What it was when it was cancelled; its function may keep the nodes to the end of the batch.
  case constant([Int])
  /// What an event brought last; may keep the node that it comes from.
  case brought(Int?)

  static let none = 7

  /// The value of one that depends on nothing but other nodes.
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
    case .stored, .coarselyStored, .list, .tentative, .connected, .remembered, .stepped, .constant, .brought: return 0
    }
  }
}

/// What a ``ConnectableProperty`` is connected to.
enum MixedConnection {
  case constant(Int)
  case node(Int)
}

/// The truth: a table of what was written, and everything else recomputed from it at every question. It shares nothing
/// with the library.
///
/// A node that compares less than it holds depends on what it held before: it keeps that if it comes out as a duplicate
/// of it. So the model is told what each run of one gave.
final class MixedModel {
  private var recipes: [Int: MixedRecipe] = [:]
  private var stored: [Int: Int] = [:]
  private var lists: [Int: [Int]] = [:]
  private var tentatives: [Int: Int] = [:]
  private var connections: [Int: MixedConnection] = [:]
  /// With which value of its parent a node took its last step.
  private var steps: [Int: Int] = [:]
  /// What a list has ever had.
  private var formerInputs: [Int: Set<Int>] = [:]
  /// What the node's function reads beside what it depends on.
  private var asides: [Int: Int] = [:]
  /// The sources of which every write is a change.
  private var everTelling: Set<Int> = []
  /// Writes that were changes, for each node that can be written.
  private var changes: [Int: Int] = [:]
  /// What the sources that compare less than they hold had when the open batch wrote them first.
  private var baselines: [Int: Int] = [:]
  /// What derived nodes of that kind hold.
  private var held: [Int: Int] = [:]
  /// What those of them had that have run since the batch, or the one that ended last, changed something.
  private var heldBaselines: [Int: Int] = [:]
  /// The batch of ``heldBaselines`` is over: a duplicate of them is put back.
  private(set) var isSettling = false
  /// Known for the present state; emptied by each change.
  private var known: [Int: Int] = [:]

  // MARK: Making

  func add(_ id: Int, _ recipe: MixedRecipe, beside aside: Int? = nil, from first: Int? = nil) {
    recipes[id] = recipe
    stored[id] = first
    asides[id] = aside
    switch recipe {
    case .remembered: recalculate(id)
    case .stepped(let parent, _, _): steps[id] = value(parent)
    case .coarse: coarse.insert(id)
    default: break
    }
  }
  func addSource(_ id: Int, _ value: Int, isCoarse: Bool = false, alwaysTells: Bool = false) {
    recipes[id] = isCoarse ? .coarselyStored : .stored
    stored[id] = value
    if alwaysTells { everTelling.insert(id) }
  }

  // MARK: Asking

  func value(_ id: Int) -> Int {
    if let value = known[id] { return value }
    let value = result(id, value(_:))
    known[id] = value
    return value
  }

  private func result(_ id: Int, _ read: (Int) -> Int) -> Int {
    switch recipes[id] {
    case .stored, .coarselyStored, .remembered, .constant, .brought: return stored[id] ?? 0
    case .coarse?: return whatStays(of: id, after: recipes[id]?.result(read) ?? 0)
    case .list: return (lists[id] ?? []).reduce(0) { $0 + read($1) }
    case .tentative(let parent): return tentatives[id] ?? read(parent)
    case .stepped(let parent, let next, let staying):
      let value = read(parent)
      let isStep = steps[id].map { !isDuplicate(parent, $0, value) } ?? true
      return isStep ? next(stored[id] ?? 0, value) : staying(stored[id] ?? 0, value)
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

  /// What the node depends on now, in the order in which it reads.
  func inputs(_ id: Int) -> [Int] {
    var all: [Int] = []
    _ = result(id) { input in
      all.append(input)
      return value(input)
    }
    return all
  }

  /// What the node keeps alive; if `possibly`, also what it may keep until it is brought up to date.
  func keeps(_ id: Int, possibly: Bool) -> [Int] {
    var all = asides[id].map { [$0] } ?? []
    switch recipes[id] {
    case .list: all += possibly ? Array(formerInputs[id] ?? []) : lists[id] ?? []
    case .tentative(let parent), .same(let parent), .stepped(let parent, _, _): all.append(parent)
    case .constant(let former): if possibly { all += former }
    case .brought(let parent): if possibly, let parent { all.append(parent) }
    case .connected: if case .node(let other) = connections[id] { all.append(other) }
    case .sum(let others, _), .coarse(let others), .prefix(let others): all += others
    case .remembered(let others), .expression(let others, _): all += others
    case .branch(let condition, let odd, let even): all += [condition, odd, even]
    case .chosen(let parent, let children), .chosenOrNone(let parent, let children): all += [parent] + children
    case .stored, .coarselyStored, nil: break
    }
    return all
  }

  /// What the node may be linked to: also what it has left, until it is brought up to date, and in the place of what
  /// has ended what that was linked to.
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

  /// All that these nodes keep alive, themselves among them.
  func reach(from ids: some Sequence<Int>, possibly: Bool) -> Set<Int> {
    var reached: Set<Int> = []
    var open = Array(ids)
    while let next = open.popLast() {
      if reached.insert(next).inserted { open += keeps(next, possibly: possibly) }
    }
    return reached
  }

  private func isList(_ id: Int) -> Bool { if case .list = recipes[id] { true } else { false } }
  func stored(_ id: Int) -> Int { stored[id] ?? 0 }

  /// How often a source that always tells was written: what tells equal values of it apart.
  func stamp(_ id: Int) -> Int { everTelling.contains(id) ? changes[id] ?? 0 : 0 }
  /// How often a list was written.
  func listStamp(_ id: Int) -> Int? { isList(id) ? changes[id] ?? 0 : nil }
  func alwaysTells(_ id: Int) -> Bool { everTelling.contains(id) }

  // MARK: Changing

  private func noteChange(of id: Int) {
    known = [:]
    changes[id, default: 0] += 1
  }

  /// Stores `value` if that is a change; whether it was one.
  func write(_ id: Int, _ value: Int, inBatch: Bool = false) -> Bool {
    let old = stored[id] ?? 0
    if case .coarselyStored = recipes[id] {
      if old / 2 == value / 2 { return false }
      if inBatch && baselines[id] == nil { baselines[id] = old }
    }
    if old == value && !everTelling.contains(id) { return false }
    stored[id] = value
    noteChange(of: id)
    return true
  }

  // MARK: Duplicates that hold something else

  /// The derived nodes that compare less than they hold.
  private(set) var coarse: Set<Int> = []
  func isCoarse(_ id: Int) -> Bool { coarse.contains(id) }

  private func isDuplicate(_ id: Int, _ old: Int, _ new: Int) -> Bool {
    switch recipes[id] {
    case .coarse, .coarselyStored: old / 2 == new / 2
    default: old == new
    }
  }
  private func whatStays(of id: Int, after new: Int) -> Int {
    if isSettling, let first = heldBaselines[id], first / 2 == new / 2 { return first }
    if let old = held[id], old / 2 == new / 2 { return old }
    return new
  }
  /// Such a node is about to run in a batch that has changed something, or at its end; it has dependents or observers.
  func keepSnapshot(of id: Int) {
    if heldBaselines[id] == nil { heldBaselines[id] = held[id] }
  }
  /// The function of such a node gave `new`.
  func noteRun(of id: Int, _ new: Int) {
    held[id] = whatStays(of: id, after: new)
    known = [:]
  }
  /// Something else changes than what the batch did that ended last.
  func forgetBaselines() {
    isSettling = false
    heldBaselines = [:]
    known = [:]
  }
  /// The outermost batch ends: a node that has a duplicate of what it began with has what it began with.
  func endBatch() {
    for (id, old) in baselines where stored(id) / 2 == old / 2 { stored[id] = old }
    for (id, old) in heldBaselines { if let new = held[id], new / 2 == old / 2 { held[id] = old } }
    isSettling = true
    baselines = [:]
    known = [:]
  }
  /// Might the node have something else, for as long as the end of the batch finds out what it has put back?
  func isUnsettled(_ id: Int) -> Bool {
    isSettling && !heldBaselines.isEmpty && reach(from: [id], possibly: true).contains { heldBaselines[$0] != nil }
  }

  // MARK: Other changes

  func put(_ members: [Int], into id: Int) {
    lists[id] = members
    formerInputs[id, default: []].formUnion(members)
    noteChange(of: id)
  }
  func set(_ id: Int, tentatively value: Int?) {
    tentatives[id] = value
    noteChange(of: id)
  }
  func connect(_ id: Int, to connection: MixedConnection) {
    connections[id] = connection
    noteChange(of: id)
  }
  /// The parent has told its present value: the step is taken. That changes nothing that can be seen.
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
}
