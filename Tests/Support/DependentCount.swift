package import ReactiveCore

extension ReactiveNode {
  /// The number of derivations and updates that depend on it.
  package var dependentCount: Int {
    var count = 0
    var link = subs
    while let present = link {
      count += 1
      link = present.nextSub
    }
    return count
  }
}
