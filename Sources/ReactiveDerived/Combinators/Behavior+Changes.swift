extension Behavior {
  /// The stream of the values from the next change on.
  ///
  /// ```swift
  /// let name = OpenBehavior("Ada")
  /// name.changes.map(\.count).sink { print($0) }
  /// name.value = "Grace"  // prints "5"
  /// ```
  ///
  /// A batch is one change. While the stream is observed, a stored behavior keeps it, and the stream ends with the
  /// behavior; it never finishes. The stream of the changes of a derived behavior keeps that behavior; keep this stream
  /// or a subscription to it, and likewise every stream that is made of it. Each call makes a new stream. Cost: that of
  /// ``EventStream/map(file:line:_:)``.
  @inlinable
  public final var changes: EventStream<Value> {
    SourcedStream<Behavior<Value>, Value>(self, Retention(of: self), #fileID, #line) { behavior, link, _ in
      behavior.attach(informing: link) { link.forward($0) }
    }
  }
}
