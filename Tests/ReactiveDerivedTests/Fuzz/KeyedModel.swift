import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking

struct FuzzRow: Identifiable, Equatable {
  var id: Int
  var number: Int
  var group: Int
  var digest: Int { (id * 10 + number) * 10 + group }
}

/// Deliberate faults that the fuzzer must find.
enum KeyedFault: CaseIterable {
  /// A row that replaces another moves to the end.
  case replacedGoesLast
  /// Other behaviors that a function reads are not tracked.
  case outerReadsIgnored
  /// Equal rows are sorted in reverse.
  case unstableSort
  /// A window does not notice that a row before it was removed.
  case windowStays
  case takenBackNotifies
  /// Every change notifies the row of every id.
  case rowsNotifiedTogether
  case emptyGroupStays
  case groupsInOrderOfIDs
  /// A join does not find the other collection's rows.
  case joinIgnoresOthers
  /// Every choice notifies the selector of every id.
  case choicesNotifiedTogether
  case rowReadsIgnored
  /// An observer is notified after its end.
  case endedGoesOn
  /// A derivation of two values shows one.
  case derivedFromOne
  case removedStay
}

final class RowRuns {
  private var live: Set<Int> = []
  private var last: [Int: (row: FuzzRow, cleanedAt: Int)] = [:]
  private let isExact: Bool
  private let now: () -> Int
  private let fail: (String) -> Void

  /// `isExact`: the function reads the row alone. `now` counts the actions.
  init(isExact: Bool, now: @escaping () -> Int, fail: @escaping (String) -> Void) {
    self.isExact = isExact
    self.now = now
    self.fail = fail
  }

  var ids: Set<Int> { live }

  func begin(_ row: FuzzRow) {
    let id = row.id
    if !live.insert(id).inserted { fail("runs for \(id) without a cleanup") }
    // A cleanup before this action means that the row had been removed.
    if isExact, let last = last[id], last.row == row, last.cleanedAt == now() {
      fail("runs for \(id) though it has not changed")
    }
    last[id] = (row, -1)
    onCleanup { [self] in
      if live.remove(id) == nil { fail("cleans up \(id) twice") }
      last[id] = (row, now())
    }
  }
}

struct KeyedNode {
  /// Numbers for a mapped node, otherwise whole rows.
  enum Real {
    case whole(Keyed<Int, FuzzRow>)
    case mapped(Keyed<Int, Int>)
  }
  let name: String
  let real: Real
  /// Set for a node with a derivation per row.
  var runs: RowRuns?
  /// The places of ids in the order that does not depend on `sorted`.
  let places: () -> [Int: Int]
  let plain: () -> [(id: Int, row: FuzzRow)]

  var realIDs: [Int] {
    switch real {
    case .whole(let keyed): keyed.value.map(\.digest)
    case .mapped(let keyed): keyed.value
    }
  }
  var plainIDs: [Int] {
    switch real {
    case .whole: plain().map(\.row.digest)
    case .mapped: plain().map(\.row.number)
    }
  }
}
