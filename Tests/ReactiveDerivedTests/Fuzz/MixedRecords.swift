import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport

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
    case linked(LinkedProperty<Int>)
    case converted(OpenBehavior<Int>)
  }

  init(_ behavior: Behavior<Int>, _ control: Control = .nothing) {
    self.behavior = behavior
    self.control = control
  }
}

/// An object with a wrapped property that notifies of every assignment.
final class PropertyHolder {
  @Property var number: Int
  init(_ number: Int) { _number = Property(wrappedValue: number) }
}

final class MixedItem {
  let number: Behavior<Int>
  init(_ number: Behavior<Int>) { self.number = number }
}

/// Notices the end of a node.
struct MixedRemains {
  weak var behavior: Behavior<Int>?
}

/// The value of one dependency that a run saw.
struct MixedInput: Equatable {
  let id: Int
  var value: Int
  /// Distinguishes equal values that count as a change.
  let stamp: Int
}

struct MixedRun {
  var count = 0
  var inputs: [MixedInput] = []
  /// It last ran in a batch, or in a turn, which is one. If it is outdated at the end and need not run, it has reverted
  /// to its value from before the batch. It then runs at the next read, even if no dependency has changed.
  var mayBePostponed = false
  /// A dependency has changed since, outside a batch or at the end of one.
  var isTouched = false
  /// A dependency has changed since, inside the open batch.
  var isTouchedInBatch = false
}

final class MixedReaction {
  enum Kind {
    /// Tracks its reads, and stops reading at a 3.
    case effect
    /// Follows its declared dependencies.
    case update
    case transition
  }
  let kind: Kind
  let reads: [Int]
  /// Writes the sum of its reads plus one to this source.
  let writes: Int?
  let updater: Int?
  /// The last value that a transition received.
  var last: Int?
  /// Retained for an update that is a method.
  var target: MixedTarget?

  init(_ kind: Kind, reads: [Int], writes: Int?, updater: Int?) {
    self.kind = kind
    self.reads = reads
    self.writes = writes
    self.updater = updater
  }
}

final class MixedTarget {
  private let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
  func update() { body() }
}
