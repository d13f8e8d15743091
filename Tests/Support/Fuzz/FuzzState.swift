/// What a fuzzer of graphs is given, and what it keeps while one random graph runs through the library and through a
/// model at once; see ``GraphFuzzer``.
///
/// It is `open` because a `package` class has subclasses in its own module only.
open class FuzzState {
  package final let seed: UInt64
  /// Steps that are left out, to find the smallest failure.
  package final let skipped: Set<Int>
  /// How many actions callbacks may do in one operation.
  package final let mostFuel: Int
  package final let journals: Bool
  /// In every other graph all values are checked after each operation; in the rest only those that are observed,
  /// or laziness would never be seen.
  package final let checksAll: Bool
  /// Most graphs are small: what fails in one is easy to understand.
  package final let isSmall: Bool
  /// In every fourth graph many nodes compare less than they hold, and there are more batches, which read what they change.
  /// What such a node keeps is seldom seen otherwise.
  package final let prefersCoarse: Bool

  package final var random: SeededGenerator
  package final let ledger = Ledger()
  package final let objects: FuzzObjects
  package private(set) final var journal: [String] = []
  package private(set) final var failure: String?

  package final var nextID = 0
  /// Effects and the like, also those that have ended, maybe in the run that is on the stack.
  package final var allReactions: Set<Int> = []
  /// Derived nodes of which no value is a duplicate.
  package final var everChanging: Set<Int> = []
  /// Nodes that had an observer of which nothing is asked any more. Its entry may stay until it is looked at.
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
  /// How many reads by a call of `independently` are on the stack.
  package final var independentReads = 0
  /// Something has been dropped in the open batch. If it was a node that the batch had changed, the library no longer knows
  /// that the batch has outdated what read it.
  package final var hasDroppedInBatch = false
  /// What derived nodes held when they ran in such a read, where the library chooses whether it is a part of the batch.
  package final var heldBeforeIndependentRuns: [Int: Int] = [:]
  /// How many batches and functions that may write are open.
  package final var depth = 0
  package final var changedInBatch = false
  /// Derived nodes that were outdated when the batch began, and have not run since.
  package final var outdatedBefore: Set<Int> = []
  /// Where the library kept what the derived nodes in ``GraphModel/heldSnapshots`` had, when they first ran.
  package final var snapshotPlaces: [Int: UInt32] = [:]
  /// Changes that are over, in this operation.
  package final var epochs = 0
  /// Actions that callbacks may still do in this operation.
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
