import ReactiveCore
import ReactiveDerived
import ReactiveTracking

let keyedDeathCases: [Case] = [
  Case("death/keyed", .main { await perish(WithKeyed.self, 60) }),
  Case("death/keyed-runloop", .runLoop { await perish(WithKeyed.self, 30) }),
  Case("death/keyed-id", .main { await perish(WithKeyedID.self, 100) }),
  Case("death/keyed-row", .main { await perish(WithKeyedRow.self, 100) }),
  Case("death/keyed-operators", .main { await perish(WithKeyedOperators.self, 40) }),
  Case("death/keyed-operators-runloop", .runLoop { await perish(WithKeyedOperators.self, 20) }),
  Case("death/keyed-of-world", .main { await perish(WithKeyedOfWorld.self, 40) }),
  Case("death/keyed-changes", .main { await perish(WithKeyedChanges.self, 60) }),
  Case("death/keyed-changes-unkept", .main { await perish(WithKeyedStream.self, 60) }),
  Case("death/keyed-rows-that-edit", .main { await perish(WithEditingRows.self, 60) }),
  Case("death/keyed-rows-derived", .main { await perish(WithKeyedRowsDerived.self, 40) }),
  Case("death/keyed-rows-derived-runloop", .runLoop { await perish(WithKeyedRowsDerived.self, 20) }),
  Case("death/keyed-groups-and-joins", .main { await perish(WithKeyedGroupsAndJoins.self, 40) }),
  Case("death/keyed-groups-and-joins-runloop", .runLoop { await perish(WithKeyedGroupsAndJoins.self, 20) }),
  Case("death/keyed-selected", .main { await perish(WithSelectors.self, 60) }),
]

/// A row of the main actor.
private struct ProbeRow: Identifiable {
  let id: Int
  var number = 0
  let probe: Probe
}

/// An id of the main actor, whose functions check that.
private struct ProbeID: Hashable {
  let number: Int
  let probe: Probe
  static func == (a: ProbeID, b: ProbeID) -> Bool {
    a.probe.use()
    b.probe.use()
    return a.number == b.number
  }
  func hash(into hasher: inout Hasher) {
    probe.use()
    hasher.combine(number % 3)
  }
}

/// A collection that outlives the models, edited as the world is stirred.
@MainActor
private enum KeyedWorld {
  static let census = Census()
  static let rows: OpenKeyed<ProbeRow> = {
    let rows = OpenKeyed<ProbeRow>((0..<20).map { ProbeRow(id: $0, probe: Probe(census)) })
    World.font.sink { [weak rows] step in
      guard let rows else { return }
      let id = Int(UInt(bitPattern: step) % 24)
      rows.update(id) { $0.number = step }
      if step % 3 == 0 { rows.remove(id) } else { rows.insert(ProbeRow(id: id, number: step, probe: Probe(census))) }
      if step % 5 == 0 { rows.move(id, before: (id + 7) % 24) }
      if step % 11 == 0 { rows.value = rows.value.reversed() }
    }
    return rows
  }()
}

@MainActor
final class WithKeyed: Model {
  private let rows: OpenKeyed<ProbeRow>
  private let count: Behavior<Int>
  private let bag = SubscriptionBag()
  init(_ census: Census) {
    let probe = Probe(census)
    rows = OpenKeyed((0..<6).map { ProbeRow(id: $0, probe: Probe(census)) })
    count = rows.count
    rows.sink { _ in probe.use() }
    count.sink { _ in probe.use() }.store(in: bag)
    rows[3].sink { _ in probe.use() }.store(in: bag)
    World.font.sink { [weak rows] in rows?.insert(ProbeRow(id: $0 & 7, number: $0, probe: probe)) }.store(in: bag)
    rows.update(3) { $0.number = 1 }
    batch {
      rows.remove(4)
      rows.move(1, before: nil)
      rows.value = rows.value.dropLast()
    }
  }
}

@MainActor
final class WithKeyedID: Model {
  private struct Row {
    let id: ProbeID
    let probe: Probe
  }
  private let rows: OpenKeyedRows<ProbeID, Row>
  private let known: Behavior<Row?>
  init(_ census: Census) {
    let function = Probe(census)
    rows = OpenKeyedRows(id: {
      function.use()
      return $0.id
    })
    for number in 0..<8 { rows.insert(Row(id: ProbeID(number: number, probe: Probe(census)), probe: Probe(census))) }
    known = rows[ProbeID(number: 2, probe: Probe(census))]
    rows.remove(ProbeID(number: 5, probe: Probe(census)))
    rows.insert(Row(id: ProbeID(number: 9, probe: Probe(census)), probe: Probe(census)))
  }
}

@MainActor
final class WithKeyedRow: Model {
  private let row: Behavior<ProbeRow?>
  private let absent: Behavior<ProbeRow?>
  private let kept: Behavior<[ProbeRow]>
  init(_ census: Census) {
    let rows = OpenKeyed((0..<3).map { ProbeRow(id: $0, probe: Probe(census)) })
    row = rows[1]
    absent = rows[7]
    kept = rows.array
    _ = kept.value.count
    rows.update(1) { $0.number = 1 }
  }
}

/// Everything derived from rows, with functions that read the world.
@MainActor
final class WithKeyedOperators: Model {
  private let page: Keyed<Int, Probe>
  private let total: Behavior<Int>
  private let least: Behavior<ProbeRow?>
  private let row: Behavior<Probe?>
  private let effect: Effect
  private let bag = SubscriptionBag()
  init(_ census: Census) {
    let probe = Probe(census)
    let rows = OpenKeyed((0..<12).map { ProbeRow(id: $0, number: $0, probe: Probe(census)) })
    let odd = rows.filter {
      $0.probe.use()
      return ($0.number &+ World.size.value) % 2 == 1
    }
    let sorted = odd.sorted {
      probe.use()
      return $0.number < $1.number
    }
    page = sorted.window(0..<4).map {
      $0.probe.use()
      return Probe(census)
    }
    total = rows.reduce(0) {
      probe.use()
      return $0 &+ $1.number
    } removing: {
      $0 &- $1.number
    }
    least = sorted.min { $0.number > $1.number }
    row = page[3]
    let (page, total, least) = (page, total, least)
    effect = Effect { probe.number = page.count.value &+ total.value &+ (least.value?.number ?? 0) }
    page.sink { for one in $0 { one.use() } }.store(in: bag)
    row.sink { _ in probe.use() }.store(in: bag)
    World.font.sink { [weak rows] step in rows?.insert(ProbeRow(id: step & 15, number: step, probe: Probe(census))) }
      .store(in: bag)
    for id in 0..<6 { rows.update(id) { $0.number += 3 } }
  }
}

/// The same for a shared collection.
@MainActor
final class WithKeyedOfWorld: Model {
  private let page: Keyed<Int, ProbeRow>
  private let sum: Behavior<Double>
  private let rows: [Behavior<ProbeRow?>]
  private let bag = SubscriptionBag()
  init(_ census: Census) {
    let probe = Probe(census)
    let all = KeyedWorld.rows
    let even = all.filter {
      probe.use()
      return $0.number % 2 == 0
    }
    page = even.sorted {
      probe.use()
      return $0.number < $1.number
    }.window(2..<9)
    sum = all.sum {
      probe.use()
      return Double($0.number % 100)
    }
    rows = (0..<4).flatMap { [all[$0], even[$0]] }
    page.sink { _ in probe.use() }.store(in: bag)
    sum.sink { _ in probe.use() }
    even.changes.sink { _ in probe.use() }.store(in: bag)
    for row in rows { row.sink { _ in probe.use() } }
  }
}

/// Lists of changes with retained observers.
@MainActor
final class WithKeyedChanges: Model {
  private let rows: OpenKeyed<ProbeRow>
  private let bag = SubscriptionBag()
  init(_ census: Census) {
    let probe = Probe(census)
    rows = OpenKeyed((0..<6).map { ProbeRow(id: $0, probe: Probe(census)) })
    var shown: [ProbeRow] = rows.value
    rows.changes.sink { changes in
      probe.use()
      changes.apply(to: &shown)
    }.store(in: bag)
    rows.filter { $0.id != 2 }.changes.sink { _ in probe.use() }.store(in: bag)
    rows.remove(2)
    rows.update(3) { $0.number = 1 }
  }
}

/// A stream of changes that ends with its observers and some of its rows.
@MainActor
final class WithKeyedStream: Model {
  private let stream: EventStream<KeyedChanges<Int, ProbeRow>>
  init(_ census: Census) {
    let probe = Probe(census)
    let rows = OpenKeyed((0..<6).map { ProbeRow(id: $0, probe: Probe(census)) })
    stream = rows.changes
    stream.sink { _ in probe.use() }
    for id in 0..<6 { rows.insert(ProbeRow(id: id, number: 1, probe: Probe(census))) }
    // The last rows shown are held by nothing else.
    batch {
      for id in 0..<6 { rows.remove(id) }
      _ = stream
    }
  }
}

/// Rows whose `deinit` edits the world's collection, which belongs to the main actor.
@MainActor
final class WithEditingRows: Model {
  private final class Editor {
    let probe: Probe
    let number: Int
    init(_ census: Census, _ number: Int) {
      probe = Probe(census)
      self.number = number
    }
    deinit {
      checkOnMainActor()
      let number = number
      MainActor.assumeIsolated {
        KeyedWorld.rows.update(number) { $0.number &+= 1 }
        if number % 2 == 0 { KeyedWorld.rows.remove(number) }
      }
    }
  }
  private struct Row: Identifiable {
    let id: Int
    let editor: Editor
  }
  private let rows: OpenKeyed<Row>
  private let editors: Keyed<Int, Editor>
  init(_ census: Census) {
    rows = OpenKeyed((0..<4).map { Row(id: $0, editor: Editor(census, $0)) })
    editors = rows.map { _ in Editor(census, 5) }
    _ = editors.value.count
    rows.update(1) { $0 = Row(id: 1, editor: Editor(census, 6)) }
    rows.remove(2)
    _ = editors.value.count
  }
}

/// A derivation per row, of own rows and of the world's, with cleanups and with effects in the row's scope.
@MainActor
final class WithKeyedRowsDerived: Model {
  private let rows: OpenKeyed<ProbeRow>
  private let lines: Keyed<Int, Int>
  private let probes: Keyed<Int, Probe>
  private let scoped: Keyed<Int, Probe>
  private let row: Behavior<Int?>
  private let effect: Effect
  private let bag = SubscriptionBag()
  init(_ census: Census) {
    let probe = Probe(census)
    let rows = OpenKeyed((0..<6).map { ProbeRow(id: $0, number: $0, probe: Probe(census)) })
    self.rows = rows
    lines = rows.mapRows { row in
      row.probe.use()
      onCleanup {
        checkOnMainActor()
        row.probe.use()
        probe.use()
      }
      return row.id % 2 == 0 ? row.number : row.number &+ World.size.value
    }
    probes = KeyedWorld.rows.filter { $0.id < 6 }.mapRows { row in
      probe.number = row.number
      onCleanup { probe.use() }
      return Probe(census)
    }
    scoped = rows.sorted { $0.number > $1.number }.scopedMapRows { row, scope in
      scope.effect {
        probe.number &+= World.font.value / 8
        onCleanup {
          checkOnMainActor()
          row.probe.use()
        }
      }
      scope.onCleanup { probe.use() }
      return row.probe
    }
    row = lines[3]
    let (lines, scoped) = (lines, scoped)
    effect = Effect { probe.number = lines.count.value &+ scoped.value.count }
    lines.sink { _ in probe.use() }
    probes.sink { for one in $0 { one.use() } }.store(in: bag)
    row.sink { _ in probe.use() }.store(in: bag)
    scoped.changes.sink { _ in probe.use() }.store(in: bag)
    World.font.sink { [weak rows] step in
      guard let rows else { return }
      let id = step & 7
      if step % 3 == 0 { rows.remove(id) } else { rows.insert(ProbeRow(id: id, number: step, probe: Probe(census))) }
    }.store(in: bag)
    rows.update(1) { $0.number = 7 }
    rows.remove(2)
  }
}

/// Groups and joins, of own rows and of the world's, whose ids belong to the main actor.
@MainActor
final class WithKeyedGroupsAndJoins: Model {
  private let groups: KeyedGroups<ProbeID, Int, ProbeRow>
  private let totals: Keyed<ProbeID, Int>
  private let group: Keyed<Int, ProbeRow>
  private let list: Behavior<[ProbeRow]?>
  private let joined: Keyed<Int, Joined<ProbeRow, ProbeRow>>
  private let ofWorld: Keyed<Int, Joined<ProbeRow, ProbeRow>>
  private let effect: Effect
  private let bag = SubscriptionBag()
  init(_ census: Census) {
    let probe = Probe(census)
    func group(_ number: Int) -> ProbeID { ProbeID(number: number, probe: Probe(census)) }
    let rows = OpenKeyed((0..<8).map { ProbeRow(id: $0, number: $0, probe: Probe(census)) })
    groups = rows.grouped { row in
      row.probe.use()
      return group((row.number &+ World.size.value) & 3)
    }
    totals = groups.reduce(0) {
      probe.use()
      return $0 &+ $1.number
    } removing: {
      $0 &- $1.number
    }
    self.group = groups.group(group(1))
    list = groups[group(2)]
    joined = rows.joined(with: KeyedWorld.rows) {
      probe.use()
      return $0.number & 15
    }
    ofWorld = KeyedWorld.rows.joined(with: rows) {
      probe.use()
      return $0.number & 7
    }
    let (totals, members, joined) = (totals, self.group, joined)
    effect = Effect { probe.number = totals.value.reduce(members.count.value, &+) &+ joined.count.value }
    groups.count.sink { _ in probe.use() }
    groups.rowCounts().sink { _ in probe.use() }.store(in: bag)
    list.sink { for row in $0 ?? [] { row.probe.use() } }.store(in: bag)
    totals[group(3)].sink { _ in probe.use() }.store(in: bag)
    ofWorld.sink { for line in $0 { line.right?.probe.use() } }.store(in: bag)
    joined.filter { $0.right != nil }.changes.sink { _ in probe.use() }.store(in: bag)
    World.font.sink { [weak rows] step in
      guard let rows else { return }
      let id = step & 15
      if step % 3 == 0 { rows.remove(id) } else { rows.insert(ProbeRow(id: id, number: step, probe: Probe(census))) }
    }.store(in: bag)
    batch {
      rows.update(1) { $0.number = 2 }
      rows.remove(5)
    }
  }
}

/// Selectors of own choices and of the world's, with ids of the main actor.
@MainActor
final class WithSelectors: Model {
  private let chosen: OpenBehavior<ProbeID?>
  private let isChosen: IDSelector<ProbeID>
  private let ofWorld: [Behavior<Bool>]
  private let ofComputed: Behavior<Bool>
  private let effect: Effect
  private let bag = SubscriptionBag()
  init(_ census: Census) {
    let probe = Probe(census)
    let ids = (0..<6).map { ProbeID(number: $0, probe: Probe(census)) }
    chosen = OpenBehavior(ids[0])
    isChosen = chosen.selector()
    let ofSize = World.size.selector()
    ofWorld = (0..<4).map { ofSize[$0 * 3] }
    ofComputed =
      World.font.map {
        probe.use()
        return $0 & 3
      }.selector()[1]
    let isSecond = isChosen[ids[1]]
    effect = Effect { [ofComputed] in if isSecond.value || ofComputed.value { probe.use() } }
    for id in ids { isChosen[id].sink { _ in probe.use() }.store(in: bag) }
    for row in ofWorld { row.sink { _ in probe.use() } }
    World.font.sink { [weak chosen] step in chosen?.value = step % 7 == 0 ? nil : ids[abs(step % 6)] }.store(in: bag)
    chosen.value = ids[1]
    batch {
      chosen.value = nil
      _ = isSecond.value
      chosen.value = ids[2]
    }
  }
}
