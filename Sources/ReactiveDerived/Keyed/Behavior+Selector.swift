/// Which of many ids is chosen, as a behavior for each id: a change notifies the old one and the new one, and no other.
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
/// Made by ``ReactiveCore/Behavior/selector()``. Elsewhere `createSelector` (Solid).
public struct Selector<ID: Hashable> {
  private let row: (ID) -> Behavior<Bool>
  private let tracked = TrackedRows()

  @usableFromInline
  init(row: @escaping (ID) -> Behavior<Bool>) { self.row = row }

  /// Whether this id is chosen.
  ///
  /// The behavior is made when it is asked for, and forgotten when nothing uses it any more. It keeps the behavior that says what
  /// is chosen; subscriptions keep both. Cost: about 250 bytes.
  /// An evaluation that asks for it keeps it until it runs anew.
  public subscript(id: ID) -> Behavior<Bool> { tracked.handOut(row(id)) }
}

extension Behavior where Value: Hashable {
  /// For each id a behavior that is true while this one has that id as its value.
  ///
  /// Of a behavior that stores its value, a change costs the two ids that it is about, however many were asked for: that is all
  /// that is written, in one with the change itself, also in the middle of a batch. A behavior that is computed, or that has an `isDuplicate`
  /// of its own, cannot know before it is read: each id is compared with its value after each change then, like ``map(file:line:_:)``.
  /// For a large table store what is chosen. The selector keeps this behavior.
  @inlinable @_disfavoredOverload
  public final func selector() -> Selector<Value> { Selector(row: findRow()) }

  /// For each id a behavior that is true while this one has that id as its value; none is while it is nil.
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
  /// Otherwise as the one for ids that are not optional.
  @inlinable
  public final func selector<ID: Hashable>() -> Selector<ID> where Value == ID? {
    let row = findRow()
    return Selector(row: { row($0) })
  }

  @inlinable
  final func findRow() -> (Value) -> Behavior<Bool> {
    if let source = self as? OpenBehavior<Value>, source.hasPlainChanges {
      let choice = source.attachment(Choice<Value>.self) { Choice(source) }
      return { choice.row($0, of: source) }
    }
    let rows = RowTable<Value, Behavior<Bool>>()
    return { id in rows.row(id) { self.map { $0 == id } } }
  }
}

/// Writes the rows of a behavior whose value is stored.
@usableFromInline
final class Choice<ID: Hashable>: NodeAttachment {
  @usableFromInline unowned let source: OpenBehavior<ID>
  @usableFromInline let rows = RowTable<ID, Behavior<Bool>>()
  /// What the rows show.
  @usableFromInline var shown: ID
  @usableFromInline var round = 0

  @inlinable
  init(_ source: OpenBehavior<ID>) {
    self.source = source
    shown = source.peek()
  }

  @inlinable
  func row(_ id: ID, of source: OpenBehavior<ID>) -> Behavior<Bool> {
    rows.row(id) { ChoiceRow(id == source.peek(), of: source) }
  }

  @usableFromInline var followsValue: Bool { true }
  @usableFromInline
  func nodeWasWritten() {}

  @inlinable
  func nodeHasChanged() {
    round += 1
    let (mine, old, new) = (round, shown, source.peek())
    let (last, next) = (rows[old], rows[new])
    // The functions of the ids have written the source: that has written the rows, too.
    if round != mine { return }
    shown = new
    if last !== next {
      (last as? ChoiceRow)?.write(false)
      (next as? ChoiceRow)?.write(true)
    }
    // Released last: its end may use this.
    withExtendedLifetime(old) {}
  }
}

/// Whether an id is chosen. Keeps the behavior that says what is.
@usableFromInline
final class ChoiceRow: OpenBehavior<Bool> {
  private var source: ReleaseGuard<ReactiveNode>

  @usableFromInline
  init(_ value: Bool, of source: ReactiveNode) {
    self.source = ReleaseGuard(source)
    super.init(value, Equality(.equal()), isFollowing: true, name: nil, file: #fileID, line: #line)
    settleIn()
  }

  deinit { isolation.perform(atEndOf: self, releasing: &source) }
}
