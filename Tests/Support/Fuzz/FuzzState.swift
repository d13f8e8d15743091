/// The settings and state of a graph fuzzer while one random graph runs; see ``GraphFuzzer``.
///
/// It is `open` because a `package` class has subclasses in its own module only.
open class FuzzState {
  package final let seed: UInt64
  /// Steps left out to find the smallest failure.
  package final let skipped: Set<Int>
  /// The limit of callback actions in one operation.
  package final let mostFuel: Int
  package final let journals: Bool
  /// Every other graph checks all values after each operation. The rest check only observed ones, or laziness would
  /// never show.
  package final let checksAll: Bool
  /// Most graphs are small, so that failures are easy to understand.
  package final let isSmall: Bool
  /// In every fourth graph many nodes are coarse, and more batches read what they change. Values that coarse nodes keep
  /// seldom show otherwise.
  package final let prefersCoarse: Bool

  package final var random: SeededGenerator
  package final let ledger = Ledger()
  package final let objects: FuzzObjects
  package private(set) final var journal: [String] = []
  package private(set) final var failure: String?

  package final var nextID = 0
  /// Effects and similar nodes, also ended ones, whose run may be on the stack.
  package final var allReactions: Set<Int> = []
  /// Derived nodes without duplicates.
  package final var everChanging: Set<Int> = []
  /// Nodes with an observer that has ended. Its entry may stay until it is visited.
  package final var maybeObserved: Set<Int> = []
  package final var observers: [FuzzObserver] = []
  package final var eventObservers: [FuzzEventObserver] = []
  package final var nextPayload = 0
  package final var lastPayload = -1

  /// The nodes whose functions are on the stack.
  package final var running: [Int] = []
  /// The nodes whose reads are on the stack.
  package final var reading: [Int] = []
  /// The nodes whose observers are on the stack.
  package final var notifying: [Int] = []
  package final var openBatches = 0
  /// The number of reads in calls of `independently` on the stack.
  package final var independentReads = 0
  /// Something was dropped in the open batch. If the batch had changed it, the library no longer knows that the batch
  /// invalidated its dependents.
  package final var hasDroppedInBatch = false
  /// Values from before runs in such reads. The library chooses whether these runs are part of the batch.
  package final var heldBeforeIndependentRuns: [Int: Int] = [:]
  /// The number of open batches and functions that may write.
  package final var depth = 0
  package final var changedInBatch = false
  /// Derived nodes outdated since before the batch.
  package final var outdatedBefore: Set<Int> = []
  /// The library's places of the snapshots in ``GraphModel/heldSnapshots`` at the nodes' first runs.
  package final var snapshotPlaces: [Int: UInt32] = [:]
  /// Completed changes in this operation.
  package final var epochs = 0
  /// Actions left for callbacks in this operation.
  package final var fuel = 0

  package init(seed: UInt64, skipping skipped: Set<Int>, mostFuel: Int, journals: Bool, isSmall: Bool) {
    self.seed = seed
    self.skipped = skipped
    self.isSmall = isSmall
    self.mostFuel = isSmall ? min(mostFuel, 4) : mostFuel
    self.journals = journals
    random = SeededGenerator(seed: seed)
    checksAll = seed % 2 == 0
    prefersCoarse = seed % 8 < 2
    objects = FuzzObjects(ledger)
  }

  package final func fail(_ message: @autoclosure () -> String) {
    if failure != nil { return }
    failure = message()
    note("FAILED: \(failure ?? "")")
  }

  package final func note(_ line: @autoclosure () -> String) {
    if journals { journal.append(String(repeating: "  ", count: depth + running.count) + line()) }
  }
}
