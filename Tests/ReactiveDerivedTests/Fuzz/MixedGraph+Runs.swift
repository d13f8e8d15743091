import ReactiveCore
import ReactiveTestSupport

// The functions that the library calls, with checks whether it may.

extension MixedGraph {
  func calculate(_ id: Int, _ values: [Int], beside: (Int, Behavior<Int>)?, _ result: ([Int]) -> Int) -> Int {
    beginRun(id)
    let truth = model.inputs(id).map(model.value(_:))
    if values != truth && !model.inputs(id).contains(where: isUnsettled) {
      fail("\(name(id)) is given \(values) where the model has \(truth)\(place)")
    }
    noteSeen(id, values)
    // The extra read is no dependency: it gives no reason to run.
    if let beside { read(beside.0, beside.1, tracked: true) }
    endRun()
    let value = result(values)
    if model.isCoarse(id) { endRun(of: id, value) }
    return value
  }

  func derive(_ id: Int, _ result: ((Int) -> Int) -> Int, _ behaviors: [Int: Behavior<Int>]) -> Int {
    beginRun(id)
    var seen: [Int] = []
    let value = result { input in
      guard let behavior = behaviors[input] else { return 0 }
      let value = read(input, behavior, tracked: true)
      seen.append(value)
      return value
    }
    noteInputs(id)
    noteSeen(id, seen)
    endRun()
    return value
  }

  func runEffect(_ id: Int, _ behaviors: [Int: Behavior<Int>]) {
    guard let reaction = reactions[id] else { return fail("reaction \(id) runs after its end") }
    beginRun(id)
    enter()
    var sum = 0
    for input in followed(reaction) {
      guard let behavior = behaviors[input] else { continue }
      sum += read(input, behavior, tracked: true)
    }
    noteInputs(id)
    finish(reaction, sum)
  }

  func runUpdate(_ id: Int, _ behaviors: [Int: Behavior<Int>]) {
    guard let reaction = reactions[id] else { return fail("reaction \(id) runs after its end") }
    beginRun(id)
    enter()
    var sum = 0
    for input in reaction.reads {
      guard let behavior = behaviors[input] else { continue }
      sum += read(input, behavior, tracked: random.once(in: 2))
    }
    finish(reaction, sum)
  }

  func runTransition(_ id: Int, from old: Int?, to new: Int) {
    guard let reaction = reactions[id] else { return fail("reaction \(id) runs after its end") }
    beginRun(id)
    enter()
    note("from \(old.map { "\($0)" } ?? "nothing") to \(new)")
    if old != reaction.last {
      fail("\(name(id)) is given \(old.map { "\($0)" } ?? "nothing") as what it was given last")
    }
    if old == new { fail("\(name(id)) is notified of a transition from \(new) to itself") }
    let truth = model.value(reaction.reads[0])
    if new != truth { fail("\(name(id)) is notified of \(new), where the model has \(truth)") }
    reaction.last = new
    finish(reaction, new)
  }

  private func finish(_ reaction: MixedReaction, _ sum: Int) {
    act(times: 1, onceIn: 6)
    if let target = reaction.writes, fuel > 0, nodes[target] != nil {
      fuel -= 1
      write(target, (sum + 1) % 5)
    }
    act(times: 2, onceIn: 6)
    running.removeLast()
    leave()
  }

  // MARK: Whether it may run

  private func beginRun(_ id: Int) {
    note("\(name(id)) runs")
    checkRun(id)
    if model.isCoarse(id) { keepSnapshot(of: id) }
    runs[id]?.mayBePostponed = depth > 0 || reading.isEmpty || !running.isEmpty
    if depth > 0 && changedInBatch { lookedInBatch = true }
    runs[id]?.count += 1
    noteInputs(id)
    runs[id]?.isTouched = false
    runs[id]?.isTouchedInBatch = false
    // As for a read: a run inside a batch is settled at its end.
    needed.insert(id)
    running.append(id)
  }

  private func noteInputs(_ id: Int) {
    let present = inputs(id)
    runs[id]?.inputs = present
  }
  /// The values that the run saw. They differ from the model's while the end of a batch finds reverted sources.
  private func noteSeen(_ id: Int, _ values: [Int]) {
    guard let count = runs[id]?.inputs.count else { return }
    for (position, value) in values.prefix(count).enumerated() { runs[id]?.inputs[position].value = value }
  }
  private func endRun() { running.removeLast() }

  /// Checks that a run has a reason and that its node is needed.
  private func checkRun(_ id: Int) {
    guard let run = runs[id] else { return fail("\(name(id)) runs after its end") }
    if run.count > 0 && !run.isTouched && !(depth > 0 && run.isTouchedInBatch) && !isOutdated(id)
      && !(run.mayBePostponed && !isWatched(id))
    {
      fail("\(name(id)) runs though nothing that it depends on has changed\(place)")
    }
    if let reaction = reactions[id] {
      if run.count > 0, let updater = reaction.updater, paused.contains(updater) {
        fail("\(name(id)) runs though its updater is paused")
      }
    } else if !isNeeded(id) {
      fail("\(name(id)) runs though it is neither read nor observed\(place)")
    }
  }

  /// Whether anything observed or followed depends on the node, now or earlier in this operation.
  private func isNeeded(_ id: Int) -> Bool {
    if reading.contains(id) || needed.contains(id) || maybeObserved.contains(id) { return true }
    return model.reach(from: Array(needed) + maybeObserved + reading, possibly: true).contains(id)
  }

  private func followed(_ reaction: MixedReaction) -> [Int] {
    guard case .effect = reaction.kind else { return reaction.reads }
    return reaction.reads.count > 1 && model.value(reaction.reads[0]) == 3 ? [reaction.reads[0]] : reaction.reads
  }

  func inputs(_ id: Int) -> [MixedInput] {
    let ids = reactions[id].map(followed) ?? model.inputs(id)
    let all = ids.map { MixedInput(id: $0, value: model.value($0), stamp: stamp($0)) }
    return model.listStamp(id).map { all + [MixedInput(id: id, value: 0, stamp: $0)] } ?? all
  }

  func isOutdated(_ id: Int) -> Bool { (runs[id]?.count ?? 0) > 0 && inputs(id) != runs[id]?.inputs }
}
