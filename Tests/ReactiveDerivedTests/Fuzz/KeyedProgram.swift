import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking

/// A random program over keyed collections that runs in the library and in the model step by step; see
/// ``RandomChoices``.
final class KeyedProgram {
  private final class Watch {
    let name: String
    let plain: () -> [Int?]
    var token: Subscription?
    var last: [Int?]
    var before: [Int?] = []
    var calls = 0
    /// Whether changes of rows that leave its numbers alone also notify it.
    let isLoose: Bool
    init(_ name: String, isLoose: Bool, _ plain: @escaping () -> [Int?]) {
      self.name = name
      self.plain = plain
      self.isLoose = isLoose
      last = plain()
    }
  }

  private let choices: RandomChoices
  private let ledger: Ledger
  private let fault: KeyedFault?
  private let source: OpenKeyed<FuzzRow>
  private let threshold = OpenBehavior(5)
  private let chosen = OpenBehavior<Int?>(nil)
  private var choice: Int?
  private var rows: [FuzzRow] = []
  private var level = 5
  private var nodes: [KeyedNode] = []
  private var values: [(name: String, read: () -> [Int?], plain: () -> [Int?])] = []
  private var watches: [Watch] = []
  private var groupings: [Groups] = []
  /// For the node being made; see ``KeyedNode/hasTies``.
  private var hasTies = false
  private let size: Int
  private var depth = 0
  private var acts = 0
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
      KeyedNode(name: "source", real: .whole(source)) { [unowned self] in rows.map { ($0.id, $0) } })
    for _ in 0..<2 + choices.below(8) { choices.part(make) }
    for _ in 0..<choices.below(6) { choices.part(watch) }
    for _ in 0..<6 + choices.below(20) where failure == nil {
      choices.part {
        choices.note("-")
        step()
      }
    }
    for watch in watches { watch.token?.cancel() }
  }

  private func fail(_ text: String) {
    choices.note("FAILS: \(text)")
    if failure == nil { failure = text }
  }

  // --- Making --------------------------------------------------------------------------------------------------------

  private func make() {
    guard let node = choices.pick(nodes) else { return }
    let name = "\(nodes.count): "
    let token = ledger.token()
    hasTies = node.hasTies
    switch node.real {
    case .mapped(let keyed): makeOfMapped(node, keyed, name, token)
    case .whole(let keyed): makeOfWhole(node, keyed, name, token)
    }
  }

  private func add(
    _ name: String, _ real: KeyedNode.Real, runs: RowRuns? = nil,
    plain: @escaping () -> [(id: Int, row: FuzzRow)]
  ) {
    choices.note(name)
    nodes.append(KeyedNode(name: name, real: real, runs: runs, hasTies: hasTies, plain: plain))
  }

  private func add(_ name: String, read: @escaping () -> [Int?], plain: @escaping () -> [Int?]) {
    choices.note(name)
    values.append((name, read, plain))
  }

  private func makeOfMapped(_ node: KeyedNode, _ keyed: Keyed<Int, Int>, _ name: String, _ token: Ledger.Token) {
    let plain = node.plain
    switch choices.below(6) {
    case 5:
      let threshold = threshold
      let rows = keyed.mapRows {
        _ = token
        return $0 % 2 == 0 ? $0 : $0 + threshold.value
      }
      add("\(name)odd with level of \(node.name)", .mapped(rows)) { [unowned self] in
        let level = fault == .rowReadsIgnored ? 5 : level
        return plain().map { id, row in
          (id, FuzzRow(id: id, number: row.number % 2 == 0 ? row.number : row.number + level, group: row.group))
        }
      }
    case 0:
      add(
        "\(name)even of \(node.name)",
        .mapped(
          keyed.filter {
            _ = token
            return $0 % 2 == 0
          })
      ) {
        plain().filter { $0.row.number % 2 == 0 }
      }
    case 1:
      let sum = keyed.sum {
        _ = token
        return $0
      }
      add("sum of \(node.name)", read: { [sum.value] }, plain: { [plain().reduce(0) { $0 + $1.row.number }] })
    case 2:
      let least = keyed.min()
      add("min of \(node.name)", read: { [least.value] }, plain: { [plain().map(\.row.number).min()] })
    case 3:
      let places = drawPlaces()
      add("\(name)\(places) of \(node.name)", .mapped(keyed.window(places))) { Self.cut(plain(), places) }
    default:
      if node.hasTies { return }
      let id = choices.below(size)
      let row = keyed[id]
      add("row \(id) of \(node.name)", read: { [row.value] }, plain: { [plain().first { $0.id == id }?.row.number] })
    }
  }

  private func makeOfWhole(_ node: KeyedNode, _ keyed: Keyed<Int, FuzzRow>, _ name: String, _ token: Ledger.Token) {
    let plain = node.plain
    switch choices.below(20) {
    case 0:
      let threshold = threshold
      add(
        "\(name)above of \(node.name)",
        .whole(
          keyed.filter {
            _ = token
            return $0.number > threshold.value
          })
      ) {
        [unowned self] in
        let level = fault == .outerReadsIgnored ? 5 : level
        return plain().filter { $0.row.number > level }
      }
    case 1:
      add(
        "\(name)group 1 of \(node.name)",
        .whole(
          keyed.filter {
            _ = token
            return $0.group == 1
          })
      ) {
        plain().filter { $0.row.group == 1 }
      }
    case 2:
      let factor = 1 + choices.below(3)
      add(
        "\(name)times \(factor) of \(node.name)",
        .mapped(
          keyed.map {
            _ = token
            return $0.number * factor
          })
      ) {
        plain().map { ($0.id, FuzzRow(id: $0.id, number: $0.row.number * factor, group: $0.row.group)) }
      }
    case 3, 4:
      add(
        "\(name)sorted of \(node.name)",
        .whole(
          keyed.sorted {
            _ = token
            return $0.number < $1.number
          })
      ) {
        [unowned self] in
        if fault == .unstableSort { return plain().reversed().sorted { $0.row.number < $1.row.number } }
        return plain().sorted { $0.row.number < $1.row.number }
      }
    case 5:
      add("\(name)by group of \(node.name)", .whole(keyed.sorted(by: \.group))) {
        plain().sorted { $0.row.group < $1.row.group }
      }
    case 6:
      let threshold = threshold
      add(
        "\(name)near of \(node.name)",
        .whole(
          keyed.sorted {
            _ = token
            return abs($0.number - threshold.value) < abs($1.number - threshold.value)
          })
      ) { [unowned self] in
        plain().sorted { abs($0.row.number - level) < abs($1.row.number - level) }
      }
    case 7:
      let places = drawPlaces()
      var stale: [(id: Int, row: FuzzRow)]?
      add("\(name)\(places) of \(node.name)", .whole(keyed.window(places))) { [unowned self] in
        let cut = Self.cut(plain(), places)
        if fault == .windowStays, let stale, stale.count == cut.count { return stale }
        stale = cut
        return cut
      }
    case 8:
      let total = keyed.reduce(
        0,
        adding: {
          _ = token
          return $0 + $1.number
        }, removing: { $0 - $1.number })
      add("total of \(node.name)", read: { [total.value] }, plain: { [plain().reduce(0) { $0 + $1.row.number }] })
    case 9:
      let count = keyed.count
      add("count of \(node.name)", read: { [count.value] }, plain: { [plain().count] })
    case 15:
      let runs = RowRuns(
        // In a large collection some rows may be evaluated anew, in new slots.
        isExact: size < 100, now: { [weak self] in self?.acts ?? 0 },
        fail: { [weak self] in self?.fail("\(name)rows of \(node.name): \($0)") })
      let rows = keyed.mapRows {
        _ = token
        runs.begin($0)
        return $0.number * 3
      }
      add("\(name)rows of \(node.name)", .mapped(rows), runs: runs) {
        plain().map { ($0.id, FuzzRow(id: $0.id, number: $0.row.number * 3, group: $0.row.group)) }
      }
    case 16, 17:
      let threshold = threshold
      let runs = RowRuns(
        isExact: false, now: { [weak self] in self?.acts ?? 0 },
        fail: { [weak self] in self?.fail("\(name)rows with level of \(node.name): \($0)") })
      let function = { (row: FuzzRow) in
        _ = token
        runs.begin(row)
        return row.group == 1 ? row.number : row.number + min(threshold.value, 3 * row.group + 1)
      }
      let rows =
        choices.once(in: 2)
        ? keyed.mapRows(function)
        : keyed.scopedMapRows { row, scope in
          scope.onCleanup { _ = token }
          return function(row)
        }
      add("\(name)rows with level of \(node.name)", .mapped(rows), runs: runs) { [unowned self] in
        let level = fault == .rowReadsIgnored ? 5 : level
        return plain().map { id, row in
          let number = row.group == 1 ? row.number : row.number + min(level, 3 * row.group + 1)
          return (id, FuzzRow(id: id, number: number, group: row.group))
        }
      }
    case 13, 14:
      guard let other = choices.pick(nodes), case .whole(let others) = other.real else { return }
      let numbers = keyed.joined(
        with: others,
        on: {
          _ = token
          return $0.number
        }
      ).map { $0.left.number + 10 * ($0.right?.number ?? 9) }
      let otherRows = other.plain
      add("\(name)\(node.name) with \(other.name)", .mapped(numbers)) { [unowned self] in
        let others = Dictionary(uniqueKeysWithValues: fault == .joinIgnoresOthers ? [] : otherRows())
        return plain().map {
          ($0.id, FuzzRow(id: $0.id, number: $0.row.number + 10 * (others[$0.row.number]?.number ?? 9), group: 0))
        }
      }
    case 10, 11, 12:
      makeOfGroups(groups(of: node, keyed, token), name)
    default:
      let id = choices.below(size)
      let row = keyed[id]
      func plainRow() -> [Int?] {
        let row = plain().first { $0.id == id }?.row
        return [row?.number, row?.group]
      }
      add("row \(id) of \(node.name)", read: { [row.value?.number, row.value?.group] }, plain: plainRow)
    }
  }

  private struct Groups {
    let name: String
    let real: KeyedGroups<Int, Int, FuzzRow>
    let plain: () -> [Int: [(id: Int, row: FuzzRow)]]
  }

  private func groups(of node: KeyedNode, _ keyed: Keyed<Int, FuzzRow>, _ token: Ledger.Token) -> Groups {
    if choices.once(in: 2), let known = choices.pick(groupings) { return known }
    let plain = node.plain
    let threshold = threshold
    let isByLevel = choices.once(in: 3)
    let real = keyed.grouped(by: {
      _ = token
      return isByLevel ? $0.number > threshold.value ? 1 : 0 : $0.group
    })
    let new = Groups(name: "groups \(isByLevel ? "by level " : "")of \(node.name)", real: real) { [unowned self] in
      Dictionary(grouping: plain()) { isByLevel ? $0.row.number > level ? 1 : 0 : $0.row.group }
    }
    groupings.append(new)
    return new
  }

  private func makeOfGroups(_ groups: Groups, _ name: String) {
    let plain = groups.plain
    let key = choices.below(3)
    switch choices.below(5) {
    case 0, 1:
      add("\(name)\(key) of \(groups.name)", .whole(groups.real.group(key))) { plain()[key] ?? [] }
    case 2:
      let row = groups.real[key]
      func read() -> [Int?] { row.value?.map(\.number) ?? [nil] }
      add("\(key) of \(groups.name)", read: read, plain: { plain()[key]?.map(\.row.number) ?? [nil] })
    case 3:
      let count = groups.real.count
      add("count of \(groups.name)", read: { [count.value] }, plain: { [plain().count] })
    default:
      // Sorted because the order of groups depends on when they are first read.
      let sums = groups.real.sum(\.number).sorted(by: <)
      hasTies = true
      add("\(name)sums of \(groups.name)", .mapped(sums)) { [unowned self] in
        var sums = plain().mapValues { $0.reduce(0) { $0 + $1.row.number } }
        if fault == .emptyGroupStays { sums[0] = sums[0] ?? 0 }
        return sums.map { (id: $0.key, row: FuzzRow(id: $0.key, number: $0.value, group: 0)) }
          .sorted { $0.row.number < $1.row.number }
      }
    }
  }

  private func drawPlaces() -> Range<Int> {
    let lower = choices.below(5) - 1
    return lower..<lower + choices.below(5)
  }

  private static func cut(_ rows: [(id: Int, row: FuzzRow)], _ places: Range<Int>) -> [(id: Int, row: FuzzRow)] {
    Array(rows[max(0, min(places.lowerBound, rows.count))..<max(0, min(places.upperBound, rows.count))])
  }

  // --- Watching ------------------------------------------------------------------------------------------------------

  private func watch() {
    guard let node = choices.pick(nodes) else { return }
    let plain = node.plain
    let token = ledger.token()
    switch choices.below(5) {
    case 0:
      let watch = Watch("array of \(node.name)", isLoose: true) { plain().map(\.row.number) }
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
      let watch = Watch("changes of \(node.name)", isLoose: true) { plain().map(\.row.number) }
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
      let watch = Watch("choice of \(id)", isLoose: true) { [unowned self] in
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
      if node.hasTies { return }
      let id = choices.below(size)
      let watch = Watch("row \(id) of \(node.name)", isLoose: fault != .rowsNotifiedTogether) {
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

  private func follow<Row>(_ keyed: Keyed<Int, Row>, _ watch: Watch, number: @escaping (Row) -> Int) -> Subscription {
    var shown = keyed.value
    return keyed.changes.sink { [unowned self] changes in
      changes.apply(to: &shown)
      if changes.isEmpty { fail("\(watch.name): an empty list") }
      receive(watch, shown.map(number))
    }
  }

  private func receive(_ watch: Watch, _ new: [Int?]) {
    watch.calls += 1
    if depth > 0 { fail("\(watch.name) is notified in a batch") }
    let plain = watch.plain()
    if new != plain { fail("\(watch.name) is notified of \(new), where the model has \(plain)") }
    watch.last = new
  }

  // --- Steps ---------------------------------------------------------------------------------------------------------

  private func step() {
    for watch in watches {
      watch.calls = 0
      watch.before = watch.plain()
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
