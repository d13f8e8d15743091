import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport

/// A handle to a living node, and what can be done to it.
struct MixedNode {
  let behavior: Behavior<Int>
  let control: Control

  enum Control {
    case nothing
    case source(OpenBehavior<Int>)
    case object(MixedObjectNode)
    case property(PropertyHolder)
    case list(StoredProperty<[MixedItem]>)
    case tentative(TentativeProperty<Int>)
    case connectable(ConnectableProperty<Int>)
    case manual(ManuallyRecalculatedDerivedProperty<Int>)
    case text(FormattedBehavior)
    case derived(DerivedProperty<Int>)
  }

  init(_ behavior: Behavior<Int>, _ control: Control = .nothing) {
    self.behavior = behavior
    self.control = control
  }
}

/// An object with a wrapped property, which notifies of every assignment.
final class PropertyHolder {
  @Property var number: Int
  init(_ number: Int) { _number = Property(wrappedValue: number) }
}

/// An element of a ``MultilevelCollectionProperty``.
final class MixedItem {
  let number: Behavior<Int>
  init(_ number: Behavior<Int>) { self.number = number }
}

/// Sees a node come to its end.
struct MixedRemains {
  weak var behavior: Behavior<Int>?
}

/// What one run of a function saw of something that it depends on.
struct MixedInput: Equatable {
  let id: Int
  var value: Int
  /// What distinguishes equal values that count as a change.
  let stamp: Int
}

/// What is known of the runs of a calculator, derivation, effect or update.
struct MixedRun {
  var count = 0
  var inputs: [MixedInput] = []
  /// Ran last in a batch, or in a turn, which is one. If it is outdated at the end and need not run, it has the value
  /// again that the batch began with, and runs when it is read, though it may have seen everything.
  var mayBePostponed = false
  /// Something that it depends on has changed since: outside of a batch, or at the end of one.
  var isTouched = false
  /// The same in the middle of the batch that is open.
  var isTouchedInBatch = false
}

/// An effect, or an update that an updater keeps.
final class MixedReaction {
  enum Kind {
    /// Follows what it reads, and stops reading at a 3.
    case effect
    /// Follows what was declared.
    case update
    /// Is given the value before and the new one.
    case transition
  }
  let kind: Kind
  let reads: [Int]
  /// Writes the sum of what it reads, and one more, to this source.
  let writes: Int?
  let updater: Int?
  /// The value that a transition was notified of last.
  var last: Int?
  /// Kept for an update that is a method.
  var target: MixedTarget?

  init(_ kind: Kind, reads: [Int], writes: Int?, updater: Int?) {
    self.kind = kind
    self.reads = reads
    self.writes = writes
    self.updater = updater
  }
}

/// An object whose method is kept up to date.
final class MixedTarget {
  private let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
  func update() { body() }
}
