/// An array of entries in which none comes before its parent, the entry at half its index.
///
/// Each heap notes in its own way where its entries are.
protocol BinaryHeap {
  associatedtype Entry: BinaryHeapEntry
  var entries: [Entry] { get }
  /// Exchanges two entries, and notes their new indices.
  mutating func exchange(_ one: Int, _ other: Int)
}

protocol BinaryHeapEntry {
  func comesBefore(_ other: Self) -> Bool
}

extension BinaryHeap {
  mutating func moveUp(from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      if !entries[index].comesBefore(entries[parent]) { return }
      exchange(index, parent)
      index = parent
    }
  }

  mutating func moveDown(from start: Int) {
    var index = start
    while true {
      var first = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < entries.count && entries[child].comesBefore(entries[first]) { first = child }
      if first == index { return }
      exchange(index, first)
      index = first
    }
  }
}
