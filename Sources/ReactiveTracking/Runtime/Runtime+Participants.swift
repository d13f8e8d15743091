extension Runtime {
  /// An object that reports its reads and mutations to a runtime.
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

  /// An object that a runtime runs when its dependencies change.
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
    /// Does the work. Its reads are tracked, and it runs again after any of them changes.
    func run()
  }

  /// Runs `subscriber` now, tracked, and again when a dependency changes.
  ///
  /// The subscriber is held weakly: it runs until it or the runtime is deallocated, or it is unregistered. Registering
  /// it again reruns it, on the actor that registered it first. The entry of a deallocated subscriber is released when
  /// a dependency changes. Effects and derivations are always registered: for them this is `run()`.
  public func register(_ subscriber: any Subscriber) {
    if subscriber is any BuiltInSubscriber { return subscriber.run() }
    let id = ObjectIdentifier(subscriber)
    var new: SubscriberEffect?
    while true {
      let known = members.withLock { $0.subscribers[id] }
      if let known, known.subscriber === subscriber { return known.rerun() }
      let entry = new ?? SubscriberEffect(subscriber, in: self)
      new = entry
      // Another isolation may register the subscriber meanwhile.
      let isRegistered = members.withLock { members in
        if members.subscribers[id] !== known { return false }
        members.subscribers[id] = entry
        // An earlier subscriber at the same address may be deallocated only in its own isolation.
        if let known { members.parked[ObjectIdentifier(known)] = known }
        return true
      }
      if isRegistered { return entry.rerun() }
    }
  }

  /// Ends a registration. Cancels an effect.
  public func unregister(subscriber: any Subscriber) {
    if let effect = subscriber as? Effect { return effect.cancel() }
    let id = ObjectIdentifier(subscriber)
    let known = members.withLock { $0.subscribers[id] }
    guard let known, known.subscriber === subscriber else { return }
    known.checkUser()
    let isRemoved = members.withLock { members in
      if members.subscribers[id] !== known { return false }
      members.subscribers[id] = nil
      return true
    }
    if isRemoved { known.cancel() }
  }

  /// A subscriber was deallocated before its turn.
  fileprivate func end(_ entry: SubscriberEffect, of id: ObjectIdentifier) {
    members.withLock { members in
      if members.subscribers[id] === entry { members.subscribers[id] = nil }
      members.parked[ObjectIdentifier(entry)] = nil
    }
    entry.effect.cancel()
  }

  /// Removes the dependents of `publisher`, which do not run for its mutations until they run for another reason.
  /// Observers stay.
  public func unregister(publisher: any Publisher) {
    if let node = publisher as? ReactiveNode { return node.loseDependents() }
    node(of: publisher)?.loseDependents()
  }

  /// Tracks a read of `publisher` in the running effect or derivation.
  public func willRead(_ publisher: any Publisher) {
    if let node = publisher as? ReactiveNode { return node.follow() }
    let node = node(of: publisher) ?? makeNode(of: publisher)
    node.follow(keeping: node)
  }

  /// Reruns the dependents of `publisher`, which has changed, that have read it through this runtime.
  ///
  /// A rerun reads through the runtime that is current where the change was made. Use one runtime for the reads and the
  /// changes of a publisher. Dependents on another actor rerun there, in a later job. Outside of any actor, the reads
  /// and changes of a publisher belong in one task or thread: a change elsewhere stops the program with a message.
  public func didMutate(_ publisher: any Publisher) {
    if let node = publisher as? any Touchable { return node.touch() }
    let id = ObjectIdentifier(publisher)
    let known = publishers.withLock { $0[id] } ?? [:]
    for (user, known) in known where known.isOf(publisher) {
      switch user {
      case .isolation(let home): home.perform { [weak node = known.node] in node?.touch() }
      case .context(let context): if context.isForeign { known.stopElsewhere() } else { known.node?.touch() }
      }
    }
  }

  private func node(of publisher: any Publisher) -> AtomObject<Void>? {
    let id = ObjectIdentifier(publisher)
    let user = PublisherUser.current
    let known = publishers.withLock { $0[id]?[user] }
    // An earlier object at the same address is not used, since it may belong to another isolation.
    guard let known, known.isOf(publisher) else { return nil }
    return known.node
  }

  private func makeNode(of publisher: any Publisher) -> AtomObject<Void> {
    let (id, user) = (ObjectIdentifier(publisher), PublisherUser.current)
    let node = AtomObject((), name: "\(type(of: publisher))")
    let entries = publishers
    _ = node.attachment(PublisherRegistration.self) { PublisherRegistration(id, user, node, in: entries) }
    let entry = PublisherEntry(publisher, node)
    entries.withLock { $0[id, default: [:]][user] = entry }
    return node
  }
}

/// An isolation that reads a publisher: an actor's, or without one, that of a task or thread.
enum PublisherUser: Hashable, Sendable {
  case isolation(Home)
  case context(ExecutionContext)

  static var current: PublisherUser {
    let context = ExecutionContext.current
    return context.isOnItsActor ? .isolation(.current) : .context(context)
  }
}

/// Removes the entry of a custom publisher's node at the node's end, in the isolation that used it. Only dependents
/// retain the node: an unread publisher costs nothing.
private final class PublisherRegistration: NodeAttachment {
  private let entries: Locked<PublisherEntries>
  private let id: ObjectIdentifier
  private let user: PublisherUser
  private let nodeID: ObjectIdentifier

  init(
    _ id: ObjectIdentifier, _ user: PublisherUser, _ node: AtomObject<Void>, in entries: Locked<PublisherEntries>
  ) {
    self.entries = entries
    self.id = id
    self.user = user
    nodeID = ObjectIdentifier(node)
  }

  deinit {
    entries.withLock { entries in
      guard entries[id]?[user]?.nodeID == nodeID else { return }
      entries[id]?[user] = nil
      if entries[id]?.isEmpty == true { entries[id] = nil }
    }
  }
}

/// By publisher, and by what reads it.
typealias PublisherEntries = [ObjectIdentifier: [PublisherUser: PublisherEntry]]

struct PublisherEntry {
  private weak var publisher: (any Runtime.Publisher)?
  private(set) weak var node: AtomObject<Void>?
  let nodeID: ObjectIdentifier

  init(_ publisher: any Runtime.Publisher, _ node: AtomObject<Void>) {
    self.publisher = publisher
    self.node = node
    nodeID = ObjectIdentifier(node)
  }

  func isOf(_ other: any Runtime.Publisher) -> Bool { publisher === other }

  /// Its dependents may be running now, in their own task or thread.
  func stopElsewhere() -> Never {
    stop(
      """
      a publisher, \(publisher.map { "\(type(of: $0))" } ?? "which is deallocated"), was read outside of any actor, and \
      changed in another task or thread, where its dependents cannot run. Do both in one task, or read it on an actor.
      """)
  }
}

/// Runs a custom subscriber.
final class SubscriberEffect {
  private(set) weak var subscriber: (any Runtime.Subscriber)?
  private(set) var effect: Effect!
  private let user = ExecutionContext.current
  private let home = Home.current

  init(_ subscriber: any Runtime.Subscriber, in runtime: Runtime) {
    self.subscriber = subscriber
    let id = ObjectIdentifier(subscriber)
    effect = Effect(unstarted: "\(type(of: subscriber))", in: runtime) { [unowned self, weak runtime] in
      if let subscriber = self.subscriber { subscriber.run() } else { runtime?.end(self, of: id) }
    }
  }

  /// Runs the subscriber where it was registered.
  func rerun() {
    checkUser()
    // Here without a weak reference, which would cost each registered subscriber another object.
    if !home.isForeign { return effect.run() }
    home.perform { [weak self] in self?.effect.run() }
  }

  func cancel() { home.perform { self.effect.cancel() } }

  /// Outside of any actor, a subscriber may be used only by the task or thread that registered it.
  func checkUser() {
    if !user.isForeign { return }
    stop(
      """
      a subscriber, \(subscriber.map { "\(type(of: $0))" } ?? "which is deallocated"), was registered outside of any \
      actor, and registered again or unregistered in another task or thread, where it may be running. Do both in one \
      task, or on an actor.
      """)
  }
}

/// Effects and derivations, which are always registered.
protocol BuiltInSubscriber: Runtime.Subscriber {}
extension Effect: BuiltInSubscriber {}
extension Derivation: BuiltInSubscriber {}

/// Can count as changed without a write.
protocol Touchable: AnyObject { func touch() }
extension AtomObject: Touchable {}
extension Derivation: Touchable {
  func touch() { run() }
}
