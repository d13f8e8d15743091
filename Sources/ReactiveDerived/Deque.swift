/// A queue with removal at both ends, and insertion at the back.
@usableFromInline
package struct Deque<Element> {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var start = 0

  @inlinable package init() {}

  @inlinable package var count: Int { elements.count - start }
  @inlinable package var first: Element? { count > 0 ? elements[start] : nil }
  package var second: Element? { count > 1 ? elements[start + 1] : nil }
  package var last: Element? { count > 0 ? elements[elements.count - 1] : nil }
  package var capacity: Int { elements.capacity }

  /// The element at an index from 0 to `count`.
  package subscript(index: Int) -> Element {
    // Always there: removed elements are before `start`.
    elements[start + index]!
  }

  package mutating func insert(_ element: Element, at index: Int) { elements.insert(element, at: start + index) }

  @inlinable
  package mutating func append(_ element: Element) { elements.append(element) }

  @inlinable
  package mutating func removeLast() -> Element? {
    if count == 0 { return nil }
    let last = elements.removeLast()
    if count == 0 { removeGap() }
    return last
  }

  @inlinable
  package mutating func removeFirst() -> Element? {
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
    if elements.capacity > 64 && elements.count < elements.capacity / 4 { shrink() }
  }

  /// Frees the memory of a burst.
  @usableFromInline
  mutating func shrink() {
    var rest: [Element?] = []
    rest.reserveCapacity(count)
    rest += elements
    elements = rest
  }
}
