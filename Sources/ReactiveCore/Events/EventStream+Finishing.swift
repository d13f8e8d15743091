extension EventStream {
  /// Whether the stream has ended: it emits nothing more, and accepts no observers.
  ///
  /// A stream ends before its observers of the end are called:
  ///
  /// - An event ends by ``Event/finish()``. Deallocation does not finish it, nor the streams derived from it.
  /// - A derived stream ends when all its sources have finished and no operator over time holds back a payload of
  ///   theirs.
  ///
  /// While unobserved, a stream observes its sources only if it has state to keep up to date, as those of `scan` and
  /// `prefix` do. Other unobserved streams return false until they are observed again.
  public final var isFinished: Bool { observers.isFinished }

  /// Calls `handler` when the stream ends, after all earlier payloads.
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
  /// If the stream has ended already, `handler` is called at once, or after the running delivery or ``batch(_:)``. It
  /// is called at most once, then released.
  ///
  /// `handler` counts as an observer: a derived stream observes its sources for it, and its subscription retains the
  /// stream as with ``sink(_:)``. An event that is deallocated without ``Event/finish()`` does not call it, because no
  /// other code may run then. Cost: that of ``sink(_:)``.
  @discardableResult
  public final func onFinish(_ handler: @escaping () -> Void) -> Subscription { addFinishObserver(nil, handler) }

  /// Calls `handler` with `owner` when the stream ends, if `owner` still lives.
  ///
  /// Holds `owner` weakly; `handler` need not capture it.
  @discardableResult
  public final func onFinish<Owner: AnyObject>(
    with owner: Owner, _ handler: @escaping (Owner) -> Void
  ) -> Subscription {
    addFinishObserver(owner) { [weak owner] in if let owner { handler(owner) } }
  }
}
