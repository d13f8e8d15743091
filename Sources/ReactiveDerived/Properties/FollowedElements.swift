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
  /// For each element, where its behaviors end in the tree.
  private var ends: [Int] = []

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
    var children: [ReactiveNode] = []
    var newEnds: [Int] = []
    newEnds.reserveCapacity(new.count)
    for (index, element) in new.enumerated() {
      if index < elements.count && isSameInstance(elements[index], element) {
        for place in (index == 0 ? 0 : ends[index - 1])..<ends[index] {
          if let child = tree.node(at: place) { children.append(child) }
        }
      } else {
        for child in childSelector(element) { children.append(untyped(child)) }
      }
      newEnds.append(children.count)
    }
    let count = ends.last ?? 0
    for (place, child) in children.enumerated() { tree.set(child, at: place) }
    if children.count < count { for place in children.count..<count { tree.set(nil, at: place) } }
    // Released last: their `deinit` may run user code.
    let old = elements
    elements = new
    ends = newEnds
    withExtendedLifetime(old) {}
  }
}
