/// Behaviors by id, such as those of single rows, which live as long as they are used.
@usableFromInline
package final class RowTable<ID: Hashable, Value> {
  /// An object, since a weak reference in a dictionary would be copied to be read.
  @usableFromInline
  final class Found {
    @usableFromInline private(set) weak var row: Behavior<Value>?
    @inlinable
    init(_ row: Behavior<Value>) { self.row = row }
  }
  @usableFromInline var found: [ID: Found] = [:]
  private var threshold = 16

  @usableFromInline
  package init() {}

  /// Whether none was asked for.
  @inlinable var isEmpty: Bool { found.isEmpty }

  @usableFromInline
  package func row(_ id: ID, _ make: () -> Behavior<Value>) -> Behavior<Value> {
    if let known = self[id] { return known }
    let new = make()
    if found.count >= threshold {
      found = found.filter { $0.value.row != nil }
      threshold = max(16, found.count * 2)
    }
    found[id] = Found(new)
    return new
  }

  @inlinable
  package subscript(id: ID) -> Behavior<Value>? { found.isEmpty ? nil : found[id]?.row }

  /// Those that are in use.
  @usableFromInline
  func forEach(_ body: (ID, Behavior<Value>) -> Void) {
    for (id, found) in found { if let row = found.row { body(id, row) } }
  }
}
