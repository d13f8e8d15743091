public import ReactiveCore

@usableFromInline
final class RowDerivation<ID: Hashable, Row, New>: ComputedBehavior<New> {
  @usableFromInline let input: RowInput<ID, Row, New>

  @inlinable
  init(_ input: RowInput<ID, Row, New>, _ equality: Equality<New>, _ file: StaticString, _ line: UInt) {
    self.input = input
    super.init(equality, name: nil, file: file, line: line) { input.compute() }
  }
}

// Mutable fields are exclusivity-unchecked: the checks would take more than half of the time of a row's derivation. No
// user code runs, and nothing is released, during an access.

/// The row, as input of its derivation.
@usableFromInline
final class RowInput<ID: Hashable, Row, New> {
  @usableFromInline let id: ID
  @safe @exclusivity(unchecked) @usableFromInline var row: Row
  @usableFromInline let function: (Row) -> New

  @inlinable
  init(_ id: ID, _ row: Row, _ function: @escaping (Row) -> New) {
    self.id = id
    self.row = row
    self.function = function
  }

  @inlinable
  func compute() -> New { function(row) }
}

/// The derivations of a collection's rows, by slot.
@usableFromInline
final class RowDerivations<ID: Hashable, Row, New> {
  @usableFromInline typealias Known = RowDerivation<ID, Row, New>
  @usableFromInline let space: KeySpace<ID>
  @usableFromInline let table: KeyedTable<Row>
  @usableFromInline let results: KeyedTable<New>
  @usableFromInline let tree: FollowTree
  @usableFromInline let make: (ID, Row) -> Known
  @safe @exclusivity(unchecked) @usableFromInline var known: ContiguousArray<Known?> = []
  /// Whether no slot was given to another id since the last update.
  @safe @exclusivity(unchecked) @usableFromInline var areIDsKnown = true
  @safe @exclusivity(unchecked) @usableFromInline var reuses = 0

  @inlinable
  init(_ source: Keyed<ID, Row>, _ results: KeyedTable<New>, _ make: @escaping (ID, Row) -> Known) {
    space = source.space
    table = source.table
    self.results = results
    tree = FollowTree(of: source.node)
    self.make = make
  }

  /// Called before an update of the source.
  @inlinable
  func begin() {
    areIDsKnown = reuses == space.reuses
    reuses = space.reuses
  }

  /// The result for a new or changed row, or for one whose slot may have changed. `isAnnounced`: the row's dependents
  /// were notified.
  @inlinable @inline(__always)
  func update(_ slot: Int, to row: Row, isAnnounced: Bool) -> New? {
    if slot < known.count, let derivation = known[slot], areIDsKnown || derivation.input.id == space.ids[slot] {
      if table.isDuplicate(derivation.input.row, row) { return areIDsKnown ? nil : result(of: derivation, at: slot) }
      let old = derivation.input.row
      derivation.input.row = row
      let new = isAnnounced || !derivation.isWatched ? rerun(derivation) : rerunUnannounced(derivation)
      results.release(old)
      tree.note(derivation, at: slot)
      return new
    }
    return add(slot, row)
  }

  @inlinable @inline(__always)
  func rerun(_ derivation: Known) -> New {
    derivation.invalidate(.alone)
    return derivation.peek()
  }

  /// Notifies the dependents if the result changes. Marked before, those that are being verified would run in any case.
  @inlinable @inline(never)
  func rerunUnannounced(_ derivation: Known) -> New {
    let stamp = ChangeStamp(of: derivation)
    let new = rerun(derivation)
    if ChangeStamp(of: derivation) != stamp { derivation.invalidate(.dependents) }
    return new
  }

  @inlinable @inline(never)
  func result(of derivation: Known, at slot: Int) -> New {
    let result = derivation.peek()
    if known[slot] === derivation { tree.note(derivation, at: slot) }
    return result
  }

  @inlinable @inline(never)
  func add(_ slot: Int, _ row: Row) -> New {
    remove(at: slot)
    let derivation = make(space.ids[slot], row)
    place(derivation, at: slot)
    return result(of: derivation, at: slot)
  }

  @inlinable
  func place(_ derivation: Known, at slot: Int) {
    if slot >= known.count { known.append(contentsOf: repeatElement(nil, count: slot + 1 - known.count)) }
    known[slot] = derivation
  }

  @inlinable
  func remove(at slot: Int) {
    guard slot < known.count, let old = known[slot] else { return }
    known[slot] = nil
    tree.set(nil, at: slot)
    if old.isWatched && tree.origin.isInBatch { outdateFollowers(of: old) }
    results.release(old.input.row)
  }

  /// If the open batch restores the row, the row's behavior must follow the derivation that replaces this one.
  @usableFromInline @inline(never)
  func outdateFollowers(of removed: Known) {
    if !removed.isEvaluating { removed.invalidate(.forLook) }
  }

  /// Called before a full pass: removed rows end before others run. Rows with a new slot keep their derivation.
  @inlinable
  func removeGone() {
    var moved: [(slot: Int, derivation: Known)] = []
    for slot in known.indices {
      guard let derivation = known[slot] else { continue }
      let id = derivation.input.id
      let newSlot = areIDsKnown || id == space.ids[slot] ? slot : space.slot(of: id)
      if let newSlot, table.row(at: newSlot) != nil {
        if newSlot == slot { continue }
        known[slot] = nil
        tree.set(nil, at: slot)
        moved.append((newSlot, derivation))
      } else {
        remove(at: slot)
      }
    }
    for (slot, derivation) in moved { place(derivation, at: slot) }
    tree.release()
  }

  /// Tracks the row's other dependencies in the innermost evaluation.
  @inlinable
  func follow(_ id: ID) {
    guard let slot = space.slot(of: id), let derivation = tree.node(at: slot) as? Known, derivation.input.id == id
    else { return }
    derivation.follow()
  }

  /// Tracks in `evaluation` the other dependencies of all rows, and calls `change` for each updated row.
  @inlinable @inline(__always)
  func update(in evaluation: EvaluationRef, _ change: (_ slot: Int, New) -> Void) {
    evaluation.tracking { tree.follow() }
    for slot in tree.takeChanged() where slot < known.count {
      if let derivation = known[slot] { change(slot, derivation.peek()) }
    }
  }
}
