import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking

extension KeyedProgram {
  func make() {
    if choices.once(in: 6) { return makeDerivation() }
    guard let node = choices.pick(nodes) else { return }
    makings += 1
    let name = "\(makings): "
    let token = ledger.token()
    places = node.places
    switch node.real {
    case .mapped(let keyed): makeOfMapped(node, keyed, name, token)
    case .whole(let keyed): makeOfWhole(node, keyed, name, token)
    }
  }

  func add(
    _ name: String, _ real: KeyedNode.Real, runs: RowRuns? = nil,
    plain: @escaping () -> [(id: Int, row: FuzzRow)]
  ) {
    choices.note(name)
    nodes.append(KeyedNode(name: name, real: real, runs: runs, places: places, plain: plain))
  }

  func add(_ name: String, read: @escaping () -> [Int?], plain: @escaping () -> [Int?]) {
    choices.note(name)
    values.append((name, read, plain))
  }

  /// A derivation of values, each perhaps of a row, a sum or a group.
  private func makeDerivation() {
    guard let one = choices.pick(values), let other = choices.pick(values) else { return }
    let token = ledger.token()
    let both = derive { () -> [Int?] in
      _ = token
      return one.read() + other.read()
    }
    makings += 1
    add(
      "\(makings): \(one.name) and \(other.name)", read: { both.value },
      plain: { [unowned self] in fault == .derivedFromOne ? one.plain() : one.plain() + other.plain() })
  }

  /// Drops a node or a value. What is made of it keeps it, and notifies as before.
  func drop() {
    if choices.once(in: 3), !values.isEmpty {
      let value = values.remove(at: choices.below(values.count))
      choices.note("drop \(value.name)")
    } else if nodes.count > 1 {
      let node = nodes.remove(at: 1 + choices.below(nodes.count - 1))
      choices.note("drop \(node.name)")
    }
  }

  func makeOrDrop() { if choices.once(in: 3) { drop() } else { make() } }

  func makeOfMapped(_ node: KeyedNode, _ keyed: Keyed<Int, Int>, _ name: String, _ token: Ledger.Token) {
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
      let id = choices.below(size)
      let row = keyed[id]
      add("row \(id) of \(node.name)", read: { [row.value] }, plain: { [plain().first { $0.id == id }?.row.number] })
    }
  }

  func makeOfWhole(_ node: KeyedNode, _ keyed: Keyed<Int, FuzzRow>, _ name: String, _ token: Ledger.Token) {
    let plain = node.plain
    switch choices.below(21) {
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
    case 20:
      guard let other = choices.pick(nodes), case .whole(let others) = other.real else { return }
      let otherRows = other.plain
      add(
        "\(name)\(node.name) of rows of \(other.name)",
        .whole(
          keyed.filter {
            _ = token
            return others[$0.number].value != nil
          })
      ) { [unowned self] in
        let ids = Set(fault == .joinIgnoresOthers ? [] : otherRows().map(\.id))
        return plain().filter { ids.contains($0.row.number) }
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

  struct Groups {
    let name: String
    let real: KeyedGroups<Int, Int, FuzzRow>
    /// The places of the rows.
    let places: () -> [Int: Int]
    let plain: () -> [Int: [(id: Int, row: FuzzRow)]]
  }

  func groups(of node: KeyedNode, _ keyed: Keyed<Int, FuzzRow>, _ token: Ledger.Token) -> Groups {
    if choices.once(in: 2), let known = choices.pick(groupings) { return known }
    let plain = node.plain
    let threshold = threshold
    let isByLevel = choices.once(in: 3)
    let real = keyed.grouped(by: {
      _ = token
      return isByLevel ? $0.number > threshold.value ? 1 : 0 : $0.group
    })
    let name = "groups \(isByLevel ? "by level " : "")of \(node.name)"
    let new = Groups(name: name, real: real, places: node.places) { [unowned self] in
      Dictionary(grouping: plain()) { isByLevel ? $0.row.number > level ? 1 : 0 : $0.row.group }
    }
    groupings.append(new)
    return new
  }

  func makeOfGroups(_ groups: Groups, _ name: String) {
    let plain = groups.plain
    let key = choices.below(3)
    switch choices.below(5) {
    case 0, 1:
      places = groups.places
      add("\(name)\(key) of \(groups.name)", .whole(groups.real.group(key))) { plain()[key] ?? [] }
    case 2:
      let row = groups.real[key]
      func read() -> [Int?] { row.value?.map(\.number) ?? [nil] }
      add("\(key) of \(groups.name)", read: read, plain: { plain()[key]?.map(\.row.number) ?? [nil] })
    case 3:
      let count = groups.real.count
      add("count of \(groups.name)", read: { [count.value] }, plain: { [plain().count] })
    default:
      let isSorted = choices.once(in: 2)
      let sums = groups.real.sum(\.number)
      let rowPlaces = groups.places
      let groupPlaces = {
        let places = rowPlaces()
        return plain().mapValues { $0.compactMap { places[$0.id] }.min() ?? 0 }
      }
      places = groupPlaces
      let title = "\(name)\(isSorted ? "sorted " : "")sums of \(groups.name)"
      add(title, .mapped(isSorted ? sums.sorted(by: <) : sums)) { [unowned self] in
        var sums = plain().mapValues { $0.reduce(0) { $0 + $1.row.number } }
        if fault == .emptyGroupStays { sums[0] = sums[0] ?? 0 }
        let places = fault == .groupsInOrderOfIDs ? [0: 0, 1: 1, 2: 2] : groupPlaces()
        let inOrder = sums.map { (id: $0.key, row: FuzzRow(id: $0.key, number: $0.value, group: 0)) }
          .sorted { places[$0.id, default: 0] < places[$1.id, default: 0] }
        return isSorted ? inOrder.sorted { $0.row.number < $1.row.number } : inOrder
      }
    }
  }

  func drawPlaces() -> Range<Int> {
    let lower = choices.below(5) - 1
    return lower..<lower + choices.below(5)
  }

  static func cut(_ rows: [(id: Int, row: FuzzRow)], _ places: Range<Int>) -> [(id: Int, row: FuzzRow)] {
    Array(rows[max(0, min(places.lowerBound, rows.count))..<max(0, min(places.upperBound, rows.count))])
  }
}
