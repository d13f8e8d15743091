extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which `isBehind` holds, or the end. It holds for all elements behind that one.
  package func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension [Int] {
  /// The indices of the longest subsequence that ascends, by patience sorting.
  package var longestAscendingSubsequence: [Int] {
    // The last index of the best subsequence of each length, and the predecessor of each index.
    var lasts: [Int] = []
    var previous = Array(repeating: -1, count: count)
    for (index, number) in enumerated() {
      let length = lasts.partitioningIndex { self[$0] >= number }
      if length > 0 { previous[index] = lasts[length - 1] }
      if length == lasts.count { lasts.append(index) } else { lasts[length] = index }
    }
    var result: [Int] = []
    var index = lasts.last ?? -1
    while index >= 0 {
      result.append(index)
      index = previous[index]
    }
    return result.reversed()
  }
}
