public import ReactiveCore

/// The elements of a collection, and the behaviors followed for each of them.
@usableFromInline
final class FollowedElements<Value: Sequence> {
  private let parent: Behavior<Value>
  private let childSelector: (Value.Element) -> [any BehaviorProtocol]
  private let tree: FollowTree
  /// The collection followed last; nil for none.
  private var stamp: ChangeStamp?
  private var elements: [Value.Element] = []
  /// For each element, the place of its first behavior in the tree.
  private var firsts: [Int?] = []
  /// By place, the place of the element's next behavior, or the next free place.
  private var next: [Int?] = []
  private var free: Int?

  @usableFromInline
  init(_ parent: Behavior<Value>, _ childSelector: @escaping (Value.Element) -> [any BehaviorProtocol]) {
    self.parent = parent
    self.childSelector = childSelector
    tree = FollowTree(of: parent)
  }

  /// The collection. It and the behaviors of its elements become dependencies of the innermost evaluation.
  @usableFromInline
  func follow() -> Value {
    let collection = parent.read()
    // In an open batch, a changed collection may have the stamp of an earlier duplicate.
    let present = parent.isInBatch ? nil : ChangeStamp(of: parent)
    if present == nil || present != stamp {
      stamp = present
      Context.pauseTracking { ask(Array(collection)) }
    }
    tree.follow()
    _ = tree.takeChanged()
    return collection
  }

  private func ask(_ new: [Value.Element]) {
    let old = elements
    var gone = firsts
    var newFirsts = [Int?](repeating: nil, count: new.count)
    var children: [(index: Int, node: ReactiveNode)] = []
    for (index, earlier) in indices(of: new).enumerated() {
      if let earlier {
        newFirsts[index] = gone[earlier]
        gone[earlier] = nil
      } else {
        for child in childSelector(new[index]) { children.append((index, untyped(child))) }
      }
    }
    // No user code from here on: the tree retains what it no longer follows.
    for first in gone { release(first) }
    var previous: (index: Int, place: Int)?
    for (index, node) in children {
      let place = takePlace()
      tree.set(node, at: place)
      if let previous, previous.index == index { next[previous.place] = place } else { newFirsts[index] = place }
      previous = (index, place)
    }
    (elements, firsts) = (new, newFirsts)
    if new.isEmpty { (next, free) = ([], nil) }
    // Released last: their `deinit` may run user code.
    withExtendedLifetime(old) {}
  }

  /// For each new element, the index of the same object in ``elements``.
  private func indices(of new: [Value.Element]) -> [Int?] {
    let old = elements
    var found = [Int?](repeating: nil, count: new.count)
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter && isSameInstance(old[start], new[start]) {
      found[start] = start
      start += 1
    }
    var end = 0
    while end < shorter - start && isSameInstance(old[old.count - 1 - end], new[new.count - 1 - end]) {
      end += 1
      found[new.count - end] = old.count - end
    }
    // Those in between may have moved. An object may be there more than once.
    var firstIndex: [ObjectIdentifier: Int] = [:]
    var nextIndex = [Int?](repeating: nil, count: old.count)
    for index in (start..<old.count - end).reversed() {
      if let object = identity(of: old[index]) { nextIndex[index] = firstIndex.updateValue(index, forKey: object) }
    }
    for index in start..<new.count - end {
      guard let object = identity(of: new[index]), let earlier = firstIndex[object] else { continue }
      found[index] = earlier
      firstIndex[object] = nextIndex[earlier]
    }
    return found
  }

  private func takePlace() -> Int {
    guard let place = free else {
      next.append(nil)
      return next.count - 1
    }
    (free, next[place]) = (next[place], nil)
    return place
  }

  /// No longer follows the behaviors of an element.
  private func release(_ first: Int?) {
    var place = first
    while let present = place {
      tree.set(nil, at: present)
      (place, next[present], free) = (next[present], free, present)
    }
  }
}
