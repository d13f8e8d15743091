/// A property that has the value of another, or for a while one that it is given.
///
/// With a time (`validFor:`) it has to be made on an actor, such as the main actor: outside of any, that stops with a
/// message. Without a time it can be made anywhere.
///
/// ```swift
/// let serverName = StoredProperty("Ada")
/// let name = TentativeProperty(parentProperty: serverName)
/// name.sink { print($0) }
/// name.value = "Grace"       // prints "Grace": shown before the server knows
/// serverName.value = "ADA"   // prints nothing
/// name.revertTentative()     // prints "ADA"
/// ```
///
/// For a value that takes a while to be accepted elsewhere, and is to be shown at once. A tentative value holds until
/// ``revertTentative()``, or for as long as `validFor` says; a newer one takes its place and begins that time anew. The
/// parent may change in the meantime: observers are notified of that once, when the tentative value ends, if the values
/// differ. It keeps its parent alive. Cost: about 380 bytes for an `Int`; a task for each tentative value with a time.
/// From Yoyo.
public final class TentativeProperty<Value>: ComputedBehavior<Value> {
  @usableFromInline let tentative: OpenBehavior<Value?>
  /// Calls back when a value that is set now has had its time; nil if there is no limit.
  @usableFromInline var startTimer: ((TentativeProperty) -> Subscription?)?
  private var timer: Subscription?

  @inlinable
  init(
    _ parent: Behavior<Value>, _ test: Equality<Value>, _ name: String?, _ file: StaticString, _ line: UInt
  ) {
    // Every one counts: whether it changes anything is this property's own test.
    let tentative = OpenBehavior(Value?.none, Equality(.never()), name: nil, file: file, line: line)
    self.tentative = tentative
    super.init(test, name: name, file: file, line: line) {
      tentative.read() ?? parent.read()
    }
  }

  /// A property whose tentative values hold until they are reverted, for which two values are the same if
  /// `isDuplicate(old, new)`.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) { self.init(parentProperty, Equality(.duplicates(by: isDuplicate)), name, file, line) }

  /// A property whose tentative values hold until they are reverted; an equal value is no change.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable { self.init(parentProperty, Equality(.equal()), name, file, line) }

  /// A property whose tentative values hold until they are reverted; the same instance is no change, any other value is.
  @inlinable @_disfavoredOverload
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(parentProperty, Equality(.identity()), name, file, line) }

  /// The tentative value, if there is one, or else the parent's. The read is tracked; writing sets a tentative value.
  public var value: Value {
    get { read() }
    set {
      timer?.cancel()
      // Before observers are notified, since one may revert it.
      timer = startTimer.flatMap { $0(self) }
      tentative.value = newValue
    }
  }

  /// Whether the value is a tentative one. The read is tracked.
  public var isTentative: Bool { tentative.read() != nil }

  /// Ends the tentative value, if there is one: the value is the parent's again.
  public func revertTentative() {
    timer?.cancel()
    timer = nil
    if tentative.peek() != nil { tentative.value = nil }
  }

  deinit { timer?.cancel() }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension TentativeProperty {
  /// A property whose tentative values hold for `validFor` on `clock`, for which two values are the same if
  /// `isDuplicate(old, new)`.
  ///
  /// At the end of that time the property reverts in the isolation in which this is called, such as the main actor.
  /// Outside of any isolation there is no way back: there this stops with a message, unless `validFor` is nil. The same
  /// holds in an actor's initialiser, before all properties of the actor have a value: make it in a method.
  public convenience init(
    parentProperty: Behavior<Value>, validFor: Duration?, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(parentProperty, Equality(.duplicates(by: isDuplicate)), name, file, line)
    limit(to: validFor, clock, isolation)
  }

  /// A property whose tentative values hold for `validFor` on `clock`; an equal value is no change.
  ///
  /// ```swift
  /// @MainActor
  /// final class Profile {
  ///   private let serverName = StoredProperty("Ada")
  ///   let name: TentativeProperty<String>
  ///   init() { name = TentativeProperty(parentProperty: serverName, validFor: .seconds(3)) }
  /// }
  /// ```
  ///
  /// At the end of that time the property reverts in the isolation in which this is called, such as the main actor.
  /// Outside of any isolation there is no way back: there this stops with a message, unless `validFor` is nil. The same
  /// holds in an actor's initialiser, before all properties of the actor have a value: make it in a method.
  public convenience init(
    parentProperty: Behavior<Value>, validFor: Duration?, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Equatable {
    self.init(parentProperty, Equality(.equal()), name, file, line)
    limit(to: validFor, clock, isolation)
  }

  /// A property whose tentative values hold for `validFor` on `clock`; the same instance is no change, any other value is.
  ///
  /// At the end of that time the property reverts in the isolation in which this is called, such as the main actor.
  /// Outside of any isolation there is no way back: there this stops with a message, unless `validFor` is nil. The same
  /// holds in an actor's initialiser, before all properties of the actor have a value: make it in a method.
  @_disfavoredOverload
  public convenience init(
    parentProperty: Behavior<Value>, validFor: Duration?, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) {
    self.init(parentProperty, Equality(.identity()), name, file, line)
    limit(to: validFor, clock, isolation)
  }

  private func limit(
    to duration: Duration?, _ clock: any Clock<Duration>, _ isolation: isolated (any Actor)?
  ) {
    guard let duration else { return }
    guard let isolation else {
      stop(
        """
        \(label) was given a time to revert after, outside of any actor: there is no isolation to revert it in. Make it \
        on the main actor or another one, or leave validFor out and call revertTentative(). (In the initialiser of an \
        actor, the actor does not count before all of its properties have a value: make it in a method.)
        """)
    }
    if isolation is MainActor {
      startTimer = { $0.revert(after: duration, on: clock, in: isolation) }
    } else {
      // Weakly, since the property is likely to be the actor's own.
      startTimer = { [weak isolation] property in
        isolation.map { property.revert(after: duration, on: clock, in: $0) }
      }
    }
  }

  private func revert(
    after duration: Duration, on clock: any Clock<Duration>, in isolation: any Actor
  ) -> Subscription {
    call(after: duration, on: clock, in: isolation) { [weak self] in self?.revertTentative() }
  }
}
