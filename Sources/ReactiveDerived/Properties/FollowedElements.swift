public import ReactiveCore

/// The elements of a collection, and the behaviors followed for each of them.
@usableFromInline
final class FollowedElements<Value: Sequence> {
  private struct Followed {
    let element: Value.Element
    /// The place of its first behavior in the tree.
    var first: Int?
  }

  private let parent: Behavior<Value>
  private let childSelector: (Value.Element) -> [any BehaviorProtocol]
  private let tree: FollowTree
  /// The collection followed last; nil for none.
  private var stamp: ChangeStamp?
  private var elements: [Followed] = []
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
    var isKept = [Bool](repeating: false, count: old.count)
    var children: [(index: Int, nodes: [ReactiveNode])] = []
    var followed: [Followed] = []
    followed.reserveCapacity(new.count)
    for (index, (element, earlier)) in zip(new, indices(of: new)).enumerated() {
      if let earlier {
        isKept[earlier] = true
      } else {
        children.append((index, childSelector(element).map { untyped($0) }))
      }
      followed.append(Followed(element: element, first: earlier.flatMap { old[$0].first }))
    }
    // No user code from here on: the tree retains what it no longer follows.
    for (index, isKept) in isKept.enumerated() where !isKept { release(old[index].first) }
    for (index, nodes) in children {
      for node in nodes.reversed() { followed[index].first = place(node, before: followed[index].first) }
    }
    elements = followed
    // Released last: their `deinit` may run user code.
    withExtendedLifetime(old) {}
  }

  /// For each new element, the index of the same object in ``elements``.
  private func indices(of new: [Value.Element]) -> [Int?] {
    let old = elements
    var found = [Int?](repeating: nil, count: new.count)
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter && isSameInstance(old[start].element, new[start]) {
      found[start] = start
      start += 1
    }
    var end = 0
    while end < shorter - start && isSameInstance(old[old.count - 1 - end].element, new[new.count - 1 - end]) {
      end += 1
      found[new.count - end] = old.count - end
    }
    if heldObjects(of: Value.Element.self) == .never { return found }
    var places: [ObjectIdentifier: [Int]] = [:]
    for index in (start..<old.count - end).reversed() {
      if let object = cast(old[index].element, to: AnyObject.self) {
        places[ObjectIdentifier(object), default: []].append(index)
      }
    }
    for index in start..<new.count - end {
      // A value that is no object has an identifier of this moment, so it is compared again.
      if let object = cast(new[index], to: AnyObject.self), let place = places[ObjectIdentifier(object)]?.popLast(),
        isSameInstance(old[place].element, new[index])
      {
        found[index] = place
      }
    }
    return found
  }

  /// Follows a behavior. Returns its place.
  private func place(_ node: ReactiveNode, before following: Int?) -> Int {
    let place = free ?? next.count
    if place == next.count { next.append(nil) } else { free = next[place] }
    next[place] = following
    tree.set(node, at: place)
    return place
  }

  /// No longer follows the behaviors of an element.
  private func release(_ first: Int?) {
    var place = first
    while let present = place {
      tree.set(nil, at: present)
      place = next[present]
      next[present] = free
      free = present
    }
  }
}

/// As one expression of a generic type, since the compiler otherwise warns that a cast always succeeds.
private func cast<Value, Target>(_ value: Value, to _: Target.Type) -> Target? { value as? Target }
