#if canImport(Observation)
public import Observation
internal import ReactiveCore

// For objects that may be written on any thread. The compiler chooses these if it sees that an object is `Sendable`, as
// those of the main actor are.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Behavior {
  /// A behavior of a part of an actor's `@Observable` object. Compared by `==`.
  ///
  /// Stops with a message outside of any actor, where no isolation exists in which to notify observers.
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observing object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(object, keeps: true, keyPath, isolation, .perhapsElsewhere, .equal(), name, file, line)
  }

  /// A behavior of a part of an actor's `@Observable` object. Compared by identity.
  ///
  /// Stops outside of any actor.
  @_disfavoredOverload
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observing object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(object, keeps: true, keyPath, isolation, .perhapsElsewhere, .identity(), name, file, line) }

  /// A behavior of a part of an actor's `@Observable` object that it does not keep alive. Compared by `==`.
  ///
  /// Stops outside of any actor.
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observingWeakly object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(object, keeps: false, keyPath, isolation, .perhapsElsewhere, .equal(), name, file, line)
  }

  /// A behavior of a part of an actor's `@Observable` object that it does not keep alive. Compared by identity.
  ///
  /// Stops outside of any actor.
  @_disfavoredOverload
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observingWeakly object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(object, keeps: false, keyPath, isolation, .perhapsElsewhere, .identity(), name, file, line) }
}

// For nonisolated properties. The compiler chooses these by the key path: one to an actor's property is not `Sendable`.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Behavior {
  /// A behavior of a part of a nonisolated object, such as one with a lock. Compared by `==`.
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
  /// Any isolation may write the object. Each read accesses it by the key path, at that cost.
  ///
  /// Observation announces the beginning of a write, not its end. The behavior therefore reads the object again after
  /// an announcement, less and less often, for a minute. Observers are notified, and derivations become outdated, at
  /// the latest half the write's duration (at least 1 ms) and a turn of the actor after its end. A write that takes
  /// over a minute is seen by the next read.
  ///
  /// From Swift 6.4 and macOS 27 on, Observation also announces the end, and observers are notified in the next turn.
  ///
  /// A value that cannot be compared counts as changed at each of up to 30 reads: make it `Equatable`.
  ///
  /// Stops outside of any actor.
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observing object: Object, _ keyPath: any KeyPath<Object, Value> & Sendable,
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(object, keeps: true, keyPath, isolation, .elsewhere, .equal(), name, file, line)
  }

  /// A behavior of a part of a nonisolated object. Compared by identity.
  @_disfavoredOverload
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observing object: Object, _ keyPath: any KeyPath<Object, Value> & Sendable,
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(object, keeps: true, keyPath, isolation, .elsewhere, .identity(), name, file, line) }

  /// A behavior of a part of a nonisolated object that it does not keep alive. Compared by `==`.
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observingWeakly object: Object, _ keyPath: any KeyPath<Object, Value> & Sendable,
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(object, keeps: false, keyPath, isolation, .elsewhere, .equal(), name, file, line)
  }

  /// A behavior of a part of a nonisolated object that it does not keep alive. Compared by identity.
  @_disfavoredOverload
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observingWeakly object: Object, _ keyPath: any KeyPath<Object, Value> & Sendable,
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(object, keeps: false, keyPath, isolation, .elsewhere, .identity(), name, file, line) }

  /// Like ``init(observing:_:isolation:name:file:line:)``, with a clock for tests.
  package convenience init<Object: AnyObject & Observable & Sendable>(
    observing object: Object, _ keyPath: any KeyPath<Object, Value> & Sendable, clock: any Clock<Duration>,
    isolation: isolated (any Actor)? = #isolation
  ) where Value: Equatable {
    self.init(
      object, keeps: true, keyPath, isolation, .elsewhere, .equal(), nil, #fileID, #line, clock: clock)
  }
}

/// Stops if a shared object has no isolation to be tracked in.
func demandActor(_ isolation: (any Actor)?, of what: @autoclosure () -> String) {
  if isolation != nil { return }
  stop(
    """
    \(what()) follows a Sendable object, which any thread may write, and was made outside of any actor, where there \
    is no isolation in which to follow it. Make it on an actor, or pass isolation: MainActor.shared. (Swift knows of \
    no actor in the initial value of a property: make it in init or in a method.)
    """)
}
#endif
