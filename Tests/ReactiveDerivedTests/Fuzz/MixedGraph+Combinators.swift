import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport

extension MixedGraph {
  func addCombined(_ id: Int, _ candidates: [Int]) {
    switch random.below(16) {
    case 12...: addTimed(id, candidates)
    case ..<3: addExpression(id, some(3, of: candidates))
    case 3: addMap(id, one(of: candidates))
    case 4: addCombination(id, some(2 + random.below(2), of: candidates))
    case 5: addFlatMap(id, one(of: candidates), some(2, of: candidates))
    case 6: addWithoutDuplicates(id, one(of: candidates))
    case 7, 8: if let parent = random.pick(candidates.filter { isCut($0) }) { addSteps(id, parent) }
    case 9: addSample(id, one(of: candidates))
    default: addHold(id)
    }
  }

  // MARK: Of behaviors

  private func addExpression(_ id: Int, _ inputs: [Int]) {
    let a = behavior(inputs[0])
    let b = behavior(inputs[1])
    let c = behavior(inputs[2])
    let result: Behavior<Int>
    let recipe: ([Int]) -> Int
    let story: String
    switch random.below(4) {
    case 0:
      result = (a + b * 2 + c) % 5
      recipe = { ($0[0] + $0[1] * 2 + $0[2]) % 5 }
      story = "(a + b * 2 + c) % 5"
    case 1:
      result = (a * b + 7 - c % 3) / 2 % 6
      recipe = { ($0[0] * $0[1] + 7 - $0[2] % 3) / 2 % 6 }
      story = "(a * b + 7 - c % 3) / 2 % 6"
    case 2:
      result = (a.isLess(than: b) && !c.isGreater(than: 1)).map { $0 ? 1 : 0 }
      recipe = { $0[0] < $0[1] && $0[2] <= 1 ? 1 : 0 }
      story = "a < b && !(c > 1)"
    default:
      result = (a.isEqual(to: b) || a.isAtLeast(c)).map { $0 ? 3 : 2 }
      recipe = { $0[0] == $0[1] || $0[0] >= $0[2] ? 3 : 2 }
      story = "a == b || a >= c"
    }
    model.add(id, .expression(inputs, recipe))
    keep(id, MixedNode(result), "expression", "is \(story) of \(names(inputs))")
  }

  private func addMap(_ id: Int, _ parent: Int) {
    model.add(id, .sum([parent], divisor: 3))
    runs[id] = MixedRun()
    let result = behavior(parent).map { [unowned self, token = ledger.token()] value in
      _ = token
      return calculate(id, [value], beside: nil) { $0[0] % 3 }
    }
    keep(id, MixedNode(result), "map", "is \(parent) % 3", isDirect: true)
  }

  private func addCombination(_ id: Int, _ inputs: [Int]) {
    model.add(id, .sum(inputs, divisor: 4))
    let result: Behavior<Int>
    if inputs.count == 2 {
      result = behavior(inputs[0]).combine(behavior(inputs[1])).map { ($0.0 + $0.1) % 4 }
    } else {
      result = behavior(inputs[0]).combine(behavior(inputs[1]), behavior(inputs[2])).map { ($0.0 + $0.1 + $0.2) % 4 }
    }
    keep(id, MixedNode(result), "combine", "is the sum of \(names(inputs)) % 4")
  }

  private func addFlatMap(_ id: Int, _ parent: Int, _ children: [Int]) {
    model.add(id, .chosen(parent, children))
    let all = children.map(behavior(_:))
    let result = behavior(parent).flatMap { [token = ledger.token()] position in
      _ = token
      return all[position % all.count]
    }
    keep(id, MixedNode(result), "flatMap", "is that of \(names(children)) that \(parent) names")
  }

  private func addWithoutDuplicates(_ id: Int, _ parent: Int) {
    model.add(id, .coarse([parent]))
    let result = behavior(parent).map { $0 % 6 }.removeDuplicates { [unowned self] old, new in
      // There is no function to check. The duplicate test is called after every run but the first.
      keepSnapshot(of: id)
      endRun(of: id, new)
      return old / 2 == new / 2
    }
    keep(id, MixedNode(result), "removeDuplicates", "of \(parent)")
    model.noteRun(of: id, read(id, result))
  }

  private func addSteps(_ id: Int, _ parent: Int) {
    let source = behavior(parent)
    // A node with memory must see every change: it reads the current value and observes.
    maybeObserved.insert(parent)
    // Sources start now. The resulting step belongs to the node, and the model's observer must come after it.
    let first = source.sink { _ in }
    defer { first.cancel() }
    let result: Behavior<Int>
    if random.once(in: 2) {
      model.add(id, .stepped(parent, next: { ($0 * 2 + $1) % 5 }), from: 1)
      result = source.scan(1) { [token = ledger.token()] state, value in
        _ = token
        return (state * 2 + value) % 5
      }
      keep(id, MixedNode(result), "scan", "of \(parent)")
    } else {
      // Both values in one number, so that the model can tell them apart.
      let first = model.value(parent) % 100
      model.add(
        id, .stepped(parent, next: { $0 % 100 * 100 + $1 % 100 }, staying: { $0 / 100 * 100 + $1 % 100 }), from: first)
      result = source.withPrevious().map { ($0.previous ?? 0) % 100 * 100 + $0.current % 100 }
      keep(id, MixedNode(result), "withPrevious", "of \(parent)")
    }
    // Directly after the node's own observer, so that nothing comes between them.
    source.sink(with: result) { [unowned self] _, _ in
      note("\(name(id)) takes a step")
      model.takeStep(id)
    }
  }

  // MARK: Of events

  private func addSample(_ id: Int, _ parent: Int) {
    guard let eventID = random.pick(events.keys.sorted()), let event = events[eventID] else { return }
    maybeObserved.insert(parent)
    followedEvents[id] = eventID
    model.add(id, .brought(parent), from: 1)
    let result = behavior(parent).sample(on: event).hold(1)
    keep(id, MixedNode(result), "sample", "of \(parent) on \(eventID)")
    event.sink(with: result) { [unowned self] _, _ in
      // It does not keep the sampled behavior alive.
      if living[parent]?.behavior != nil { bring(model.value(parent), to: id) }
    }
  }

  private func addHold(_ id: Int) {
    guard let eventID = random.pick(events.keys.sorted()), let event = events[eventID] else { return }
    var stream: EventStream<Int> = event
    var steps: [(Int) -> Int?] = []
    var story = ""
    for _ in 0..<random.below(3) { addStep(&stream, &steps, &story) }
    let through: (Int) -> Int? = { payload in
      var value: Int? = payload
      for step in steps { if let present = value { value = step(present) } }
      return value
    }
    let result: Behavior<Int>
    let accumulates = random.once(in: 2)
    followedEvents[id] = eventID
    model.add(id, .brought(nil), from: 1)
    if accumulates {
      result = stream.accumulate(1) { ($0 + $1) % 5 }
    } else {
      result = stream.map { $0 % 5 }.hold(1)
    }
    keep(id, MixedNode(result), accumulates ? "accumulate" : "hold", "of event \(eventID)\(story)")
    event.sink(with: result) { [unowned self] _, payload in
      guard let value = through(payload) else { return }
      bring(((accumulates ? model.value(id) : 0) + value) % 5, to: id)
    }
  }

  private func addStep(_ stream: inout EventStream<Int>, _ steps: inout [(Int) -> Int?], _ story: inout String) {
    switch random.below(6) {
    case 0:
      stream = stream.map { $0 * 3 + 1 }
      steps.append { $0 * 3 + 1 }
      story += ", map"
    case 1:
      stream = stream.filter { $0 % 2 == 1 }
      steps.append { $0 % 2 == 1 ? $0 : nil }
      story += ", filter"
    case 2:
      stream = stream.compactMap { $0 % 3 == 0 ? nil : $0 + 2 }
      steps.append { $0 % 3 == 0 ? nil : $0 + 2 }
      story += ", compactMap"
    case 3:
      stream = stream.scan(0) { ($0 + $1) % 7 }
      var sum = 0
      steps.append { value in
        sum = (sum + value) % 7
        return sum
      }
      story += ", scan"
    case 4:
      stream = stream.drop { $0 % 2 == 0 }
      var hasBegun = false
      steps.append { value in
        hasBegun = hasBegun || value % 2 == 1
        return hasBegun ? value : nil
      }
      story += ", drop"
    default:
      stream = stream.prefix(2)
      var left = 2
      steps.append { value in
        left -= 1
        return left < 0 ? nil : value
      }
      story += ", prefix"
    }
  }

  /// Follows a step of the library, which notifies next.
  func bring(_ value: Int, to id: Int) {
    note("\(name(id)) takes \(value)")
    change { model.write(id, value) }
  }
}
