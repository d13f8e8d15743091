extension Behavior {
  /// The stream of the values from the next change on.
  ///
  /// ```swift
  /// let name = OpenBehavior("Ada")
  /// name.changes.map(\.count).sink { print($0) }
  /// name.value = "Grace"  // prints "5"
  /// ```
  ///
  /// A batch is one change. While the stream is observed, a behavior that somebody writes keeps it, and it goes with
  /// the behavior. One that is computed, or follows a stream, is kept by nobody but its user: the stream of its changes
  /// keeps it and has to be kept itself, as has every stream that is made of it. Each call makes another stream. Cost:
  /// that of ``EventStream/map(file:line:_:)``.
  @inlinable
  public final var changes: EventStream<Value> {
    SourcedStream<Behavior<Value>, Value>(self, Lineage(of: self), #fileID, #line) { behavior, link, _ in
      behavior.sink { link.pass($0) }.entry
    }
  }
}
