import ReactiveDerived
import ReactiveTestSupport

/// A random program over projections that runs in the library and in the model step by step; see ``RandomChoices``.
final class ProjectionProgram {
  struct Refused: Error {}

  private final class Watch {
    let node: Int
    let writes: Bool
    var token: Subscription?
    /// The last notification, or the value at subscription.
    var last: Int?
    /// The index in this step's history that it has reached.
    var seen = 0
    var calls = 0
    init(_ node: Int, writes: Bool, _ last: Int?) {
      self.node = node
      self.writes = writes
      self.last = last
    }
  }

  private let choices: RandomChoices
  private let ledger: Ledger
  private let model: ProjectionModel
  private let roots: [OpenBehavior<FuzzWhole>]
  private var nodes: [Behavior<Int?>?] = []
  private var watches: [Watch] = []
  /// Each node's values in this step, one per delivered change.
  private var history: [[Int?]] = []
  private var rootHistory: [[FuzzWhole]] = []
  private var rootLog: [[FuzzWhole]] = []
  private var rootTokens: [Subscription] = []
  private let errors = Event<Refused>()
  private var failures = 0
  private var depth = 0
  /// Whether observers write. A source may then change twice before its dependents are notified, which take one step.
  /// So there are no linked properties with a function, and no setters of several behaviors (these are batches).
  private let reacts: Bool
  /// Whether the program's own observers are the only ones. An unobserved derived source counts as changed once a read
  /// finds it changed, so no batch reverts then.
  private let isQuiet: Bool
  private var fuel = 4
  private(set) var failure: String?

  init(_ choices: RandomChoices, _ ledger: Ledger, fault: ProjectionFault?) {
    self.choices = choices
    self.ledger = ledger
    let count = 1 + choices.below(2)
    model = ProjectionModel(roots: count, fault: fault)
    roots = (0..<count).map { _ in OpenBehavior(FuzzWhole()) }
    rootLog = Array(repeating: [], count: count)
    reacts = choices.once(in: 2)
    isQuiet = choices.once(in: 3)
  }

  func run() {
    errors.sink { [unowned self] _ in failures += 1 }
    for root in roots.indices where choices.once(in: 2) {
      rootTokens.append(roots[root].sink { [unowned self] in rootLog[root].append($0) })
    }
    for _ in 0..<4 + choices.below(8) { choices.part(make) }
    for _ in 0..<choices.below(5) { choices.part(watch) }
    for _ in 0..<6 + choices.below(14) where failure == nil {
      choices.part {
        choices.note("-")
        step()
      }
    }
    for watch in watches { watch.token?.cancel() }
    for token in rootTokens { token.cancel() }
  }

  private func fail(_ text: String) {
    choices.note("FAILS: \(text)")
    if failure == nil { failure = text }
  }

  private func open(_ index: Int) -> OpenBehavior<Int?>? { nodes[index] as? OpenBehavior<Int?> }
  private var living: [Int] { nodes.indices.filter { nodes[$0] != nil } }
  private var writable: [Int] { living.filter { open($0) != nil && model.canWrite($0) } }
  private var openNodes: [Int] { living.filter { open($0) != nil } }

  private func make() {
    let root = choices.below(roots.count)
    let whole = roots[root]
    guard let one = choices.pick(openNodes), let other = choices.pick(openNodes), let any = choices.pick(living),
      choices.below(3) > 0
    else {
      switch choices.below(5) {
      case 0: return add(.field(root), whole[\.n])
      case 1: return add(.inner(root, isInSteps: true), whole[\.inner][\.n])
      case 2: return add(.inner(root, isInSteps: false), whole[\.inner.n])
      case 3: return add(.maybe(root), whole[\.maybe][optional: \.n])
      default:
        let id = choices.below(4)
        return add(.row(root, id: id), whole[\.rows][id: id][optional: \.n])
      }
    }
    guard let source = open(one), let second = open(other), let read = nodes[any] else { return }
    let token = ledger.token()
    switch choices.below(8) {
    case 0, 1:
      let conversion = FuzzConversion.allCases[choices.below(4)]
      if conversion == .failing {
        add(
          .converted(one, conversion),
          source.converted(errors: errors) {
            number in
            withExtendedLifetime(token) { conversion.forward(number) }
          } back: { number throws(Refused) in
            guard let back = conversion.back(number) else { throw Refused() }
            return back
          })
      } else {
        add(
          .converted(one, conversion),
          source.converted {
            number in
            withExtendedLifetime(token) { conversion.forward(number) }
          } back: {
            conversion.back($0) ?? nil
          })
      }
    case 2 where !reacts:
      add(
        .combined(one, other),
        OpenBehavior(
          get: { withExtendedLifetime(token) { ProjectionModel.sum(source.value, second.value) } },
          set: {
            source.value = ($0 ?? 0) / 2
            second.value = ($0 ?? 0) - ($0 ?? 0) / 2
          }))
    case 3: add(.linked(one), LinkedProperty(source))
    case 4 where !reacts:
      add(.following(any), LinkedProperty(read) { source, old in ProjectionModel.follow(source, old ?? nil) })
    case 5: add(.tentative(any), TentativeProperty(parentProperty: read))
    case 6: add(.mapped(any), read.map { number in withExtendedLifetime(token) { number.map { $0 / 2 } } })
    default: add(.summed(any, one), DerivedProperty(read, source) { ProjectionModel.sum($0, $1) })
    }
  }

  private func add(_ node: ProjectionNode, _ behavior: Behavior<Int?>) {
    choices.note("\(nodes.count): \(node)")
    nodes.append(behavior)
    model.add(node)
    switch node {
    case .converted(let source, _), .linked(let source), .following(let source):
      if !isQuiet { watch(source, writes: false) }
    default: break
    }
  }

  private func watch() {
    guard let node = choices.pick(living) else { return }
    watch(node, writes: reacts && choices.once(in: 2))
  }

  private func watch(_ node: Int, writes: Bool) {
    let watch = Watch(node, writes: writes, model.value(node))
    choices.note("watch \(node)\(watch.writes ? ", writes" : "")")
    watch.token = nodes[node]?.sink { [unowned self, unowned watch] in notified(watch, $0) }
    watches.append(watch)
  }

  private func step() {
    history = nodes.indices.map { [model.value($0)] }
    rootHistory = model.roots.map { [$0] }
    rootLog = rootLog.map { _ in [] }
    for watch in watches { (watch.seen, watch.calls, watch.last) = (0, 0, model.value(watch.node)) }
    act()
    check()
    if choices.once(in: 8) { choices.part(make) }
    if choices.once(in: 8) { choices.part(watch) }
    if choices.once(in: 10) { choices.part(drop) }
  }

  private func act() {
    if choices.once(in: 4) {
      choices.note("batch")
      depth += 1
      batch {
        for _ in 0..<(isQuiet ? 1 : 1 + choices.below(4)) { choices.part(actInBatch) }
        depth -= 1
        if depth == 0 { settle() }
      }
      choices.note("end")
    } else {
      choices.part(change)
      settle()
    }
  }

  private func actInBatch() {
    if depth < 3 && choices.once(in: 5) { act() } else { change() }
    if choices.once(in: 4), let node = choices.pick(living) {
      choices.note("read \(node)")
      _ = nodes[node]?.value
    }
  }

  private func settle() {
    if depth > 0 { return }
    model.settle()
    for node in nodes.indices { if node < history.count { history[node].append(model.value(node)) } }
    for root in model.roots.indices { rootHistory[root].append(model.roots[root]) }
  }

  /// Changes the model first: the library's notifications are compared with it.
  private func change() {
    switch choices.below(12) {
    case 0: changeRoot()
    case 1, 2: settleOverride()
    default: write()
    }
  }

  private func write() {
    guard let node = choices.pick(writable), let behavior = open(node) else { return }
    let number = choices.once(in: 8) ? nil : Optional(choices.below(6))
    choices.note("write \(node) \(number.map(String.init) ?? "nil")")
    apply { model.write(node, number) }
    switch choices.below(3) {
    case 0: behavior.update { $0 = number }
    case 1: behavior <<= number
    default: behavior.value = number
    }
  }

  private func settleOverride() {
    guard let node = choices.pick(writable) else { return }
    switch model.nodes[node] {
    case .linked(let source) where choices.once(in: 2) && model.canWrite(source):
      choices.note("commit \(node)")
      apply { model.commit(node) }
      (nodes[node] as? LinkedProperty<Int?>)?.commit()
    case .linked, .following:
      choices.note("reset \(node)")
      apply { model.reset(node) }
      (nodes[node] as? LinkedProperty<Int?>)?.reset()
    case .tentative:
      choices.note("revert \(node)")
      apply { model.reset(node) }
      (nodes[node] as? TentativeProperty<Int?>)?.revertTentative()
    default: break
    }
  }

  private func changeRoot() {
    let root = choices.below(roots.count)
    var whole = model.roots[root]
    switch choices.below(6) {
    case 0: whole.maybe = whole.maybe == nil ? .init(n: choices.below(4)) : nil
    case 1: whole.rows.reverse()
    case 2:
      let id = choices.below(4)
      whole.rows.removeAll { $0.id == id }
    case 3:
      let id = choices.below(4)
      if !whole.rows.contains(where: { $0.id == id }) { whole.rows.append(.init(id: id, n: choices.below(4))) }
    case 4: whole = FuzzWhole()
    default: whole.inner.text = "\(choices.below(3))"
    }
    choices.note("root \(root) = \(whole)")
    apply { model.roots[root] = whole }
    if choices.once(in: 2) {
      // Outside a batch the model knows which part changed. In a batch, an updated root always counts as changed.
      roots[root].value = whole
    } else {
      roots[root][\.self].value = whole
    }
  }

  /// Changes the model, so that notifications find it up to date.
  private func apply(_ body: () -> Void) {
    body()
    if depth == 0 { settle() }
  }

  private func drop() {
    guard let node = choices.pick(living) else { return }
    choices.note("drop \(node)")
    for watch in watches where watch.node == node { watch.token?.cancel() }
    watches.removeAll { $0.node == node }
    nodes[node] = nil
  }

  private func notified(_ watch: Watch, _ value: Int?) {
    choices.note("\(watch.node) notifies \(value.map(String.init) ?? "nil")")
    watch.calls += 1
    // A write of an observer may lead back to this observer's value.
    if value == watch.last && history[watch.node].count <= 2 {
      fail("\(watch.node) notified twice of \(String(describing: value))")
    }
    watch.last = value
    guard let place = history[watch.node].dropFirst(watch.seen).firstIndex(of: value) else {
      return fail("\(watch.node) notified of \(String(describing: value)), which it did not become")
    }
    watch.seen = place
    for node in nodes.indices { compare(node) }
    guard watch.writes, fuel > 0, choices.once(in: 2) else { return }
    fuel -= 1
    choices.part(act)
  }

  private func compare(_ node: Int) {
    if let behavior = nodes[node], behavior.value != model.value(node) {
      fail("\(node) is \(String(describing: behavior.value)), not \(String(describing: model.value(node)))")
    }
  }

  private func check() {
    for root in roots.indices where roots[root].value != model.roots[root] {
      fail("root \(root) is \(roots[root].value), not \(model.roots[root])")
    }
    for node in nodes.indices { compare(node) }
    for node in living {
      if let linked = nodes[node] as? LinkedProperty<Int?>, case .linked = model.nodes[node],
        linked.isOverridden.value != model.isOverridden(node)
      {
        fail("\(node) is\(model.isOverridden(node) ? " not" : "") overridden")
      }
    }
    for watch in watches {
      let expected = model.fault == .silentParts ? history[watch.node][0] : model.value(watch.node)
      if watch.last != expected { fail("\(watch.node) did not notify of \(String(describing: expected))") }
      // Without a write of an observer there is one change.
      if history[watch.node].count == 2 && watch.calls > 1 { fail("\(watch.node) notified \(watch.calls) times") }
    }
    for root in roots.indices {
      if let last = rootLog[root].last, last != model.roots[root] { fail("root \(root) notified of \(last) at last") }
      if !rootLog[root].allSatisfy(rootHistory[root].contains) { fail("root \(root) notified of what it was not") }
      if rootHistory[root].count <= 3, rootHistory[root].allSatisfy({ $0 == rootHistory[root][0] }),
        !rootLog[root].isEmpty
      {
        fail("root \(root) notified of nothing new")
      }
    }
    if failures != model.failures { fail("\(failures) errors, not \(model.failures)") }
  }
}
