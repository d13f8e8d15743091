// For publishers and subscribers written by the user.

extension Runtime {
  /// Something that can be read and mutated, and says so to a runtime.
  ///
  /// ```swift
  /// final class Thermometer: Runtime.Publisher {
  ///   private var stored = 20
  ///   var degrees: Int {
  ///     get {
  ///       Runtime.current.willRead(self)
  ///       return stored
  ///     }
  ///     set {
  ///       stored = newValue
  ///       Runtime.current.didMutate(self)
  ///     }
  ///   }
  /// }
  /// let thermometer = Thermometer()
  /// let effect = Effect { print(thermometer.degrees) }  // prints "20"
  /// thermometer.degrees = 25                            // prints "25"
  /// ```
  ///
  /// From Ripple.
  public protocol Publisher: AnyObject {}

  /// Something that a runtime runs when what it read has changed.
  ///
  /// ```swift
  /// final class Logger: Runtime.Subscriber {
  ///   let count = atom(0)
  ///   func run() { print("count: \(count.value)") }
  /// }
  /// let logger = Logger()
  /// Runtime.current.register(logger)  // prints "count: 0"
  /// logger.count.value = 1            // prints "count: 1"
  /// ```
  ///
  /// From Ripple.
  public protocol Subscriber: AnyObject {
    /// Does the work. What it reads is recorded; it runs again after any of it has changed.
    func run()
  }

  /// Runs `subscriber` now, with its reads recorded, and again after any of them has changed.
  ///
  /// The subscriber is held weakly: it is run until it is deallocated or unregistered. Registering it again runs it again.
  /// Effects and derivations are registered already: for them this is `run()`.
  public func register(_ subscriber: any Subscriber) {
    if subscriber is any BuiltInSubscriber { return subscriber.run() }
    let id = ObjectIdentifier(subscriber)
    let known = members.withLock { $0.subscribers[id] }
    if let known, known.subscriber === subscriber { return known.effect.run() }
    known?.effect.cancel()
    let entry = SubscriberEffect(subscriber, in: self)
    let dead = members.withLock { members in
      members.subscribers[id] = entry
      return members.forgetTheDead()
    }
    withExtendedLifetime(dead) {}
    entry.effect.run()
  }

  /// Ends what ``register(_:)`` began. An effect is cancelled.
  public func unregister(subscriber: any Subscriber) {
    if let effect = subscriber as? Effect { return effect.cancel() }
    let known = members.withLock { $0.subscribers.removeValue(forKey: ObjectIdentifier(subscriber)) }
    known?.effect.cancel()
  }

  /// Forgets who read `publisher`: its mutations reach nobody until it is read again.
  public func unregister(publisher: any Publisher) {
    if let node = publisher as? ReactiveNode { return node.loseDependents() }
    let node = members.withLock { $0.publishers.removeValue(forKey: ObjectIdentifier(publisher)) }
    node?.behavior.loseDependents()
  }

  /// Records that what runs now reads `publisher`.
  public func willRead(_ publisher: any Publisher) {
    if let node = publisher as? ReactiveNode { return node.recordRead() }
    node(of: publisher, isMade: true)?.behavior.recordRead()
  }

  /// `publisher` has changed: whoever read it runs again.
  public func didMutate(_ publisher: any Publisher) {
    if let node = publisher as? any Touchable { return node.touch() }
    node(of: publisher, isMade: false)?.behavior.touch()
  }

  private func node(of publisher: any Publisher, isMade: Bool) -> PublisherNode? {
    let id = ObjectIdentifier(publisher)
    let known = members.withLock { $0.publishers[id] }
    // Another object may have had the same address.
    if let known, known.publisher === publisher { return known }
    if !isMade { return nil }
    let new = PublisherNode(publisher)
    let dead = members.withLock { members in
      members.publishers[id] = new
      return members.forgetTheDead()
    }
    withExtendedLifetime(dead) {}
    known?.behavior.loseDependents()
    return new
  }
}

/// What stands for a publisher of the user's in the graph.
final class PublisherNode {
  weak var publisher: (any Runtime.Publisher)?
  let behavior: AtomObject<Void>

  init(_ publisher: any Runtime.Publisher) {
    self.publisher = publisher
    behavior = AtomObject((), name: "\(type(of: publisher))")
  }
}

/// What runs a subscriber of the user's.
final class SubscriberEffect {
  weak var subscriber: (any Runtime.Subscriber)?
  let effect: Effect

  init(_ subscriber: any Runtime.Subscriber, in runtime: Runtime) {
    self.subscriber = subscriber
    effect = Effect(unstarted: "\(type(of: subscriber))", in: runtime) { [weak subscriber] in subscriber?.run() }
  }
}

extension Runtime.Members {
  /// Takes the dead out of the tables, amortised: after these have doubled. They must end outside of the lock, since their end takes it.
  mutating func forgetTheDead() -> [AnyObject] {
    guard publishers.count + subscribers.count > sweepAt else { return [] }
    let all: ([PublisherNode], [SubscriberEffect]) = (Array(publishers.values), Array(subscribers.values))
    publishers = publishers.filter { $0.value.publisher != nil }
    subscribers = subscribers.filter { $0.value.subscriber != nil }
    sweepAt = 2 * (publishers.count + subscribers.count) + 16
    return all.0 + all.1
  }
}

/// Effects and derivations, which are registered from the beginning.
protocol BuiltInSubscriber: Runtime.Subscriber {}
extension Effect: BuiltInSubscriber {}
extension Derivation: BuiltInSubscriber {}

/// What can count as changed though nobody wrote it.
protocol Touchable: AnyObject { func touch() }
extension AtomObject: Touchable {}
extension Derivation: Touchable {
  func touch() { run() }
}
