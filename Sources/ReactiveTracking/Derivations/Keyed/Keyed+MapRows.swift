public import ReactiveCore

extension Keyed {
  /// The results of `transform` in row order, by a derivation per row. An equal result is not a change.
  ///
  /// ```swift
  /// struct Order: Identifiable, Equatable { var id: Int, price: Int }
  /// let orders = OpenKeyed([Order(id: 1, price: 10), Order(id: 2, price: 20)])
  /// let rate = atom(2)
  /// let totals = orders.mapRows { order in order.id == 1 ? order.price : order.price * rate.value }
  /// totals.observe { print($0) }           // prints "[10, 40]"
  /// orders.update(1) { $0.price = 11 }     // prints "[11, 40]": ran for row 1
  /// rate.value = 3                         // prints "[11, 60]": ran for row 2
  /// ```
  ///
  /// When the collection is needed, the function runs for each row that is new or has changed, or whose dependencies
  /// have changed. ``onCleanup(_:file:line:)`` in it runs before the next run for the row, and after the row was
  /// removed. Removals take effect when the collection is next needed; a row restored by then keeps its derivation. A
  /// function that removes its own row finishes first.
  ///
  /// It retains the captures of `transform`, and a row and a result per row. Cost: about 200 bytes per row beside
  /// these, 96 more if the function reads anything but the row, and 48 per dependency. An edit runs the function once,
  /// whatever the number of rows. If the row type is not `Equatable`, a moved row counts as changed, and all rows do
  /// after more than 64 edits since the last use (a quarter of the rows, if that is more). Called `mapArray` in Solid.
  @inlinable
  public final func mapRows<New: Equatable>(
    file: StaticString = #fileID, line: UInt = #line, _ transform: @escaping (Row) -> New
  ) -> Keyed<ID, New> { mapRows(by: .equal(), file, line) { transform } }

  /// The results of `transform`, by a derivation per row. The same instance is not a change.
  @inlinable @_disfavoredOverload
  public final func mapRows<New>(
    file: StaticString = #fileID, line: UInt = #line, _ transform: @escaping (Row) -> New
  ) -> Keyed<ID, New> { mapRows(by: .identity(), file, line) { transform } }

  /// As ``mapRows(file:line:_:)``, with a scope per row that owns the effects created by the function.
  ///
  /// ```swift
  /// struct Order: Identifiable, Equatable { var id: Int, price: Int }
  /// let orders = OpenKeyed([Order(id: 1, price: 10)])
  /// let rate = atom(2)
  /// let lines = orders.scopedMapRows { order, scope in
  ///   scope.effect { print("\(order.price * rate.value)") }
  ///   return order.price
  /// }
  /// let token = lines.observe { _ in }  // prints "20"
  /// rate.value = 3                      // prints "30"
  /// orders.remove(1)
  /// rate.value = 4                      // prints nothing
  /// ```
  ///
  /// The scope is emptied before each run for the row, and ends after the row was removed. An effect in it first brings
  /// the collection up to date, so it does not run for a row that has changed or is gone. If the collection is made in
  /// an effect or for a row of another, that may end together with a change of what the effect reads, and the effect
  /// then runs once more before.
  @inlinable
  public final func scopedMapRows<New: Equatable>(
    file: StaticString = #fileID, line: UInt = #line, _ transform: @escaping (Row, EffectScope) -> New
  ) -> Keyed<ID, New> { mapRows(by: .equal(), file, line) { RowScope(file, line).scoping(transform) } }

  /// As ``mapRows(file:line:_:)``, with a scope per row. The same instance is not a change.
  @inlinable @_disfavoredOverload
  public final func scopedMapRows<New>(
    file: StaticString = #fileID, line: UInt = #line, _ transform: @escaping (Row, EffectScope) -> New
  ) -> Keyed<ID, New> { mapRows(by: .identity(), file, line) { RowScope(file, line).scoping(transform) } }

  /// `function` is called once per row.
  @inlinable @inline(__always)
  final func mapRows<New>(
    by test: some EqualityTest<New>, _ file: StaticString, _ line: UInt, _ function: @escaping () -> (Row) -> New
  ) -> Keyed<ID, New> {
    let link = KeyedLink(self)
    let own = KeyedTable<New>(space.order) { test.isDuplicate($0, $1) }
    let equality = Equality(test)
    let rows = RowDerivations<ID, Row, New>(self, own) { id, row in
      RowDerivation(RowInput(id, row, function()), equality, file, line)
    }
    // A changed row may move, though its result stays the same.
    let unknownPlace: Int32? = ordering.dependsOnRows ? KeyedTable<New>.unknownPlace : nil
    let rowFollowing = rowFollowing
    return Keyed<ID, New>(space, own, ordering, file: file, line: line) { id, node in
      let follow = rowFollowing(id)
      return {
        follow()
        _ = node.peek()
        rows.follow(id)
      }
    } update: { evaluation in
      rows.begin()
      link.update(in: evaluation) {
        rows.removeGone()
        if link.hasLostPlaces { own.forgetJournal() }
      } change: { slot, old, predecessor in
        guard let row = link.table.row(at: slot) else {
          rows.remove(at: slot)
          own.set(nil, at: slot, movedFrom: unknownPlace ?? predecessor)
          return
        }
        if let new = rows.update(slot, to: row, isAnnounced: old != nil && predecessor == nil) {
          own.set(new, at: slot, movedFrom: unknownPlace ?? predecessor)
        } else if let predecessor {
          own.noteMove(of: slot, from: predecessor)
        }
      }
      rows.update(in: evaluation) { slot, new in own.set(new, at: slot) }
    }
  }
}

/// The scope of a row, which ends with the row's derivation.
@usableFromInline
final class RowScope: EndsAtHome {
  private let scope: EffectScope

  /// Called in an evaluation of the collection, which is brought up to date before an effect in the scope runs: the
  /// row may have changed, or be gone.
  @usableFromInline
  init(_ file: StaticString, _ line: UInt) {
    scope = EffectScope(ofEffect: nil, file, line)
    if let collection = Context.runningNode { scope.follow(collection) }
  }

  /// The function of the row's derivation, which retains this object.
  @usableFromInline
  func scoping<Row, New>(_ transform: @escaping (Row, EffectScope) -> New) -> (Row) -> New {
    { [self] row in
      onCleanup { [scope] in scope.empty() }
      return scope.own { transform(row, scope) }
    }
  }

  deinit {
    scope.isolation.perform(atEndOf: self) { [scope] in scope.cancel() }
  }
}
