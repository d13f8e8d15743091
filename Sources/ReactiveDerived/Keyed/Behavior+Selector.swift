/// A behavior for each id, true while the id is chosen. A change notifies only the observers of the old and the new id.
///
/// ```swift
/// let chosen = OpenBehavior(1)
/// let isChosen = chosen.selector()
/// let rows = [1, 2, 3].map { isChosen[$0] }
/// rows[0].sink { print("1: \($0)") }
/// rows[1].sink { print("2: \($0)") }
/// rows[2].sink { print("3: \($0)") }
/// chosen.value = 2                        // prints "1: false", "2: true"
/// chosen.value = 4                        // prints "2: false"
/// ```
///
/// Made by ``ReactiveCore/Behavior/selector()``. Solid calls it `createSelector`.
public struct IDSelector<ID: Hashable> {
  private let row: (ID) -> Behavior<Bool>
  private let tracked = TrackedRows()

  @usableFromInline
  init(row: @escaping (ID) -> Behavior<Bool>) { self.row = row }

  /// Whether this id is chosen.
  ///
  /// The behavior is made on request and released when nothing uses it; an evaluation retains it until its next run. It
  /// retains the source of the choice, and subscriptions retain both. Cost: about 250 bytes.
  public subscript(id: ID) -> Behavior<Bool> { tracked.handOut(row(id)) }
}

extension Behavior where Value: Hashable {
  /// For each id, a behavior that is true while this behavior has that id as its value.
  ///
  /// For a stored behavior, a change writes only the rows of the old and the new id, however many exist. They change
  /// together with the value, also in the middle of a batch. A computed behavior, or one with its own `isDuplicate` or
  /// made with `whileObserved:`, is compared with each id after each change, as by ``map(file:line:_:)``. For a large
  /// table, store the choice.
  ///
  /// The selector retains this behavior.
  @inlinable @_disfavoredOverload
  public final func selector() -> IDSelector<Value> { IDSelector(row: findRow()) }

  /// For each id, a behavior that is true while this behavior has that id as its value; none is true while it is nil.
  ///
  /// ```swift
  /// let chosen = OpenBehavior<Int?>(nil)
  /// let isChosen = chosen.selector()
  /// let row = isChosen[7]
  /// row.sink { print($0) }
  /// chosen.value = 7                // prints "true"
  /// chosen.value = nil              // prints "false"
  /// ```
  ///
  /// Otherwise like the other overload.
  @inlinable
  public final func selector<ID: Hashable>() -> IDSelector<ID> where Value == ID? {
    let row = findRow()
    return IDSelector(row: { row($0) })
  }

  @inlinable
  final func findRow() -> (Value) -> Behavior<Bool> {
    if let source = self as? OpenBehavior<Value>, source.hasPlainChanges {
      let choice = source.attachment(Choice<Value>.self) { Choice(source) { $0.follow() } }
      return { choice.row($0, of: source) }
    }
    return { id in
      self.attachment(ComparedRows<Value>.self) { ComparedRows(self) }.rows.row(id) { self.map { $0 == id } }
    }
  }
}

/// The rows of a behavior that is compared with each id. It belongs to that behavior, so that the ids end in its
/// isolation.
@usableFromInline
final class ComparedRows<ID: Hashable>: NodeAttachment {
  @usableFromInline let rows = RowTable<ID, Behavior<Bool>>()

  @usableFromInline
  init(_ source: Behavior<ID>) { source.settleIn() }
}

/// Writes the rows of a stored behavior.
@usableFromInline
final class Choice<ID: Hashable>: NodeAttachment {
  @usableFromInline unowned let source: OpenBehavior<ID>
  @usableFromInline let rows = RowTable<ID, ChoiceRow>()
  /// ``follow()``, compiled for this `ID` where the selector is made. A call through the protocol is not.
  private let compiled: (Choice) -> Void
  // Exclusivity-unchecked: what they held is retained while they are written.
  @safe @exclusivity(unchecked) @usableFromInline var shown: ID
  /// The row of `shown`, if there was one when that was chosen: a choice looks for one row, not for two.
  @safe @exclusivity(unchecked) @usableFromInline var shownRow: RowTable<ID, ChoiceRow>.Found?
  @safe @exclusivity(unchecked) @usableFromInline var round = 0

  @usableFromInline
  init(_ source: OpenBehavior<ID>, compiled: @escaping (Choice) -> Void) {
    self.source = source
    self.compiled = compiled
    shown = source.peek()
  }

  @inlinable
  func row(_ id: ID, of source: OpenBehavior<ID>) -> Behavior<Bool> {
    let begin = round
    let row = rows.row(id) { ChoiceRow(id == source.peek(), of: source) }
    if round != begin { update(row, id, of: source) }
    return row
  }

  /// `==` or `hash` has written the source while the row was being made.
  @usableFromInline
  func update(_ row: ChoiceRow, _ id: ID, of source: OpenBehavior<ID>) {
    for _ in 0..<10 {
      let seen = round
      let isShown = id == source.peek()
      if round == seen { return row.write(isShown) }
    }
  }

  @usableFromInline var followsValue: Bool { true }
  @usableFromInline
  func nodeHasChanged() { compiled(self) }

  @inlinable @inline(__always)
  func follow() {
    round += 1
    let (mine, old, new) = (round, shown, source.peek())
    var oldRow: RowTable<ID, ChoiceRow>.Found?
    swap(&oldRow, &shownRow)
    shown = new
    let last = oldRow?.row ?? rows[old]
    let newRow = rows.find(new)
    if round == mine {
      shownRow = newRow
      ChoiceRow.write(last, newRow?.row)
    } else {
      // `==` or `hash` has written the source, and with it the rows other than the last one.
      ChoiceRow.write(last, shownRow?.row)
    }
    // Released last: its `deinit` may use this.
    withExtendedLifetime((old, oldRow)) {}
  }
}

/// Retains the source of the choice.
@usableFromInline
final class ChoiceRow: OpenBehavior<Bool> {
  private var source: ReleaseGuard<ReactiveNode>

  @usableFromInline
  init(_ value: Bool, of source: ReactiveNode) {
    self.source = ReleaseGuard(source)
    super.init(value, Equality(.equal()), isFollowing: true, name: nil, file: #fileID, line: #line)
    keepLabel(of: source, as: ".selector()")
    settleIn()
  }

  @usableFromInline
  static func write(_ last: ChoiceRow?, _ next: ChoiceRow?) {
    if last === next { return }
    last?.write(false)
    next?.write(true)
  }

  deinit { isolation.perform(atEndOf: self, releasing: &source) }
}
