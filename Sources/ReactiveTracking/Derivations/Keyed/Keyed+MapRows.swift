public import ReactiveCore

extension Keyed {
  /// What `transform` makes of each row, in the same order, by a derivation for each row; an equal result is no change.
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
  /// The function runs, when the collection is needed, for each row that is new or has changed, and for each row whose last run
  /// has read something that has changed since; never for the others. ``onCleanup(_:)`` in it runs before the next
  /// run for the row, and when the row has been removed. That is noticed when the collection is needed next; a row that is
  /// back by then has its derivation still. A function that removes its own row finishes, and the row ends after that.
  ///
  /// It keeps what `transform` captures, and a row and a result for each row. Cost: about 220 bytes for each row beside these,
  /// 96 more if it reads anything but the row, and 48 for each thing that it reads. An edit of a row costs a run for that row,
  /// whatever the number of rows. A row of a type that is not `Equatable` counts as changed when it is moved, too. Elsewhere `mapArray` (Solid).
  @inlinable
  public final func mapRows<New: Equatable>(
    file: StaticString = #fileID, line: UInt = #line, _ transform: @escaping (Row) -> New
  ) -> Keyed<ID, New> { mapRows(by: .equal(), file, line) { transform } }

  /// What `transform` makes of each row, by a derivation for each row; the same instance is no change, any other result is one.
  @inlinable @_disfavoredOverload
  public final func mapRows<New>(
    file: StaticString = #fileID, line: UInt = #line, _ transform: @escaping (Row) -> New
  ) -> Keyed<ID, New> { mapRows(by: .identity(), file, line) { transform } }

  /// As ``mapRows(file:line:_:)-(_,_,(Row)->New)``, with a scope for each row, which owns the effects that the function makes.
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
  /// The scope is emptied before each run for the row, and ends when the row has been removed.
  @inlinable
  public final func scopedMapRows<New: Equatable>(
    file: StaticString = #fileID, line: UInt = #line, _ transform: @escaping (Row, EffectScope) -> New
  ) -> Keyed<ID, New> { mapRows(by: .equal(), file, line) { RowScope(file, line).scoping(transform) } }

  /// As ``mapRows(file:line:_:)-(_,_,(Row)->New)``, with a scope for each row; the same instance is no change, any other result is
  /// one.
  @inlinable @_disfavoredOverload
  public final func scopedMapRows<New>(
    file: StaticString = #fileID, line: UInt = #line, _ transform: @escaping (Row, EffectScope) -> New
  ) -> Keyed<ID, New> { mapRows(by: .identity(), file, line) { RowScope(file, line).scoping(transform) } }

  /// `function` is asked once for each row.
  @inlinable @inline(__always)
  final func mapRows<New>(
    by test: some EqualityTest<New>, _ file: StaticString, _ line: UInt, _ function: @escaping () -> (Row) -> New
  ) -> Keyed<ID, New> {
    let link = KeyedLink(self)
    let own = KeyedTable<New>(space.order) { test.isDuplicate($0, $1) }
    let equality = Equality(test)
    let rows = RowDerivations<ID, Row, New>(self) { id, row in
      RowDerivation(RowInput(id, row, function()), equality, file, line)
    }
    // A row that has changed may have another place among others, though what is made of it is the same.
    let unknownPlace: Int32? = ordering.dependsOnRows ? KeyedTable<New>.unknownPlace : nil
    let rowFollowing = rowFollowing
    return Keyed<ID, New>(space, own, ordering, file: file, line: line) { id, node in
      let follow = rowFollowing(id)
      return {
        follow()
        // Brings the row's derivation up to date with the row.
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
          own.set(nil, at: slot, movedFrom: predecessor)
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

/// The scope of a row, which ends when the row's derivation does.
@usableFromInline
final class RowScope {
  private let scope: EffectScope

  @usableFromInline
  init(_ file: StaticString, _ line: UInt) { scope = EffectScope(ofEffect: nil, file, line) }

  /// The function of the row's derivation, which keeps this.
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
