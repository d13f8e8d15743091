import ReactiveCore
import ReactiveTestSupport

enum FuzzNode {
  case source(any FuzzSource)
  case derivation(any FuzzFace)
  /// A derivation that only tokens keep.
  case kept(WeakDerivation)
  case reaction(Reaction)
  case event(Event<Int>)

  var face: (any FuzzFace)? {
    switch self {
    case .source(let source): source
    case .derivation(let derivation): derivation
    case .kept(let derivation): derivation.node
    case .reaction, .event: nil
    }
  }
}

final class WeakDerivation {
  let id: Int
  private let face: () -> (any FuzzFace)?
  var node: (any FuzzFace)? { face() }
  init(_ id: Int, _ node: any FuzzFace) {
    self.id = id
    face = node.weakened()
  }
}

/// One read in a run.
struct FuzzInput {
  let id: Int
  let value: Int
  /// The change that was read, for a node whose every run or write is a change.
  let stamp: Int
  /// Read before in the same run.
  let isRepeated: Bool
  /// Read by a deallocated node.
  var isInherited = false
}

struct FuzzRun {
  var count = 0
  var inputs: [FuzzInput] = []
  /// A dependency has changed since, outside of a batch or at its end.
  var isTouched = false
  /// The same in the middle of the open batch.
  var isTouchedInBatch = false
  /// In this operation.
  var isDropped = false
  /// It and its readers were up to date, so the readers inherited exactly its dependencies.
  var isHandedOn = false
  /// A dependency was dropped in the middle of something, or with an unseen change. The node inherits its dependencies,
  /// and runs if they had changed unseen.
  var isLoose = false
  /// Ran in the middle of the last batch, whose end may run it again to restore the value it replaced.
  var ranInBatch = false
  /// Last ran in a batch (a turn is one). If it is outdated at the end and need not run, its value is reverted, and it
  /// runs when read, even if it has seen all changes.
  var mayBePostponed = false
  var ranInOperation = false
}

struct FuzzReaction {
  let reads: [Int]
  /// Writes the sum of its reads, plus one, to this source.
  let target: Int?
}
