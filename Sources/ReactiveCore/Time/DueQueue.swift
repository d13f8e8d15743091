/// Numbered elements that wait for their times, ordered by time, then by number.
///
/// A binary heap, and the index of each number in it. Cost: logarithmic for inserting, removing or taking an element.
package struct DueQueue<Time: Comparable, Element>: BinaryHeap {
  package typealias Item = (number: Int, time: Time, element: Element)
  struct Entry: BinaryHeapEntry {
    let number: Int
    let time: Time
    let element: Element

    var item: Item { (number, time, element) }
    func comesBefore(_ other: Entry) -> Bool { (time, number) < (other.time, other.number) }
  }
  var entries: [Entry] = []
  private var indices: [Int: Int] = [:]

  package init() {}

  package var count: Int { entries.count }
  /// In order. Cost: sorts all.
  package var content: [Item] { entries.sorted { $0.comesBefore($1) }.map(\.item) }
  package subscript(number: Int) -> Item? { indices[number].map { entries[$0].item } }

  /// No present element may have the number.
  package mutating func insert(_ element: Element, number: Int, at time: Time) {
    indices[number] = entries.count
    entries.append(Entry(number: number, time: time, element: element))
    moveUp(from: entries.count - 1)
  }

  /// Returns nil if no element has the number.
  @discardableResult
  package mutating func remove(_ number: Int) -> Item? {
    guard let index = indices.removeValue(forKey: number) else { return nil }
    let removed = entries[index]
    let last = entries.removeLast()
    if index < entries.count {
      entries[index] = last
      indices[last.number] = index
      moveUp(from: index)
      moveDown(from: index)
    }
    return removed.item
  }

  /// Removes the first element that is due at `time`.
  package mutating func take(dueAt time: Time) -> Item? {
    guard let first = entries.first, first.time <= time else { return nil }
    return remove(first.number)
  }

  mutating func exchange(_ one: Int, _ other: Int) {
    entries.swapAt(one, other)
    indices[entries[one].number] = one
    indices[entries[other].number] = other
  }
}

extension DueQueue where Element == Void {
  package mutating func insert(_ number: Int, at time: Time) { insert((), number: number, at: time) }
}
