import ReactiveCore
import ReactiveTestSupport

/// A living node of the fuzzer's graph.
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

/// A derivation that the fuzzer does not keep.
final class WeakDerivation {
  let id: Int
  private let face: () -> (any FuzzFace)?
  var node: (any FuzzFace)? { face() }
  init(_ id: Int, _ node: any FuzzFace) {
    self.id = id
    face = node.weakened()
  }
}

/// What one run of a derivation or reaction read.
struct FuzzInput {
  let id: Int
  let value: Int
  /// Which change of it was read, for a node whose every run or write is a change.
  let stamp: Int
  /// Read before in the same run.
  let isRepeated: Bool
  /// Read by a node that is gone.
  var isInherited = false
}

/// What is known of the runs of a derivation or reaction.
struct FuzzRun {
  var count = 0
  var inputs: [FuzzInput] = []
  /// Something that it read has changed since, outside of a batch or at the end of one.
  var isTouched = false
  /// The same in the middle of the batch that is open.
  var isTouchedInBatch = false
  /// The node was dropped in this operation.
  var isDropped = false
  /// It had seen everything that it read, and so had its readers: they have inherited exactly what it had read.
  var isHandedOn = false
  /// Something that it read was dropped in the middle of something, or before it had seen a change: it inherits what that
  /// read, and runs if that had changed unseen.
  var isLoose = false
  /// Ran in the middle of the batch that ended last: its end may run it again to restore what it replaced.
  var ranInBatch = false
  /// Ran last in a batch, or in a turn, which is one. If it is outdated at the end and need not run, it has the value
  /// again that the batch began with, and runs when it is read, though it may have seen everything.
  var mayBePostponed = false
  /// Ran in the operation that runs.
  var ranInOperation = false
}

/// What a reaction does.
struct FuzzReaction {
  let reads: [Int]
  /// Writes the sum of what it reads, and one more, to this source.
  let target: Int?
}
