/// Keeps rows that user code may hold only during a read, while Observation follows them.
///
/// It belongs to the collection or selector that returns the rows, never to an object that a row retains.
@usableFromInline
package final class TrackedRows {
  private var rows: [ObjectIdentifier: ValueNode] = [:]

  @usableFromInline
  package init() {}

  /// Keeps a row that user code may drop after reading it: an evaluation keeps it until its next run ends; otherwise
  /// this object does while a port follows it.
  @usableFromInline
  package func handOut<Row: ValueNode>(_ row: Row) -> Row {
    if !Context.keepInEvaluation(row) { keepTracked(row) }
    return row
  }

  /// Keeps a row that is followed by a row of another collection, which user code may drop after reading it.
  @inline(__always)
  func keepTracked(_ row: ValueNode) {
    if !ReadPorts.areOn { return }
    let noted = row.makeSideTable().makeNotedReads()
    if noted.keeper !== self { noted.keeper = self }
  }

  /// A port has begun or ceased to follow the row.
  package func keep(_ row: ValueNode, _ isFollowed: Bool) {
    let old = rows.removeValue(forKey: ObjectIdentifier(row))
    if isFollowed { rows[ObjectIdentifier(row)] = row }
    // Released last: a row's end may use this object.
    withExtendedLifetime(old) {}
  }
}
