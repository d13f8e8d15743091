#if canImport(Observation)
public import Observation

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Behavior {
  /// A behavior of a part of an `@Observable` object. Compared by `==`.
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
  /// Reads of the behavior, and of its derivations that nothing observes, return the object's present value at once.
  /// Observers are notified later, since Observation announces changes before they are made:
  /// - on the main actor: at the end of the ``/ReactiveCore/batch(_:)`` or delivery that wrote the object;
  /// - otherwise: in the next turn of the actor that made the behavior, or at an earlier read; once, with the last
  ///   value, and not for changes that cancel out;
  /// - outside of any actor, where there is no later turn: only at a read, or at the end of a batch or delivery of the
  ///   same task. If the behavior is sent to an actor, alone or with its graph, that actor is notified from its first
  ///   read, observer or write of any of it on.
  ///
  /// The end of a batch, and a write that changes an observed derivation or runs an effect, notify them too, if they come
  /// first and values can be compared; the observers of the written behavior itself run before that. Until then, an
  /// observed derivation has its old value. An actor other than the main one receives announcements in its next turn;
  /// there, and outside of actors, each read accesses the object.
  ///
  /// In Swift 6 mode, the initial value of a property is outside of any actor, even in a class of the main actor. Make
  /// the behavior in `init`, or pass `isolation: MainActor.shared`. For a `Sendable` object, which may be written on
  /// any thread, this stops there with a message. For a nonisolated object, such as one with a lock, see the overload
  /// with a `Sendable` key path.
  ///
  /// A key path may lead through several objects, all of which are tracked, and to a computed property. The behavior
  /// keeps the object alive. For a behavior by which an object observes itself, use
  /// ``init(observingWeakly:_:isolation:name:file:line:)``.
  ///
  /// Cost: about 1.7 KB; under 10 µs for a change followed by a read, mostly in Observation; about 20 ns for another
  /// read. A behavior that ends leaves its registration, about 2 KB, at the object until that changes or ends:
  /// Observation cannot take it back.
  public convenience init<Object: AnyObject & Observable>(
    observing object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(object, keeps: true, keyPath, isolation, .here, .equal(), name, file, line)
  }

  /// A behavior of a part of an `@Observable` object. Compared by identity.
  ///
  /// If the value is neither `Equatable` nor an object, observers may be notified once more than the value was written.
  @_disfavoredOverload
  public convenience init<Object: AnyObject & Observable>(
    observing object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(object, keeps: true, keyPath, isolation, .here, .identity(), name, file, line) }

  /// A behavior of a part of an `@Observable` object that it does not keep alive. Compared by `==`.
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
  /// Use it for a behavior by which an object observes itself. When the object is deallocated, the behavior keeps the
  /// value that it read last.
  public convenience init<Object: AnyObject & Observable>(
    observingWeakly object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) where Value: Equatable {
    self.init(object, keeps: false, keyPath, isolation, .here, .equal(), name, file, line)
  }

  /// A behavior of a part of an `@Observable` object that it does not keep alive. Compared by identity.
  ///
  /// When the object is deallocated, the behavior keeps the value that it read last.
  @_disfavoredOverload
  public convenience init<Object: AnyObject & Observable>(
    observingWeakly object: Object, _ keyPath: KeyPath<Object, Value>, isolation: isolated (any Actor)? = #isolation,
    name: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) { self.init(object, keeps: false, keyPath, isolation, .here, .identity(), name, file, line) }

  /// Reads a weakly held object at once, so that a value remains after the object's deallocation.
  convenience init<Object: AnyObject & Observable>(
    _ object: Object, keeps: Bool, _ keyPath: KeyPath<Object, Value>, _ isolation: (any Actor)?,
    _ writers: ChangeWatch.Writers, _ test: some EqualityTest<Value>, _ name: String?, _ file: StaticString,
    _ line: UInt, isFixed: Bool = true, clock: any Clock<Duration> = ContinuousClock()
  ) {
    if writers != .here {
      demandActor(isolation, of: "Behavior(observing\(keeps ? "" : "Weakly"):) at \(file):\(line)")
    }
    let isFixed = isFixed && isolation != nil
    let observed = ObservedValue(
      object, keeps: keeps, keyPath, isolation, isFixed: isFixed, writers: writers, clock: clock)
    self.init(computedBy: observed.equality(test), name: name, file: file, line: line)
    observed.behavior = self
    if !isFixed { attachment = observed }
    if !keeps { withoutTracking { _ = peek() } }
  }
}
#endif
