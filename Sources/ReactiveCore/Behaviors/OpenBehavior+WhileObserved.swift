// A source that costs something only while its value is wanted.

extension OpenBehavior {
  /// A behavior that is kept up to date only while it is observed: `start` is called when the first observer comes, and
  /// what it returns is cancelled after the last one has left.
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
  /// It is observed while an observer, an effect or a loop over `values` depends on it, directly or through
  /// derivations; a read does not count. Transitions are settled when everything that runs is over, so a batch that
  /// switches to and fro, or an effect that runs again, starts and stops nothing. An observer whose owner has been
  /// deallocated counts until the list of observers is next looked through.
  ///
  /// `start` is a batch, and what it reads is not tracked. It is given a function that writes the behavior; that does
  /// nothing after the stop, and does not keep the behavior. The behavior keeps `start`; while it is observed it also
  /// keeps what `start` has returned, which is cancelled with the behavior at the latest. Subscriptions keep the
  /// behavior. Between two observations it has the last value. Values are compared by `==` if their type has one when
  /// the program runs, otherwise as instances.
  ///
  /// Cost: about 550 bytes more than without, and 50 for each derivation between it and its observers; a transition
  /// about 150 ns, and 2 for each of them. From Svelte's stores, and `watched` of the signals proposal for JavaScript.
  public convenience init(
    _ value: Value, whileObserved start: @escaping (_ place: @escaping (Value) -> Void) -> Subscription,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(value, .found(), isFollowing: true, name: name, file: file, line: line)
    runWhileObserved(start) { _ in nil }
  }

  /// As the other one, and goes on for a while without an observer.
  ///
  /// So a screen that is left and entered again finds it running. The time begins with the last observer's end, and
  /// passes on `clock`; without a duration above zero it does not linger. It stops in a turn of its own, in the
  /// isolation in which the behavior is made, such as the main actor; outside of any this stops the program with a
  /// message.
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
