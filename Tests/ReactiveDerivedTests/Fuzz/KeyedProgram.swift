import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking

/// A random program over keyed collections that runs in the library and in the model step by step; see
/// ``RandomChoices``.
final class KeyedProgram {
  final class Watch {
    let name: String
    let plain: () -> [Int?]
    var token: Subscription?
    var last: [Int?]
    var calls = 0
    init(_ name: String, _ plain: @escaping () -> [Int?]) {
      self.name = name
      self.plain = plain
      last = plain()
    }
  }

  let choices: RandomChoices
  let ledger: Ledger
  let fault: KeyedFault?
  let source: OpenKeyed<FuzzRow>
  let threshold = OpenBehavior(5)
  let chosen = OpenBehavior<Int?>(nil)
  var choice: Int?
  var rows: [FuzzRow] = []
  var level = 5
  var nodes: [KeyedNode] = []
  var values: [(name: String, read: () -> [Int?], plain: () -> [Int?])] = []
  var watches: [Watch] = []
  /// These must not be notified.
  var ended: [Watch] = []
  var groupings: [Groups] = []
  var makings = 0
  /// For the node being made; see ``KeyedNode/places``.
  var places: () -> [Int: Int] = { [:] }
  let size: Int
  var depth = 0
  var acts = 0
  private(set) var failure: String?

  init(_ choices: RandomChoices, _ ledger: Ledger, fault: KeyedFault?) {
    self.choices = choices
    self.ledger = ledger
    self.fault = fault
    size = choices.once(in: 8) ? 300 : 8
    let first = (0..<choices.below(size)).map { FuzzRow(id: $0, number: choices.below(9), group: choices.below(3)) }
    rows = first
    source = OpenKeyed(first)
  }

  func run() {
    let source = source
    nodes.append(
      KeyedNode(name: "source", real: .whole(source)) { [unowned self] in
        Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.id, $0) })
      } plain: { [unowned self] in
        rows.map { ($0.id, $0) }
      })
    for _ in 0..<2 + choices.below(8) { choices.part(make) }
    for _ in 0..<choices.below(6) { choices.part(watch) }
    for _ in 0..<6 + choices.below(20) where failure == nil {
      choices.part {
        choices.note("-")
        if choices.once(in: 3) { choices.part(comeOrGo) }
        step()
      }
    }
    for watch in watches { watch.token?.cancel() }
  }

  func fail(_ text: String) {
    choices.note("FAILS: \(text)")
    if failure == nil { failure = text }
  }

  // --- Steps ---------------------------------------------------------------------------------------------------------

  private func step() {
    for watch in watches + ended {
      watch.calls = 0
    }
    let (rowsBefore, levelBefore, choiceBefore) = (rows, level, choice)
    if choices.once(in: 3) { runBatch() } else { act() }
    let isSame = rows == rowsBefore && level == levelBefore && choice == choiceBefore
    for watch in watches {
      let now = watch.plain()
      if watch.last != now { fail("\(watch.name) was last notified of \(watch.last), where the model has \(now)") }
      if watch.calls > 1 { fail("\(watch.name) is notified \(watch.calls) times") }
      if isSame && (watch.calls > 0) != (fault == .takenBackNotifies && watch.calls == 0) {
        fail("\(watch.name) is notified of nothing")
      }
      let isDue = fault == .choicesNotifiedTogether && choice != choiceBefore
      if isDue && watch.name.hasPrefix("choice") && watch.calls == 0 {
        fail("\(watch.name) is not notified of another choice")
      }
      if fault == .rowsNotifiedTogether && watch.name.hasPrefix("row") && watch.calls == 0 && !isSame {
        fail("\(watch.name) is not notified of another row")
      }
    }
    if ended.contains(where: { $0.calls > 0 }) { fail("an observer is notified after its end") }
    if fault == .endedGoesOn, ended.contains(where: { $0.last != $0.plain() }) { fail("an ended observer goes on") }
    if choices.once(in: 2) { checkAll() }
  }

  private func checkAll() {
    for node in nodes where failure == nil { check(node) }
    for value in values where failure == nil {
      let (read, plain) = (value.read(), value.plain())
      if read != plain { fail("\(value.name) is \(read), where the model has \(plain)") }
    }
  }

  private func check(_ node: KeyedNode) {
    let (real, plain) = (node.realIDs, node.plainIDs)
    if real != plain { fail("\(node.name) is \(real), where the model has \(plain)") }
    if let runs = node.runs {
      let ids = Set(node.plain().map(\.id)).union(fault == .removedStay ? [-1] : [])
      if runs.ids != ids { fail("\(node.name) has derivations for \(runs.ids), where the model has \(ids)") }
    }
  }

  private func runBatch() {
    let (before, choiceBefore) = (rows, choice)
    choices.note("batch")
    acts += 1
    depth += 1
    batch {
      for _ in 0..<1 + choices.below(5) {
        choices.part(act)
        if choices.once(in: 3) { checkSome() }
        if choices.once(in: 6) { choices.part(makeOrDrop) }
      }
      if choices.once(in: 3) {
        choices.note("as before")
        acts += 1
        rows = before
        source.value = before
        choice = choiceBefore
        chosen.value = choice
        if choices.once(in: 3) { checkSome() }
      }
      depth -= 1
    }
    choices.note("end of batch")
  }

  private func checkSome() {
    if let node = choices.pick(nodes) {
      choices.note("read \(node.name)")
      check(node)
    }
    if let value = choices.pick(values) {
      choices.note("read \(value.name)")
      let (read, plain) = (value.read(), value.plain())
      if read != plain { fail("\(value.name) is \(read), where the model has \(plain)") }
    }
  }

  private func drawRow(_ id: Int) -> FuzzRow { FuzzRow(id: id, number: choices.below(9), group: choices.below(3)) }

  private func act() {
    acts += 1
    let id = choices.below(size)
    let place = rows.firstIndex { $0.id == id }
    switch choices.below(13) {
    case 0, 1, 2:
      let row = drawRow(id)
      choices.note("insert \(row)")
      if let place {
        if fault == .replacedGoesLast && rows[place] != row {
          rows.remove(at: place)
          rows.append(row)
        } else {
          rows[place] = row
        }
      } else {
        rows.append(row)
      }
      source.insert(row)
    case 3, 4, 5:
      let number = choices.below(9)
      choices.note("update \(id) to \(number)")
      if let place { rows[place].number = number }
      source.update(id) { $0.number = number }
    case 6, 7:
      choices.note("remove \(id)")
      if let place { rows.remove(at: place) }
      source.remove(id)
    case 8:
      let other = choices.once(in: 3) ? nil : choices.below(size)
      choices.note("move \(id) before \(other.map(String.init) ?? "the end")")
      if let place, other != id {
        if let other {
          if rows.contains(where: { $0.id == other }) {
            let row = rows.remove(at: place)
            rows.insert(row, at: rows.firstIndex { $0.id == other } ?? 0)
          }
        } else {
          rows.append(rows.remove(at: place))
        }
      }
      source.move(id, before: other)
    case 9:
      var new = rows
      for _ in 0..<choices.below(4) where !new.isEmpty { new.remove(at: choices.below(new.count)) }
      for _ in 0..<choices.below(4) {
        let row = drawRow(choices.below(size))
        if let place = new.firstIndex(where: { $0.id == row.id }) { new.remove(at: place) }
        new.insert(row, at: choices.below(new.count + 1))
      }
      choices.note("replace all by \(new)")
      rows = new
      source.value = new
    case 10:
      level = choices.below(9)
      choices.note("level \(level)")
      threshold.value = level
    case 11:
      choice = choices.once(in: 3) ? nil : id
      choices.note("choose \(choice.map(String.init) ?? "none")")
      chosen.value = choice
    default:
      choices.note("remove all above 6")
      rows.removeAll { $0.number > 6 }
      source.removeAll { $0.number > 6 }
    }
  }
}
