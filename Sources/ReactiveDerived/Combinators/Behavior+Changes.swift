extension Behavior {
  /// The stream of the values from the next change on.
  ///
  /// ```swift
  /// let name = OpenBehavior("Ada")
  /// name.changes.map(\.count).sink { print($0) }
  /// name.value = "Grace"  // prints "5"
  /// ```
  ///
  /// A batch is one change. While the stream is observed, a behavior that is written keeps it, and it goes with the
  /// behavior. The stream of the changes of a derived behavior keeps that behavior, and has to be kept itself or by a
  /// subscription to it, as has every stream that is made of it. Each call makes another stream. Cost: that of
  /// ``EventStream/map(file:line:_:)``.
  @inlinable
  public final var changes: EventStream<Value> {
    SourcedStream<Behavior<Value>, Value>(self, Retention(of: self), #fileID, #line) { behavior, link, _ in
      behavior.attach { link.pass($0) }.entry
    }
  }
}
