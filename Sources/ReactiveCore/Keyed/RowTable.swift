/// The behaviors of single rows, which live as long as they are used.
@usableFromInline
package final class RowTable<ID: Hashable, Row> {
  @frozen @usableFromInline
  struct Found {
    @usableFromInline weak var row: Behavior<Row?>?
  }
  @usableFromInline var found: [ID: Found] = [:]
  private var threshold = 16

  @usableFromInline
  package init() {}

  /// Whether none was asked for.
  @inlinable var isEmpty: Bool { found.isEmpty }

  @usableFromInline
  package func row(_ id: ID, _ make: () -> Behavior<Row?>) -> Behavior<Row?> {
    if let known = self[id] { return known }
    let new = make()
    if found.count >= threshold {
      found = found.filter { $0.value.row != nil }
      threshold = max(16, found.count * 2)
    }
    found[id] = Found(row: new)
    return new
  }

  @inlinable
  subscript(id: ID) -> Behavior<Row?>? { found.isEmpty ? nil : found[id]?.row }

  /// Those that are in use.
  @usableFromInline
  func forEach(_ body: (ID, Behavior<Row?>) -> Void) {
    for (id, found) in found { if let row = found.row { body(id, row) } }
  }
}
