extension Behavior {
  /// The stream of values from the next change on.
  ///
  /// ```swift
  /// let name = OpenBehavior("Ada")
  /// name.changes.map(\.count).sink { print($0) }
  /// name.value = "Grace"  // prints "5"
  /// ```
  ///
  /// A batch is one change. The stream never finishes. Each call makes a new one.
  ///
  /// A stored behavior retains the stream while it is observed, and the stream ends with the behavior. A stream of a
  /// derived behavior retains the behavior: keep the stream or a subscription, and likewise any stream derived from it.
  /// Cost: that of ``EventStream/map(file:line:_:)``.
  @inlinable
  public final var changes: EventStream<Value> {
    SourcedStream<Behavior<Value>, Value>(self, Retention(of: self), #fileID, #line) { behavior, link, _ in
      behavior.attach(informing: link) { link.forward($0) }
    }
  }
}
