/// A queue with removal at both ends, and insertion at the back.
@usableFromInline
struct Shelf<Element> {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var start = 0

  @inlinable init() {}

  @inlinable var count: Int { elements.count - start }
  @inlinable var first: Element? { count > 0 ? elements[start] : nil }
  var second: Element? { count > 1 ? elements[start + 1] : nil }

  /// The element at an index from 0 to `count`.
  subscript(index: Int) -> Element {
    // Always there: removed elements are before `start`.
    elements[start + index]!
  }

  mutating func insert(_ element: Element, at index: Int) { elements.insert(element, at: start + index) }

  @inlinable
  mutating func append(_ element: Element) { elements.append(element) }

  @inlinable
  mutating func removeLast() -> Element? {
    if count == 0 { return nil }
    let last = elements.removeLast()
    if count == 0 { removeGap() }
    return last
  }

  @inlinable
  mutating func removeFirst() -> Element? {
    if count == 0 { return nil }
    var first: Element?
    // A trivial element needs no removal.
    if _isPOD(Element.self) { first = elements[start] } else { swap(&first, &elements[start]) }
    start += 1
    if start > 32 && start > elements.count / 2 { removeGap() }
    return first
  }

  @inlinable
  mutating func removeGap() {
    elements.removeFirst(start)
    start = 0
  }
}
