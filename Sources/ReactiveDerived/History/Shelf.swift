/// A queue with removal at both ends, and insertion at the back.
@usableFromInline
struct Shelf<Element> {
  @usableFromInline var elements: [Element?] = []
  @usableFromInline var start = 0

  @inlinable init() {}

  @inlinable var count: Int { elements.count - start }
  @inlinable var first: Element? { count > 0 ? elements[start] : nil }
  var second: Element? { count > 1 ? elements[start + 1] : nil }
  /// The elements from the last one that `begins` a step.
  func lastStep(_ begins: (Element) -> Bool) -> [Element] {
    var step: [Element] = []
    for element in elements[start...].reversed() {
      guard let element else { break }
      step.append(element)
      if begins(element) { break }
    }
    return step
  }

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
