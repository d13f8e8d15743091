#if canImport(Observation)
public import Observation

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Behavior {
  /// A behavior that has the value of a part of an `@Observable` object; an equal value is no change.
  ///
  /// ```swift
  /// import Observation
  /// import ReactiveBindings
  ///
  /// @Observable
  /// @MainActor
  /// final class Account {
  ///   var name = "Ada"
  ///   var visits = 0
  /// }
  /// let account = Account()
  /// let name = Behavior(observing: account, \.name)
  /// name.sink { print("Hello, \($0)!") }
  /// account.name = "Grace"
  /// print(name.value)                  // prints "Hello, Grace!", "Grace": a read notifies the waiting observers
  /// batch { account.name = "Edsger" }  // prints "Hello, Edsger!"
  /// ```
  ///
  /// Observation says that a property is about to change, not that it has changed. So a read has the object's present
  /// value at once, and so has what is derived from it, but observers are notified
  /// - at the end of the ``/ReactiveCore/batch(_:)`` or delivery in which the object was written, on the main actor;
  /// - otherwise in the next turn of the actor that made the behavior, or when the behavior is read before that (once,
  ///   with the last value; of changes that cancel out, not at all);
  /// - outside of any actor, where there is no later turn, only when the behavior is read, or at the end of a batch or
  ///   delivery of the same task. The initial value of a property is such a place for the compiler, even in a class of the
  ///   main actor (in Swift 6 mode): make the behavior in `init`, or give `isolation: MainActor.shared`. For a `Sendable`
  ///   object, which may be written on any thread, this stops with a message there.
  ///
  /// A derivation of it that is observed changes when its observers are notified. Actors other than the main one learn
  /// of a change in their next turn; there, and outside of actors, each read asks the object. An object that any
  /// isolation may write, such as a `Sendable` one with a lock, is followed as its own form of this says.
  ///
  /// A key path may lead through several objects, each of which is followed, and to a computed property. The behavior
  /// keeps the object alive; for an object's behavior of itself use ``init(observingWeakly:_:isolation:name:file:line:)``.
  /// Cost: about 1.7 KB, and under 10 µs for each change that is followed by a read, most of it Observation's; a read
  /// without a change before it takes about 20 ns.
  public convenience init<Object: AnyObject & Observable>(
    observing object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(object, keeps: true, keyPath, isolation, .here, .equal(), name, file, line)
  }

  /// A behavior that has the value of a part of an `@Observable` object; the same instance is no change, any other value
  /// is.
  ///
  /// For a value that is neither `Equatable` nor an instance of a class, observers may be notified once more than it
  /// was written.
  @_disfavoredOverload
  public convenience init<Object: AnyObject & Observable>(
    observing object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(object, keeps: true, keyPath, isolation, .here, .identity(), name, file, line) }

  /// A behavior that has the value of a part of an `@Observable` object, which it does not keep alive; an equal value is
  /// no change.
  ///
  /// ```swift
  /// import Observation
  /// import ReactiveBindings
  ///
  /// @Observable
  /// @MainActor
  /// final class Draft {
  ///   var text = ""
  ///   @ObservationIgnored
  ///   private(set) lazy var isEmpty = Behavior(
  ///     observingWeakly: self, \.text.isEmpty, isolation: MainActor.shared)
  /// }
  /// let draft = Draft()
  /// print(draft.isEmpty)  // true
  /// draft.text = "Dear"
  /// print(draft.isEmpty)  // false
  /// ```
  ///
  /// For an object's behavior of itself. When the object has been released, the behavior keeps the last value that it
  /// took.
  public convenience init<Object: AnyObject & Observable>(
    observingWeakly object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(object, keeps: false, keyPath, isolation, .here, .equal(), name, file, line)
  }

  /// A behavior that has the value of a part of an `@Observable` object, which it does not keep alive; the same instance
  /// is no change, any other value is.
  ///
  /// When the object has been released, the behavior keeps the last value that it took.
  @_disfavoredOverload
  public convenience init<Object: AnyObject & Observable>(
    observingWeakly object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(object, keeps: false, keyPath, isolation, .here, .identity(), name, file, line) }

  /// The common part of the initialisers. If the object may be released first, the behavior takes its value at once, to
  /// have one that is left.
  convenience init<Object: AnyObject & Observable>(
    _ object: Object, keeps: Bool, _ keyPath: KeyPath<Object, Value>, _ isolation: (any Actor)?,
    _ writers: ChangeWatch.Writers, _ test: some EqualityTest<Value>, _ name: String?, _ file: StaticString,
    _ line: UInt, clock: any Clock<Duration> = ContinuousClock()
  ) {
    if writers != .here {
      demandActor(isolation, of: "Behavior(observing\(keeps ? "" : "Weakly"):) at \(file):\(line)")
    }
    let observed = ObservedValue(object, keeps: keeps, keyPath, isolation, writers: writers, clock: clock)
    self.init(computedBy: observed.equality(test), name: name, file: file, line: line)
    observed.behavior = self
    if !keeps { withoutTracking { _ = peek() } }
  }
}
#endif
