extension EventStream {
  /// Whether the stream has ended: it emits nothing any more, and takes no observers.
  ///
  /// True once observers of the end are called: after ``Event/finish()``, or, of a stream that is made of others,
  /// when all of them have finished and nothing of theirs waits for a time. A stream that is not observed does not
  /// observe its sources, unless it has a state to keep up to date, as those of `scan` and `prefix` do. So it does not
  /// find out that they have finished, and says false until it is observed again. An event that is deallocated has not
  /// finished, and neither have the streams that are made of it.
  public final var isFinished: Bool { observers.isFinished }

  /// Calls `handler` when the stream ends, after the observers of everything that was sent before.
  ///
  /// ```swift
  /// let loaded = Event<String>()
  /// loaded.sink { print($0) }
  /// loaded.onFinish { print("that was all") }
  /// batch {
  ///   loaded.trigger("a")
  ///   loaded.finish()
  /// }  // prints "a", "that was all"
  /// ```
  ///
  /// If it has ended already, `handler` is called at once; inside a delivery or a ``batch(_:)``, after that. It is
  /// called at most once, and released then. It counts as an observer, so a derived stream observes its sources for it,
  /// and is kept by the subscription as with ``sink(_:)``. An event that is deallocated without ``Event/finish()`` calls
  /// no observer of the end: objects are on their way out then, and no code of others may run. Cost: as that of
  /// ``sink(_:)``.
  @discardableResult
  public final func onFinish(_ handler: @escaping () -> Void) -> Subscription { addFinishObserver(nil, handler) }

  /// Calls `handler` with `owner` when the stream ends, if `owner` lives then.
  ///
  /// The owner is held weakly and handed to the closure, which need not capture it.
  @discardableResult
  public final func onFinish<Owner: AnyObject>(
    with owner: Owner, _ handler: @escaping (Owner) -> Void
  ) -> Subscription {
    addFinishObserver(owner) { [weak owner] in if let owner { handler(owner) } }
  }
}
