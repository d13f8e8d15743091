/// Keeps rows that code may have for the length of a read only: those that Observation follows, for as long as it does.
///
/// It belongs to the collection or the selector that hands rows out. It may not belong to anything that a row keeps.
@usableFromInline
package final class TrackedRows {
  private var rows: [ObjectIdentifier: ValueNode] = [:]

  @usableFromInline
  package init() {}

  /// A row is asked for, and may be dropped when its value has been read. An evaluation keeps it until it has been followed
  /// by another; outside of one, this does while a port follows it.
  @usableFromInline
  package func handOut<Row: ValueNode>(_ row: Row) -> Row {
    if !Context.keepInEvaluation(row) && ReadPorts.areOn {
      let noted = row.makeSideTable().makeNotedReads()
      if noted.keeper !== self { noted.keeper = self }
    }
    return row
  }

  /// A port follows the row from now on, or no longer.
  package func keep(_ row: ValueNode, _ isFollowed: Bool) {
    let old = rows.removeValue(forKey: ObjectIdentifier(row))
    if isFollowed { rows[ObjectIdentifier(row)] = row }
    // Released last: the end of a row may use this.
    withExtendedLifetime(old) {}
  }
}
