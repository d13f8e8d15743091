import ReactiveDerived
import ReactiveTestSupport
import ReactiveTracking

/// A row of the fuzzer's collections.
struct FuzzRow: Identifiable, Equatable {
  var id: Int
  var number: Int
  var group: Int
  /// All of it as a number.
  var digest: Int { (id * 10 + number) * 10 + group }
}

/// Ways in which the model can be wrong, to see that the fuzzer notices.
enum KeyedFault: CaseIterable {
  /// A row that replaces another goes to the end.
  case replacedGoesLast
  /// What a function reads beside the row is not followed.
  case outerReadsIgnored
  /// Equal rows are sorted the other way round.
  case unstableSort
  /// A window does not see that a row before it has gone.
  case windowStays
  /// A batch that is taken back notifies.
  case takenBackNotifies
  /// The row of an id is notified when any row changes.
  case rowsNotifiedTogether
  /// A group without a row is still there.
  case emptyGroupStays
  /// The rows of the other collection of a join are not found.
  case joinIgnoresOthers
  /// The selector's row of an id is notified when any id is chosen.
  case choicesNotifiedTogether
  /// What a row's derivation reads beside the row is not followed.
  case rowReadsIgnored
  /// The derivation of a row that was removed stays.
  case removedStay
}

/// The derivations of rows that live, by what runs and what is cleaned up.
final class RowRuns {
  private var live: Set<Int> = []
  private var last: [Int: (row: FuzzRow, cleanedAt: Int)] = [:]
  private let isExact: Bool
  private let now: () -> Int
  private let fail: (String) -> Void

  /// `isExact`: the function reads the row alone. `now` counts what was done.
  init(isExact: Bool, now: @escaping () -> Int, fail: @escaping (String) -> Void) {
    self.isExact = isExact
    self.now = now
    self.fail = fail
  }

  var ids: Set<Int> { live }

  func begin(_ row: FuzzRow) {
    let id = row.id
    if !live.insert(id).inserted { fail("runs for \(id) without a cleanup") }
    // One that was cleaned up earlier had been removed.
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

/// A keyed node: what the library makes, and what plain functions make of the rows.
struct KeyedNode {
  /// Rows of numbers, for one that was mapped; else whole ones.
  enum Real {
    case whole(Keyed<Int, FuzzRow>)
    case mapped(Keyed<Int, Int>)
  }
  let name: String
  let real: Real
  /// Of one that has a derivation for each row.
  var runs: RowRuns?
  /// Whether rows may be alike in all but their ids, which nothing puts in an order.
  var hasTies = false
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
