public import ReactiveCore

/// The derivation of a row.
@usableFromInline
final class RowDerivation<ID: Hashable, Row, New>: ComputedBehavior<New> {
  @usableFromInline let input: RowInput<ID, Row, New>

  @inlinable
  init(_ input: RowInput<ID, Row, New>, _ equality: Equality<New>, _ file: StaticString, _ line: UInt) {
    self.input = input
    super.init(equality, name: nil, file: file, line: line) { input.compute() }
  }
}

/// The row that a derivation is about.
@usableFromInline
final class RowInput<ID: Hashable, Row, New> {
  @usableFromInline let id: ID
  @usableFromInline var row: Row
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

/// The derivations of the rows of a collection, by slot.
@usableFromInline
final class RowDerivations<ID: Hashable, Row, New> {
  @usableFromInline typealias Known = RowDerivation<ID, Row, New>
  @usableFromInline let space: KeySpace<ID>
  @usableFromInline let table: KeyedTable<Row>
  @usableFromInline let tree: FollowTree
  @usableFromInline let make: (ID, Row) -> Known
  @usableFromInline var known: ContiguousArray<Known?> = []
  /// Whether slots may have been given to other ids since the last update.
  @usableFromInline var areIDsKnown = true
  @usableFromInline var reuses = 0

  @inlinable
  init(_ source: Keyed<ID, Row>, _ make: @escaping (ID, Row) -> Known) {
    space = source.space
    table = source.table
    tree = FollowTree(of: source.node)
    self.make = make
  }

  /// The source is about to be brought up to date.
  @inlinable
  func begin() {
    areIDsKnown = reuses == space.reuses
    reuses = space.reuses
  }

  /// The value of the row at a slot, if the row has changed or is new. `isAnnounced`: what follows the row knows of it.
  @inlinable @inline(__always)
  func update(_ slot: Int, to row: Row, isAnnounced: Bool) -> New? {
    if slot < known.count, let derivation = known[slot], areIDsKnown || derivation.input.id == space.ids[slot] {
      if table.isDuplicate(derivation.input.row, row) { return nil }
      let old = derivation.input.row
      derivation.input.row = row
      derivation.invalidate(isAnnounced || !derivation.isWatched ? .alone : .notifying)
      let new = derivation.peek()
      // Released last: its end may run functions of the user's.
      withExtendedLifetime(old) {}
      tree.note(derivation, at: slot)
      return new
    }
    return add(slot, row)
  }

  @inlinable @inline(never)
  func add(_ slot: Int, _ row: Row) -> New {
    remove(at: slot)
    let derivation = make(space.ids[slot], row)
    if slot >= known.count { known.append(contentsOf: repeatElement(nil, count: slot + 1 - known.count)) }
    known[slot] = derivation
    let new = derivation.peek()
    if known[slot] === derivation { tree.note(derivation, at: slot) }
    return new
  }

  /// The slot has no row any more.
  @inlinable
  func remove(at slot: Int) {
    guard slot < known.count, let old = known[slot] else { return }
    known[slot] = nil
    tree.set(nil, at: slot)
    withExtendedLifetime(old) {}
  }

  /// All rows are about to be looked at: those that are gone end before others run.
  @inlinable
  func removeGone() {
    for slot in known.indices {
      guard let derivation = known[slot] else { continue }
      if table.row(at: slot) == nil || derivation.input.id != space.ids[slot] { remove(at: slot) }
    }
    tree.release()
  }

  /// What the row of an id reads besides becomes a dependency of the evaluation on top.
  @inlinable
  func follow(_ id: ID) {
    guard let slot = space.slot(of: id), let derivation = tree.node(at: slot) as? Known, derivation.input.id == id
    else { return }
    derivation.follow()
  }

  /// Brings all up to date that has read something which has changed, which becomes a dependency of `evaluation`, and calls
  /// `change` with its slots.
  @inlinable @inline(__always)
  func update(in evaluation: EvaluationRef, _ change: (_ slot: Int, New) -> Void) {
    evaluation.tracking { tree.follow() }
    for slot in tree.takeChanged() where slot < known.count {
      if let derivation = known[slot] { change(slot, derivation.peek()) }
    }
  }
}
