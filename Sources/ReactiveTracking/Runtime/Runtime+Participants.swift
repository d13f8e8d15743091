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
  /// The subscriber is held weakly: it is run until it is deallocated or unregistered. Registering it again runs it
  /// again. After its deallocation, its entry is released when something changes that it had read, or when it is
  /// unregistered before. Effects and derivations are registered already: for them this is `run()`.
  public func register(_ subscriber: any Subscriber) {
    if subscriber is any BuiltInSubscriber { return subscriber.run() }
    let id = ObjectIdentifier(subscriber)
    if let known = members.withLock({ $0.subscribers[id] }), known.subscriber === subscriber {
      known.checkUser()
      return known.effect.run()
    }
    let entry = SubscriberEffect(subscriber, in: self)
    members.withLock { members in
      // Another subscriber may have had the same address, in an isolation of its own, where alone it may end.
      if let other = members.subscribers.updateValue(entry, forKey: id) {
        members.parked[ObjectIdentifier(other)] = other
      }
    }
    entry.effect.run()
  }

  /// Ends what ``register(_:)`` began. An effect is cancelled.
  public func unregister(subscriber: any Subscriber) {
    if let effect = subscriber as? Effect { return effect.cancel() }
    let id = ObjectIdentifier(subscriber)
    let known = members.withLock { $0.subscribers[id] }
    guard let known, known.subscriber === subscriber else { return }
    known.checkUser()
    members.withLock { _ = $0.subscribers.removeValue(forKey: id) }
    known.effect.cancel()
  }

  /// A subscriber was found deallocated at its turn.
  fileprivate func end(_ entry: SubscriberEffect, of id: ObjectIdentifier) {
    members.withLock { members in
      if members.subscribers[id] === entry { members.subscribers[id] = nil }
      members.parked[ObjectIdentifier(entry)] = nil
    }
    entry.effect.cancel()
  }

  /// Forgets the readers of `publisher`: its mutations run nothing until it is read again.
  public func unregister(publisher: any Publisher) {
    if let node = publisher as? ReactiveNode { return node.loseDependents() }
    node(of: publisher)?.behavior.loseDependents()
  }

  /// Records that what runs now reads `publisher`.
  public func willRead(_ publisher: any Publisher) {
    if let node = publisher as? ReactiveNode { return node.follow() }
    let node = node(of: publisher) ?? PublisherNode(publisher, in: self)
    node.behavior.follow(keeping: node)
  }

  /// `publisher` has changed: what read it runs again.
  public func didMutate(_ publisher: any Publisher) {
    if let node = publisher as? any Touchable { return node.touch() }
    let id = ObjectIdentifier(publisher)
    let known = members.withLock { $0.publishers[id] } ?? [:]
    for (home, known) in known where known.isOf(publisher) {
      home.perform { [weak node = known.node] in node?.behavior.touch() }
    }
  }

  private func node(of publisher: any Publisher) -> PublisherNode? {
    let id = ObjectIdentifier(publisher)
    let home = Home.current
    let known = members.withLock { $0.publishers[id]?[home] }
    // Another object may have had the same address: it is not looked at, since it may belong to another isolation.
    guard let known, known.isOf(publisher) else { return nil }
    return known.node
  }
}

/// What stands for a publisher of the user's in the graph. Readers of the publisher keep it alive, and nothing else does:
/// a publisher that is not read costs nothing, and what stands for it ends in the isolation that used it.
final class PublisherNode {
  let behavior: AtomObject<Void>
  private weak var runtime: Runtime?
  private let id: ObjectIdentifier
  private let home: Home

  init(_ publisher: any Runtime.Publisher, in runtime: Runtime) {
    behavior = AtomObject((), name: "\(type(of: publisher))")
    self.runtime = runtime
    id = ObjectIdentifier(publisher)
    home = .current
    let entry = PublisherEntry(publisher, self)
    let home = home
    runtime.members.withLock { $0.publishers[id, default: [:]][home] = entry }
  }

  deinit {
    let me = ObjectIdentifier(self)
    runtime?.members.withLock { members in
      guard members.publishers[id]?[home]?.nodeID == me else { return }
      members.publishers[id]?[home] = nil
      if members.publishers[id]?.isEmpty == true { members.publishers[id] = nil }
    }
  }
}

/// A publisher of the user's, and what stands for it.
struct PublisherEntry {
  private weak var publisher: (any Runtime.Publisher)?
  private(set) weak var node: PublisherNode?
  let nodeID: ObjectIdentifier

  init(_ publisher: any Runtime.Publisher, _ node: PublisherNode) {
    self.publisher = publisher
    self.node = node
    nodeID = ObjectIdentifier(node)
  }

  func isOf(_ other: any Runtime.Publisher) -> Bool { publisher === other }
}

/// What runs a subscriber of the user's.
final class SubscriberEffect {
  private(set) weak var subscriber: (any Runtime.Subscriber)?
  private(set) var effect: Effect!
  /// Where it was registered.
  private let user = ExecutionContext.current

  init(_ subscriber: any Runtime.Subscriber, in runtime: Runtime) {
    self.subscriber = subscriber
    let id = ObjectIdentifier(subscriber)
    effect = Effect(unstarted: "\(type(of: subscriber))", in: runtime) { [unowned self, weak runtime] in
      if let subscriber = self.subscriber { subscriber.run() } else { runtime?.end(self, of: id) }
    }
  }

  /// Something is about to be done with it. Outside of any actor, only the task or thread that registered it may.
  func checkUser() {
    if !user.isForeign { return }
    stop(
      """
      a subscriber, \(subscriber.map { "\(type(of: $0))" } ?? "which is gone"), was registered outside of any actor, and registered again or \
      unregistered in another task or thread, where it may be running. Do both in one, or on an actor.
      """)
  }
}

/// Effects and derivations, which are registered from the beginning.
protocol BuiltInSubscriber: Runtime.Subscriber {}
extension Effect: BuiltInSubscriber {}
extension Derivation: BuiltInSubscriber {}

/// What can count as changed though it was not written.
protocol Touchable: AnyObject { func touch() }
extension AtomObject: Touchable {}
extension Derivation: Touchable {
  func touch() { run() }
}
