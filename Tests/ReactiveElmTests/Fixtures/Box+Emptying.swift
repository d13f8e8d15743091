import ReactiveTestSupport

extension Box {
  /// Takes out what is inside. It may go then, and while it does the box can be read: it is empty already.
  @discardableResult
  func empty<Wrapped>() -> Wrapped? where Value == Wrapped? {
    let last = value
    value = nil
    return last
  }
}
