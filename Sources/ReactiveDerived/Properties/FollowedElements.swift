public import ReactiveCore

/// The elements of a collection, and the behaviors that are followed for each, by their places.
@usableFromInline
final class FollowedElements<Value: Sequence> {
  private let parent: Behavior<Value>
  private let childSelector: (Value.Element) -> [any BehaviorProtocol]
  private let tree: FollowTree
  /// The collection that was followed last; nil stands for none.
  private var stamp: ChangeStamp?
  private var elements: [Value.Element] = []
  /// Where the behaviors of each element end in the tree.
  private var ends: [Int] = []

  @usableFromInline
  init(_ parent: Behavior<Value>, _ childSelector: @escaping (Value.Element) -> [any BehaviorProtocol]) {
    self.parent = parent
    self.childSelector = childSelector
    tree = FollowTree(of: parent)
  }

  /// The collection. It, and what is followed for its elements, become dependencies of the evaluation on top.
  @usableFromInline
  func follow() -> Value {
    let collection = parent.read()
    if stamp == nil || ChangeStamp(of: parent) != stamp {
      // Stamps are of use where no open batch may take the change back.
      stamp = parent.isInBatch ? nil : ChangeStamp(of: parent)
      Context.pauseTracking { ask(Array(collection)) }
    }
    tree.follow()
    _ = tree.takeChanged()
    return collection
  }

  /// Finds what is followed for the elements of a further collection.
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
    // Released last: their ends may run functions of the user's.
    let old = elements
    elements = new
    ends = newEnds
    withExtendedLifetime(old) {}
  }
}
