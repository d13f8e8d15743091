/// Faults to plant in the model of a graph, to see that its fuzzer finds them.
package enum GraphFault: CaseIterable {
  /// A batch that ends with a duplicate of its first value keeps the last write.
  case middleKept
  /// The same for a derived node.
  case middleOfDerivedKept
  /// The same for a derived node without dependents.
  case middleOfUnwatchedKept
  /// `update` keeps a duplicate, with which the next value is compared.
  case updateKeepsDuplicate
  /// An equal value is no change where every write should be one.
  case equalCut
  /// A read in a batch repeats the value from before a write.
  case staleInBatch
  /// Observers are notified in the middle of a batch.
  case notifiedInBatch
  /// A change by an observer notifies no observer.
  case lostInObserver
  /// A payload from an observer overtakes the one being delivered.
  case lastTriggeredFirst
}
