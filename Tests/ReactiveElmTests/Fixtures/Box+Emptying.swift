import ReactiveTestSupport

extension Box {
  /// Takes the value out before it is released, so that its `deinit` finds the box empty.
  @discardableResult
  func empty<Wrapped>() -> Wrapped? where Value == Wrapped? {
    let last = value
    value = nil
    return last
  }
}
