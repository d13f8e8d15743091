/// A property that has the value of another, or for a while one that it is given.
///
/// It is an ``/ReactiveCore/OpenBehavior``: a write sets a tentative value, also if it is equal to the present one.
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
public final class TentativeProperty<Value>: OpenBehavior<Value> {
  @usableFromInline let tentative: OpenBehavior<Value?>
  @usableFromInline let limit: Limit

  /// The time of tentative values, if they have one.
  @usableFromInline
  final class Limit {
    struct Calls {
      /// Begins the time of a value that is set now.
      let begin: () -> Void
      let end: () -> Void
    }
    var calls = ReleaseGuard<Calls>()

    @usableFromInline init() {}
    @usableFromInline func begin() { calls.content?.begin() }
  }

  @inlinable
  init(
    _ parent: Behavior<Value>, _ test: some EqualityTest<Value>, _ name: String?, _ file: StaticString, _ line: UInt
  ) {
    // Every one counts: whether it changes anything is this property's own test.
    let tentative = OpenBehavior(Value?.none, Equality(.never()), name: nil, file: file, line: line)
    let limit = Limit()
    self.tentative = tentative
    self.limit = limit
    @inline(__always) func set(_ new: Value) {
      // Before observers are notified, since one may revert it.
      limit.begin()
      tentative.value = new
    }
    let operations = Equality(test) {
      Self.serve(
        $0, test, writesDuplicates: true,
        compute: { _ in tentative.read() ?? parent.read() },
        write: set)
    }
    super.init(forwardingBy: operations, name: name, file: file, line: line)
  }

  /// A property whose tentative values hold until they are reverted, for which two values are the same if
  /// `isDuplicate(old, new)`.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) { self.init(parentProperty, .duplicates(by: isDuplicate), name, file, line) }

  /// A property whose tentative values hold until they are reverted; an equal value is no change.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable { self.init(parentProperty, .equal(), name, file, line) }

  /// A property whose tentative values hold until they are reverted; the same instance is no change, any other value is.
  @inlinable @_disfavoredOverload
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(parentProperty, .identity(), name, file, line) }

  /// Whether the value is a tentative one. The read is tracked.
  public var isTentative: Bool { tentative.read() != nil }

  /// Ends the tentative value, if there is one: the value is the parent's again.
  public func revertTentative() {
    limit.calls.content?.end()
    if tentative.peek() != nil { tentative.value = nil }
  }

  deinit { isolation.perform(atEndOf: self, releasing: &limit.calls) }
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
    self.init(parentProperty, .duplicates(by: isDuplicate), name, file, line)
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
    self.init(parentProperty, .equal(), name, file, line)
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
    self.init(parentProperty, .identity(), name, file, line)
    limit(to: validFor, clock, isolation)
  }

  private func limit(
    to duration: Duration?, _ clock: any Clock<Duration>, _ isolation: isolated (any Actor)?
  ) {
    guard let duration else { return }
    settleIn()
    let schedule = Schedule(clock, isolation, "\(label) was given a time to revert after,")
    let alarm = Alarm(schedule, label: "a TentativeProperty") { [weak self] in self?.revertTentative() }
    limit.calls.content = Limit.Calls {
      alarm.arm(after: duration)
    } end: {
      alarm.cancel()
    }
  }
}
