import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking

extension KeyedProgram {
  func watch() {
    if choices.once(in: 6) { return watchInEffect() }
    guard let node = choices.pick(nodes) else { return }
    let plain = node.plain
    let token = ledger.token()
    switch choices.below(5) {
    case 0:
      let watch = Watch("array of \(node.name)") { plain().map(\.row.number) }
      choices.note("watch \(watch.name)")
      func receive(_ numbers: [Int]) {
        _ = token
        self.receive(watch, numbers)
      }
      switch node.real {
      case .whole(let keyed): watch.token = keyed.sink { receive($0.map(\.number)) }
      case .mapped(let keyed): watch.token = keyed.sink { receive($0) }
      }
      watches.append(watch)
    case 1, 2:
      let watch = Watch("changes of \(node.name)") { plain().map(\.row.number) }
      choices.note("watch \(watch.name)")
      switch node.real {
      case .whole(let keyed): watch.token = follow(keyed, watch) { $0.number }
      case .mapped(let keyed): watch.token = follow(keyed, watch) { $0 }
      }
      watches.append(watch)
    case 3:
      let id = choices.below(size)
      // Selects in the stored behavior or in one computed from it.
      let isStored = choices.once(in: 2)
      let row = isStored ? chosen.selector()[id] : chosen.map { $0 }.selector()[id]
      let watch = Watch("choice of \(id)") { [unowned self] in
        [choice == id ? 1 : 0]
      }
      choices.note("watch \(watch.name), \(isStored ? "stored" : "computed")")
      watch.token = row.sink { [unowned self] in
        _ = token
        receive(watch, [$0 ? 1 : 0])
      }
      values.append((watch.name, { [row.value ? 1 : 0] }, watch.plain))
      watches.append(watch)
    default:
      let id = choices.below(size)
      let watch = Watch("row \(id) of \(node.name)") {
        [plain().first { $0.id == id }?.row.number]
      }
      choices.note("watch \(watch.name)")
      switch node.real {
      case .whole(let keyed):
        watch.token = keyed[id].sink { [unowned self] in
          _ = token
          receive(watch, [$0?.number])
        }
      case .mapped(let keyed):
        watch.token = keyed[id].sink { [unowned self] in
          _ = token
          receive(watch, [$0])
        }
      }
      watches.append(watch)
    }
  }

  /// An effect of two values. Changes that leave its numbers alone may run it.
  private func watchInEffect() {
    guard let one = choices.pick(values), let other = choices.pick(values) else { return }
    let token = ledger.token()
    let watch = Watch("effect of \(one.name) and \(other.name)") { one.plain() + other.plain() }
    choices.note("watch \(watch.name)")
    let effect = Effect { [unowned self, unowned watch] in
      _ = token
      receive(watch, one.read() + other.read())
    }
    watch.token = Subscription { effect.cancel() }
    watches.append(watch)
  }

  /// Something is made, dropped, watched, or no longer watched.
  func comeOrGo() {
    switch choices.below(4) {
    case 0: make()
    case 1: drop()
    case 2: watch()
    default:
      if watches.isEmpty { return }
      let watch = watches.remove(at: choices.below(watches.count))
      choices.note("end \(watch.name)")
      watch.token?.cancel()
      ended.append(watch)
    }
  }

  func follow<Row>(_ keyed: Keyed<Int, Row>, _ watch: Watch, number: @escaping (Row) -> Int) -> Subscription {
    var shown = keyed.value
    return keyed.changes.sink { [unowned self] changes in
      changes.apply(to: &shown)
      if changes.isEmpty { fail("\(watch.name): an empty list") }
      receive(watch, shown.map(number))
    }
  }

  func receive(_ watch: Watch, _ new: [Int?]) {
    watch.calls += 1
    if depth > 0 { fail("\(watch.name) is notified in a batch") }
    let plain = watch.plain()
    if new != plain { fail("\(watch.name) is notified of \(new), where the model has \(plain)") }
    watch.last = new
  }
}
