#if canImport(Observation)
public import Observation
internal import ReactiveCore

// Of objects that may be written on any thread: there must be an actor to come back to. The compiler chooses these where
// it can tell that an object is `Sendable`, as those of the main actor are.

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Behavior {
  /// A behavior that has the value of a part of a `Sendable` `@Observable` object; an equal value is no change.
  ///
  /// As the other forms, but it stops with a message outside of any actor, where nobody could be told of what is written
  /// elsewhere.
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observing object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    demandActor(isolation, of: "Behavior(observing:) at \(file):\(line)")
    self.init(ObservedValue(object, keeps: true, keyPath, isolation), EqualValues(), name, file, line)
  }

  /// A behavior that has the value of a part of a `Sendable` `@Observable` object; the same
  /// instance is no change, any other value is.
  ///
  /// As the other forms, but it stops with a message outside of any actor, where nobody could be told of what is written
  /// elsewhere.
  @_disfavoredOverload
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observing object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    demandActor(isolation, of: "Behavior(observing:) at \(file):\(line)")
    self.init(ObservedValue(object, keeps: true, keyPath, isolation), SameInstances(), name, file, line)
  }

  /// A behavior that has the value of a part of a `Sendable` `@Observable` object, which it does not keep alive; an
  /// equal value is no change.
  ///
  /// As the other forms, but it stops with a message outside of any actor, where nobody could be told of what is written
  /// elsewhere.
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observingWeakly object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    demandActor(isolation, of: "Behavior(observingWeakly:) at \(file):\(line)")
    self.init(ObservedValue(object, keeps: false, keyPath, isolation), EqualValues(), name, file, line)
    withoutTracking { _ = peek() }
  }

  /// A behavior that has the value of a part of a `Sendable` `@Observable` object, which it does not keep alive; the same
  /// instance is no change, any other value is.
  ///
  /// As the other forms, but it stops with a message outside of any actor, where nobody could be told of what is written
  /// elsewhere.
  @_disfavoredOverload
  public convenience init<Object: AnyObject & Observable & Sendable>(
    observingWeakly object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    demandActor(isolation, of: "Behavior(observingWeakly:) at \(file):\(line)")
    self.init(ObservedValue(object, keeps: false, keyPath, isolation), SameInstances(), name, file, line)
    withoutTracking { _ = peek() }
  }
}

/// Stops where an object that is written on other threads could not be followed.
func demandActor(_ isolation: (any Actor)?, of what: @autoclosure () -> String) {
  if isolation != nil { return }
  stop(
    """
    \(what()) follows an object that is Sendable, so it may be written on any thread, but it was made outside of any \
    actor, where nobody could be told of that. Make it on the main actor or another one, or say isolation: \
    MainActor.shared. (The initial value of a property lies outside of its class's actor: make it in init or in a \
    method.)
    """)
}
#endif
