#if canImport(Observation)
public import Observation
internal import ReactiveCore

// For objects that may be written on any thread: there must be an actor in which observers are notified. The compiler
// chooses these where it knows an object to be `Sendable`, as those of the main actor are.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Behavior {
  /// A behavior that has the value of a part of an `@Observable` object of an actor; an equal value is no change.
  ///
  /// As the other forms, but it stops with a message outside of any actor, where there is no isolation to notify
  /// observers in.
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observing object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(object, keeps: true, keyPath, isolation, .perhapsElsewhere, .equal(), name, file, line)
  }

  /// A behavior that has the value of a part of an `@Observable` object of an actor; the same instance is no change, any
  /// other value is.
  ///
  /// As the other forms, but it stops with a message outside of any actor, where there is no isolation to notify
  /// observers in.
  @_disfavoredOverload
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observing object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(object, keeps: true, keyPath, isolation, .perhapsElsewhere, .identity(), name, file, line) }

  /// A behavior that has the value of a part of an `@Observable` object of an actor, which it does not keep alive; an
  /// equal value is no change.
  ///
  /// As the other forms, but it stops with a message outside of any actor, where there is no isolation to notify
  /// observers in.
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observingWeakly object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(object, keeps: false, keyPath, isolation, .perhapsElsewhere, .equal(), name, file, line)
  }

  /// A behavior that has the value of a part of an `@Observable` object of an actor, which it does not keep alive; the
  /// same instance is no change, any other value is.
  ///
  /// As the other forms, but it stops with a message outside of any actor, where there is no isolation to notify
  /// observers in.
  @_disfavoredOverload
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observingWeakly object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(object, keeps: false, keyPath, isolation, .perhapsElsewhere, .identity(), name, file, line) }
}

// Of properties that any isolation can write, because they belong to none. The compiler chooses these by the key path: one
// to a property of an actor is not `Sendable`.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Behavior {
  /// A behavior that has the value of a part of an object that any isolation may write, such as one with a lock; an equal
  /// value is no change.
  ///
  /// ```swift
  /// import Observation
  /// import ReactiveBindings
  /// import Synchronization
  ///
  /// nonisolated final class Level: Observable, Sendable {
  ///   private let registrar = ObservationRegistrar()
  ///   private let stored = Mutex(0)
  ///   var value: Int {
  ///     get {
  ///       registrar.access(self, keyPath: \.value)
  ///       return stored.withLock { $0 }
  ///     }
  ///     set { registrar.withMutation(of: self, keyPath: \.value) { stored.withLock { $0 = newValue } } }
  ///   }
  /// }
  /// let level = Level()
  /// let behavior = Behavior(observing: level, \.value)
  /// await Task.detached { level.value = 7 }.value
  /// print(behavior)  // 7
  /// ```
  ///
  /// Each read has the object's present value, and costs what it takes to read that by a key path. Observers are
  /// notified, and derivations are outdated, at the latest when half as long has passed after the end of a write as the
  /// write took (at least 1 ms, and a turn of the actor): Observation announces the beginning of a write and not its end,
  /// so the behavior looks at the object again and again after that, less and less often, for a minute. A write that
  /// takes longer than that is seen by the next read. From Swift 6.4 and macOS 27 on Observation announces the end, too;
  /// then they are notified in the next turn. A value that cannot be compared counts as changed at each of those up to 30
  /// looks: make it `Equatable`.
  ///
  /// It stops with a message outside of any actor, where there is no isolation to notify observers in.
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observing object: Object, _ keyPath: any KeyPath<Object, Value> & Sendable,
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(object, keeps: true, keyPath, isolation, .elsewhere, .equal(), name, file, line)
  }

  /// A behavior that has the value of a part of an object that any isolation may write; the same instance is no change,
  /// any other value is.
  @_disfavoredOverload
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observing object: Object, _ keyPath: any KeyPath<Object, Value> & Sendable,
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(object, keeps: true, keyPath, isolation, .elsewhere, .identity(), name, file, line) }

  /// A behavior that has the value of a part of an object that any isolation may write, which it does not keep alive; an
  /// equal value is no change.
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observingWeakly object: Object, _ keyPath: any KeyPath<Object, Value> & Sendable,
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(object, keeps: false, keyPath, isolation, .elsewhere, .equal(), name, file, line)
  }

  /// A behavior that has the value of a part of an object that any isolation may write, which it does not keep alive; the
  /// same instance is no change, any other value is.
  @_disfavoredOverload
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observingWeakly object: Object, _ keyPath: any KeyPath<Object, Value> & Sendable,
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(object, keeps: false, keyPath, isolation, .elsewhere, .identity(), name, file, line) }

  /// As ``init(observing:_:isolation:name:file:line:)``, for tests: on a clock of their own.
  package convenience init<Object: AnyObject & Observable & Sendable>(
    observing object: Object, _ keyPath: any KeyPath<Object, Value> & Sendable, clock: any Clock<Duration>,
    isolation: isolated (any Actor)? = #isolation
  ) where Value: Equatable {
    self.init(
      object, keeps: true, keyPath, isolation, .elsewhere, .equal(), nil, #fileID, #line, clock: clock)
  }
}

/// Stops where an object that is written on other threads could not be followed.
func demandActor(_ isolation: (any Actor)?, of what: @autoclosure () -> String) {
  if isolation != nil { return }
  stop(
    """
    \(what()) follows an object that is Sendable, so it may be written on any thread, but it was made outside of any \
    actor, where there is no isolation in which to follow that. Make it on the main actor or another one, or say \
    isolation: MainActor.shared. (The initial value of a property lies outside of its class's actor: make it in init \
    or in a method.)
    """)
}
#endif
