/// Ways in which the model of a graph can be wrong, to see that its fuzzer notices.
package enum GraphFault: CaseIterable {
  /// A batch ends with a duplicate of what it began with, and leaves what was written last.
  case middleKept
  /// The same, where a derived node has the duplicate.
  case middleOfDerivedKept
  /// The same, where nothing depends on the derived node.
  case middleOfUnwatchedKept
  /// What `update` has made of the value stays, though it is a duplicate, and the next value is compared with it.
  case updateKeepsDuplicate
  /// A write of an equal value is no change where every write is to be one.
  case equalCut
  /// What was read before a write in a batch is read again after it.
  case staleInBatch
  /// Observers are notified in the middle of a batch.
  case notifiedInBatch
  /// A change that an observer makes notifies no observer.
  case lostInObserver
  /// A payload that an observer sends overtakes the one that is being delivered.
  case lastTriggeredFirst
}
