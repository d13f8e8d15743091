import ReactiveTestSupport

/// What a node of the fuzzer is, as the model sees it: a function of other nodes or of what was done to it.
///
/// Values are small and never negative, so that they often come out equal and can choose among others.
enum MixedRecipe {
  /// What was written last.
  case stored
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
  /// What the node had when it had not changed for a time.
  case rested(Int)

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
    case .stored, .list, .tentative, .connected, .remembered, .stepped, .constant, .brought, .rested: return 0
    }
  }
}

/// What a ``ConnectableProperty`` is connected to.
enum MixedConnection {
  case constant(Int)
  case node(Int)
}

/// Ways in which the model can be wrong beside those of ``GraphFault``.
enum PlantedFault: CaseIterable {
  /// The nodes that a list has from the beginning stay in it.
  case firstListKept
  /// A tentative value is never given up.
  case tentativeKept
  /// A step is taken whenever the node is asked.
  case stepTwice
  /// Equal objects are duplicates also where nothing but their identity is known.
  case equalInGenericCode
  /// The updates of an updater that is paused run.
  case pauseIgnored
  /// What is debounced rests with what came first, what is throttled drops the last, and a window keeps all for longer.
  case restsWithFirst, lastThrottled, windowTooLong
  /// What waits is gone when its source finishes; what is sent after that comes.
  case endDropsWaiting, sendsAfterEnd
  /// A source stops without lingering; it runs only while something observes it directly.
  case stopsAtOnce, farObserverIgnored

  /// What the model of an operator over time does wrong by that.
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
  /// With which value of its parent a node took its last step.
  private var steps: [Int: Int] = [:]
  /// What a list has ever had.
  private var formerInputs: [Int: Set<Int>] = [:]
  /// What the node's function reads beside what it depends on.
  private var asides: [Int: Int] = [:]
  /// The derived nodes that compare less than they hold.
  private(set) var coarse: Set<Int> = []

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

  /// What it depends on for certain: an expression may not read all that it is made of.
  func certainInputs(_ id: Int) -> [Int] { if case .expression = recipes[id] { [] } else { inputs(id) } }

  /// What the node keeps alive; if `possibly`, also what it may keep until it is brought up to date.
  func keeps(_ id: Int, possibly: Bool) -> [Int] {
    var all = asides[id].map { [$0] } ?? []
    switch recipes[id] {
    case .list: all += possibly ? Array(formerInputs[id] ?? []) : lists[id] ?? []
    case .tentative(let parent), .same(let parent), .stepped(let parent, _, _), .rested(let parent): all.append(parent)
    case .constant(let former): if possibly { all += former }
    case .brought(let parent): if possibly, let parent { all.append(parent) }
    case .connected: if case .node(let other) = connections[id] { all.append(other) }
    case .sum(let others, _), .coarse(let others), .prefix(let others): all += others
    case .remembered(let others), .expression(let others, _): all += others
    case .branch(let condition, let odd, let even): all += [condition, odd, even]
    case .chosen(let parent, let children), .chosenOrNone(let parent, let children): all += [parent] + children
    case .stored, nil: break
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
    reach(from: ids) { keeps($0, possibly: possibly) }
  }
  override func mayDepend(_ id: Int) -> [Int] { keeps(id, possibly: true) }

  private func isList(_ id: Int) -> Bool { if case .list = recipes[id] { true } else { false } }

  /// How often a source that always notifies was written. The count distinguishes equal values of it.
  func stamp(_ id: Int) -> Int { comparison(of: id).isCut ? 0 : changes[id] ?? 0 }
  /// How often a list was written.
  func listStamp(_ id: Int) -> Int? { isList(id) ? changes[id] ?? 0 : nil }
  func isCoarse(_ id: Int) -> Bool { coarse.contains(id) }

  /// What the node observes for as long as it lives.
  func observes(_ id: Int) -> Int? {
    switch recipes[id] {
    case .stepped(let parent, _, _), .rested(let parent): parent
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
  /// The parent has notified its present value: the step is taken. That changes nothing that can be seen.
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
