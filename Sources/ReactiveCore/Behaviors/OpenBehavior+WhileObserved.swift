extension OpenBehavior {
  /// A behavior that is kept up to date only while it is observed.
  ///
  /// `start` is called when the first observer subscribes. Its result is cancelled after the last observer ends.
  ///
  /// ```swift
  /// var listeners = 0
  /// let level = OpenBehavior(0, whileObserved: { place in
  ///   listeners += 1
  ///   place(80)
  ///   return Subscription { listeners -= 1 }
  /// })
  /// let subscription = level.sink { print("\($0) %") }  // prints "80 %"
  /// print(listeners)                                    // 1
  /// subscription.cancel()
  /// print(listeners)                                    // 0
  /// ```
  ///
  /// The behavior is observed while an observer, an effect or a loop over `values` depends on it, directly or through
  /// derivations; a read does not count. It starts and stops when all running work is done, so a batch that switches
  /// back and forth, or an effect that runs again, starts and stops nothing. An observer whose owner has been
  /// deallocated counts until the observers are next traversed.
  ///
  /// `start` runs as an untracked batch. It receives a function that writes the behavior; that function does nothing
  /// after the stop, and does not retain the behavior. Between observations the behavior keeps its last value. Values
  /// are compared by `==` if their type has one when the program runs, otherwise by identity.
  ///
  /// The behavior retains `start` and, while it is observed, the result of `start`, which is cancelled with the
  /// behavior at the latest. Subscriptions retain the behavior.
  ///
  /// Cost: about 550 bytes more than a stored behavior, and 50 for each derivation between it and its observers; a
  /// start or stop takes about 150 ns, and 2 ns for each such derivation. From Svelte's stores, and `watched` of the
  /// signals proposal for JavaScript.
  public convenience init(
    _ value: Value, whileObserved start: @escaping (_ place: @escaping (Value) -> Void) -> Subscription,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(value, .found(), isFollowing: true, name: name, file: file, line: line)
    runWhileObserved(start) { _ in nil }
  }

  /// A behavior that is kept up to date while it is observed and for a while after.
  ///
  /// So a screen that is left and soon entered again finds the behavior still running. The time begins when the last
  /// observer ends, and is measured by `clock`; an observer that comes and goes within one batch or delivery does not
  /// count. The stop runs in a turn of its own, in the isolation that made the behavior, such as the main actor.
  /// Outside of any isolation the program stops with a message. With a duration of zero or less, the behavior stops
  /// without waiting, and needs no isolation.
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  public convenience init(
    _ value: Value, whileObserved start: @escaping (_ place: @escaping (Value) -> Void) -> Subscription,
    lingering: Duration, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(value, .found(), isFollowing: true, name: name, file: file, line: line)
    runWhileObserved(start) { Activity.Linger(for: lingering, clock, isolation, $0) }
  }

  private final func runWhileObserved(
    _ start: @escaping (_ place: @escaping (Value) -> Void) -> Subscription,
    _ linger: (_ label: @escaping () -> String) -> Activity.Linger?
  ) {
    let label = { [weak self] in self?.label ?? "a behavior that has been deallocated" }
    let activity = Activity(linger(label), label: label) { [weak self] run in
      start { value in if !run.isOver { self?.write(value) } }
    }
    run(activity)
  }
}
