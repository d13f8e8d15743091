import ReactiveDerived
import ReactiveTestSupport

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
