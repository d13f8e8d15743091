import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking

extension MixedGraph {
  /// A node to depend on. Recent ones are more likely, for depth.
  func one(of candidates: [Int]) -> Int {
    candidates[max(0, random.once(in: 2) ? 0 : candidates.count - 4)...].randomElement(using: &random)!
  }
  func some(_ count: Int, of candidates: [Int]) -> [Int] { (0..<count).map { _ in one(of: candidates) } }

  func newNodeID() -> Int? {
    if living.count >= mostNodes { return nil }
    nextID += 1
    return nextID - 1
  }

  func keep(_ id: Int, _ node: MixedNode, _ kind: String, _ story: String, isDirect direct: Bool = false) {
    nodes[id] = node
    living[id] = MixedRemains(behavior: node.behavior)
    kinds[id] = kind
    if direct { isDirect.insert(id) }
    note("\(name(id)) \(story)")
  }

  func behavior(_ id: Int) -> Behavior<Int> { nodes[id]!.behavior }
  private func behaviors(_ ids: [Int]) -> [Int: Behavior<Int>] {
    Dictionary(ids.map { ($0, behavior($0)) }) { first, _ in first }
  }

  // MARK: Sources

  func addSource() {
    guard let id = newNodeID() else { return }
    let value = random.below(5)
    let kind = prefersCoarse && random.once(in: 3) ? 2 : random.below(prefersTime ? 12 : 15)
    if kind > 11 { return addPart(id) }
    if kind > 7, kind < 10, let holding = random.pick(holdings) { return addObject(id, value, holding) }
    model.addSource(id, value, isCoarse: kind == 2, alwaysNotifies: kind == 3 || kind == 4)
    switch kind {
    case 0, 1:
      let source = StoredProperty(value)
      keep(id, MixedNode(source, .source(source)), "StoredProperty", "is \(value)")
    case 2:
      let source = StoredProperty(value, isDuplicate: { $0 / 2 == $1 / 2 })
      keep(id, MixedNode(source, .source(source)), "coarse StoredProperty", "is \(value)")
    case 3:
      let source = StoredProperty(value, isDuplicate: { _, _ in false })
      keep(id, MixedNode(source, .source(source)), "always notifying StoredProperty", "is \(value)")
    case 4:
      let holder = PropertyHolder(value)
      keep(id, MixedNode(holder.$number, .property(holder)), "@Property", "is \(value)")
    case 10, 11: addObservedSource(id, value)
    case 5:
      let source = OpenBehavior(value)
      keep(id, MixedNode(source, .source(source)), "OpenBehavior", "is \(value)")
    default:
      let source = AtomObject(value)
      keep(id, MixedNode(source, .source(source)), "AtomObject", "is \(value)")
    }
  }

  private func addObject(_ id: Int, _ value: Int, _ holding: any MixedHolding) {
    let making = MixedMaking(type: random.below(3), isGeneric: random.once(in: 2))
    let source = hide(behind: id, holding, making)
    model.addSource(source, value, isCoarse: isCoarse(holding, making))
    model.add(id, .same(source))
    let node = holding.source(value, making, face(id))
    hidden[source] = node.remains
    keep(id, MixedNode(node.face, .object(node)), "source of objects", "is \(value), \(story(holding, making))")
  }

  private func addDerivedObject(_ id: Int, _ parent: Int, _ holding: any MixedHolding) {
    let making = MixedMaking(type: random.below(3), isGeneric: random.once(in: 2))
    let other = hide(behind: id, holding, making)
    runs[other] = MixedRun()
    model.add(other, isCoarse(holding, making) ? .coarse([parent]) : .sum([parent], divisor: 6))
    model.add(id, .same(other))
    let node = holding.derived(
      behavior(parent), making,
      { [unowned self, token = ledger.token()] value in
        _ = token
        return calculate(other, [value], beside: nil) { $0[0] % 6 }
      }, face(id))
    hidden[other] = node.remains
    keep(id, MixedNode(node.face), "derived object", "is \(parent) % 6, \(story(holding, making))")
  }

  private func isCoarse(_ holding: any MixedHolding, _ making: MixedMaking) -> Bool {
    holding.isCoarse && (!making.isGeneric || model.planted == .equalInGenericCode)
  }
  private func hide(behind id: Int, _ holding: any MixedHolding, _ making: MixedMaking) -> Int {
    let other = nextID
    nextID += 1
    behind[id] = other
    kinds[other] = holding.name
    runs[id] = MixedRun()
    return other
  }
  private func face(_ id: Int) -> (Int) -> Int {
    { [unowned self, token = ledger.token()] number in
      _ = token
      return calculate(id, [number], beside: nil) { $0[0] }
    }
  }
  private func story(_ holding: any MixedHolding, _ making: MixedMaking) -> String {
    "held as \(holding.name), made as type \(making.type)\(making.isGeneric ? " in generic code" : "")"
  }

  func addEvent() {
    guard let id = newNodeID() else { return }
    if random.once(in: 3) { return addObservedEvents(id) }
    let event = Event<Int>()
    events[id] = event
    kinds[id] = "Event"
    note(name(id))
    observeEnd(of: id, event)
  }

  // MARK: What is computed

  func addDerived() {
    let candidates = readable
    guard !candidates.isEmpty, let id = newNodeID() else { return }
    if prefersTime && random.once(in: 2) { return addTimed(id, candidates) }
    switch prefersCoarse && random.once(in: 3) ? 6 : random.below(prefersTime ? 32 : 37) {
    case 32...: addProjection(id)
    case 29...: if let holding = random.pick(holdings) { addDerivedObject(id, one(of: candidates), holding) }
    case 21...: addCombined(id, candidates)
    case 20: addText(id, some(1 + random.below(3), of: candidates))
    case ..<5: addProperty(id, some(1 + random.below(4), of: candidates), candidates)
    case 5: addUntyped(id, some(1 + random.below(5), of: candidates))
    case 6: addCoarse(id, some(2, of: candidates))
    case 7, 8: addTracked(id, .branch(one(of: candidates), odd: one(of: candidates), even: one(of: candidates)))
    case 9: addTracked(id, .prefix(some(2 + random.below(3), of: candidates)))
    case 10: addPassThrough(id, one(of: candidates))
    case 11: addManual(id, some(2, of: candidates))
    case 12, 13: addTentative(id, one(of: candidates))
    case 14, 15: addConnectable(id)
    case 16, 17: addMultilevel(id, one(of: candidates), some(2 + random.below(2), of: candidates))
    case 18: addOptional(id, one(of: candidates), some(1 + random.below(2), of: candidates))
    default: addList(id, some(random.below(4), of: candidates))
    }
  }

  private func addProperty(_ id: Int, _ inputs: [Int], _ candidates: [Int]) {
    let divisor = 2 + random.below(4)
    let aside = random.once(in: 4) ? one(of: candidates) : nil
    let beside = aside.map { ($0, behavior($0)) }
    model.add(id, .sum(inputs, divisor: divisor), beside: aside)
    runs[id] = MixedRun()
    let calculate: ([Int]) -> Int = { [unowned self, token = ledger.token()] values in
      _ = token
      return self.calculate(id, values, beside: beside) { $0.reduce(0, +) % divisor }
    }
    let all = inputs.map(behavior(_:))
    let property: DerivedProperty<Int>
    switch all.count {
    case 1 where random.once(in: 3):
      everChanging.insert(id)
      property = DerivedProperty(
        all[0], calculator: { calculate([$0]) }, isDuplicate: { _, _ in false })
    case 1: property = DerivedProperty(all[0]) { calculate([$0]) }
    case 2: property = DerivedProperty(all[0], all[1]) { calculate([$0, $1]) }
    case 3: property = DerivedProperty(all[0], all[1], all[2]) { calculate([$0, $1, $2]) }
    default: property = DerivedProperty(all[0], all[1], all[2], all[3]) { calculate([$0, $1, $2, $3]) }
    }
    let more = (everChanging.contains(id) ? ", ever changing" : "") + (aside.map { ", reads \($0) beside" } ?? "")
    keep(
      id, MixedNode(property), "DerivedProperty", "is the sum of \(names(inputs)) % \(divisor)\(more)", isDirect: true)
  }

  private func addUntyped(_ id: Int, _ inputs: [Int]) {
    model.add(id, .sum(inputs, divisor: 4))
    runs[id] = MixedRun()
    let all = inputs.map { ($0, behavior($0)) }
    let dependencies: [any BehaviorProtocol] = all.map { $0.1 }
    let property = DerivedProperty(dependencies: dependencies) { [unowned self, token = ledger.token()] in
      _ = token
      return calculate(id, all.map { read($0.0, $0.1, tracked: true) }, beside: nil) { $0.reduce(0, +) % 4 }
    }
    keep(
      id, MixedNode(property, .derived(property)), "untyped DerivedProperty", "is the sum of \(names(inputs)) % 4",
      isDirect: true)
  }

  private func addCoarse(_ id: Int, _ inputs: [Int]) {
    model.add(id, .coarse(inputs))
    runs[id] = MixedRun()
    let calculate: (Int, Int) -> Int = { [unowned self, token = ledger.token()] first, second in
      _ = token
      return self.calculate(id, [first, second], beside: nil) { ($0[0] + $0[1]) % 6 }
    }
    let property = DerivedProperty(
      behavior(inputs[0]), behavior(inputs[1]), calculator: calculate, isDuplicate: { $0 / 2 == $1 / 2 })
    keep(
      id, MixedNode(property), "coarse DerivedProperty", "is the sum of \(names(inputs)) % 6, compared by its half",
      isDirect: true)
  }

  private func addTracked(_ id: Int, _ recipe: MixedRecipe) {
    model.add(id, recipe)
    runs[id] = MixedRun()
    let behaviors = behaviors(model.keeps(id, possibly: false))
    let derivation = Derivation { [unowned self, token = ledger.token()] in
      _ = token
      return derive(id, { recipe.result($0) }, behaviors)
    }
    keep(id, MixedNode(derivation), "Derivation", "is \(recipe)", isDirect: true)
  }

  private func addPassThrough(_ id: Int, _ parent: Int) {
    model.add(id, .same(parent))
    let property = PassThroughProperty(parentProperty: behavior(parent))
    keep(id, MixedNode(property), "PassThroughProperty", "of \(parent)", isDirect: true)
  }

  private func addManual(_ id: Int, _ inputs: [Int]) {
    model.add(id, .remembered(inputs))
    runs[id] = MixedRun()
    let all = inputs.map { ($0, behavior($0)) }
    // It runs when it is made.
    needed.insert(id)
    let property = ManuallyRecalculatedDerivedProperty { [unowned self, token = ledger.token()] in
      _ = token
      return calculate(id, [], beside: nil) { _ in all.reduce(0) { $0 + read($1.0, $1.1, tracked: true) } }
    }
    keep(
      id, MixedNode(property, .manual(property)), "ManuallyRecalculatedDerivedProperty", "reads \(names(inputs))",
      isDirect: true)
  }

  private func addTentative(_ id: Int, _ parent: Int) {
    model.add(id, .tentative(parent))
    let property = TentativeProperty(parentProperty: behavior(parent))
    keep(id, MixedNode(property, .tentative(property)), "TentativeProperty", "of \(parent)", isDirect: true)
  }

  private func addConnectable(_ id: Int) {
    let value = random.below(4)
    model.add(id, .connected)
    model.connect(id, to: .constant(value))
    let property = ConnectableProperty(unconnectedValue: value)
    keep(id, MixedNode(property, .connectable(property)), "ConnectableProperty", "is \(value)", isDirect: true)
  }

  // MARK: Several levels

  private func addMultilevel(_ id: Int, _ parent: Int, _ children: [Int]) {
    model.add(id, .chosen(parent, children))
    let all = children.map(behavior(_:))
    let property = MultilevelProperty(parentProperty: behavior(parent)) { [token = ledger.token()] position in
      _ = token
      return all[position % all.count]
    }
    keep(
      id, MixedNode(property), "MultilevelProperty", "is that of \(names(children)) that \(parent) names",
      isDirect: true)
  }

  private func addOptional(_ id: Int, _ parent: Int, _ children: [Int]) {
    model.add(id, .chosenOrNone(parent, children))
    let all = children.map(behavior(_:))
    let property = MultilevelOptionalProperty(parentProperty: behavior(parent)) { position -> Behavior<Int>? in
      let position = position % (all.count + 1)
      return position < all.count ? all[position] : nil
    }
    keep(
      id, MixedNode(DerivedProperty(property) { $0 ?? MixedRecipe.none }), "MultilevelOptionalProperty",
      "is that of \(names(children)) that \(parent) names, if any")
  }

  private func addList(_ id: Int, _ members: [Int]) {
    model.add(id, .list)
    model.put(members, into: id)
    runs[id] = MixedRun()
    let list = StoredProperty(members.map { MixedItem(behavior($0)) })
    let observed = MultilevelCollectionProperty(parentProperty: list, childKeyPath: \.number)
    let total = DerivedProperty(observed) { [unowned self, token = ledger.token()] items in
      _ = token
      return calculate(id, items.map(\.number.value), beside: nil) { $0.reduce(0, +) }
    }
    keep(id, MixedNode(total, .list(list)), "MultilevelCollectionProperty", "is the sum of \(names(members))")
  }

  private func addText(_ id: Int, _ members: [Int]) {
    model.add(id, .list)
    model.put(members, into: id)
    let text = FormattedBehavior(format: template(members))
    let sum = DerivedProperty(text) { $0.split(separator: " ").reduce(0) { $0 + (Int($1) ?? 0) } }
    keep(id, MixedNode(sum, .text(text)), "FormattedBehavior", "is the sum of \(names(members))")
  }

  func template(_ members: [Int]) -> FormatTemplate {
    let all = members.map(behavior(_:))
    switch all.count {
    case 1: return "\(all[0])"
    case 2: return "\(all[0]) \(all[1])"
    default: return "\(all[0]) \(all[1]) \(all[2])"
    }
  }
}
