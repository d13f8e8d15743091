package import ReactiveCore

extension ReactiveNode {
  /// How many derivations and updates depend on it now.
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
