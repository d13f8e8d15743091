/// An id that counts comparisons.
package struct ComparedID: Hashable {
  package final class Count {
    package fileprivate(set) var number = 0
    package init() {}
  }
  package let number: Int
  private let count: Count

  package init(_ number: Int, counting count: Count) {
    self.number = number
    self.count = count
  }

  package static func == (one: ComparedID, other: ComparedID) -> Bool {
    one.count.number += 1
    return one.number == other.number
  }
  package func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
