/// A property with the value of another, or temporarily one that you write.
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
/// Use it to show at once a value that takes a while to be accepted elsewhere. It is an ``/ReactiveCore/OpenBehavior``:
/// a write sets a tentative value, even an equal one. The tentative value holds until ``revertTentative()``, or for the
/// time of `validFor`, which each write restarts. If the parent changes meanwhile, observers are notified once, when
/// the tentative value ends, if the values differ.
///
/// The property retains its parent. Cost: about 380 bytes for an `Int`. With `validFor`, a write also reads the clock,
/// and one task sleeps for all properties and operators of an isolation and a clock. It must then be made on an
/// actor, such as the main actor; otherwise the program stops with a message. From Yoyo.
public final class TentativeProperty<Value>: OpenBehavior<Value> {
  @usableFromInline let tentative: OpenBehavior<Value?>
  @usableFromInline let limit: Limit
  /// Another tentative value is no change of it.
  private lazy var isTentativeFlag = flag("isTentative") { [tentative] in tentative.read() != nil }

  @usableFromInline
  final class Limit {
    struct Calls {
      /// Starts the time of a new value.
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
    // No duplicates here: the property itself tests for changes.
    let tentative = OpenBehavior(Value?.none, Equality(.never()), name: nil, file: file, line: line)
    let limit = Limit()
    self.tentative = tentative
    self.limit = limit
    let operations = Equality(test) {
      Self.serve(
        $0, test, writesDuplicates: true,
        compute: { _ in tentative.read() ?? parent.read() },
        write: { new in
          // First, because an observer may revert the value.
          limit.begin()
          tentative.value = new
        })
    }
    super.init(forwardingBy: operations, name: name, file: file, line: line)
  }

  /// A property whose tentative values hold until reverted, compared by `isDuplicate(old, new)`.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line,
    isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) { self.init(parentProperty, .duplicates(by: isDuplicate), name, file, line) }

  /// A property whose tentative values hold until reverted, compared by `==`.
  @inlinable
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable { self.init(parentProperty, .equal(), name, file, line) }

  /// A property whose tentative values hold until reverted, compared by identity.
  @inlinable @_disfavoredOverload
  public convenience init(
    parentProperty: Behavior<Value>, name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(parentProperty, .identity(), name, file, line) }

  /// Whether the value is tentative. The read is tracked.
  public var isTentative: Bool { isTentativeFlag.value }

  /// Ends the tentative value, if any: the value is the parent's again.
  public func revertTentative() {
    limit.calls.content?.end()
    if tentative.peek() != nil { tentative.value = nil }
  }

  deinit { isolation.perform(atEndOf: self, releasing: &limit.calls) }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
extension TentativeProperty {
  /// A property whose tentative values hold for `validFor` on `clock`, compared by `isDuplicate(old, new)`.
  ///
  /// For the isolation, see the initializer for `Equatable` values.
  public convenience init(
    parentProperty: Behavior<Value>, validFor: Duration?, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line, isDuplicate: @escaping (_ old: Value, _ new: Value) -> Bool
  ) {
    self.init(parentProperty, .duplicates(by: isDuplicate), name, file, line)
    limit(to: validFor, clock, isolation)
  }

  /// A property whose tentative values hold for `validFor` on `clock`, compared by `==`.
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
  /// After that time, it reverts in the caller's isolation, such as the main actor. Without an isolation, the program
  /// stops with a message, unless `validFor` is nil. An actor's initializer has none before all properties have values:
  /// make it in a method.
  public convenience init(
    parentProperty: Behavior<Value>, validFor: Duration?, clock: any Clock<Duration> = ContinuousClock(),
    isolation: isolated (any Actor)? = #isolation, name: String? = nil, file: StaticString = #fileID,
    line: UInt = #line
  ) where Value: Equatable {
    self.init(parentProperty, .equal(), name, file, line)
    limit(to: validFor, clock, isolation)
  }

  /// A property whose tentative values hold for `validFor` on `clock`, compared by identity.
  ///
  /// For the isolation, see the initializer for `Equatable` values.
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
