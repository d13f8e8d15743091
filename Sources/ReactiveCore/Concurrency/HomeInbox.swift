// Unsafe: objects released outside of the isolation that uses them.
//
// A reference can be released on any thread: an object of a global actor is `Sendable`, and its contents end with it.
// State that a node's isolation may be using is not touched there. It is left in an inbox, and a job of that isolation
// ends it. Invariant: the message is handed over under the lock, so that only the isolation has it afterwards. An
// unowned reference keeps the node's memory until the message ends.

@safe
enum HomeInbox {
  struct Message {
    /// Keeps the memory of the ending object, not touched until the releasing thread has finished with it.
    let pin: Pin?
    /// Turns that came too early.
    var turns = 0
    let end: () -> Void
  }
  private struct State {
    var messages: [UInt16: [Message]] = [:]
    /// With a job on the way.
    var underway: Set<UInt16> = []
  }
  private static let lock = Lock()
  nonisolated(unsafe) private static var state = State()
  /// A cheap check whether anything waits.
  static let isFilled = AtomicFlag()

  static func post(_ message: consuming Message, to home: Home) {
    // Moved, so that no reference is left here after the lock.
    var given: Message? = consume message
    let sendsJob = lock.withLock {
      if let message = given.take() { unsafe state.messages[home.place, default: []].append(message) }
      isFilled.isRaised = true
      return unsafe state.underway.insert(home.place).inserted
    }
    if sendsJob { sendJob(to: home) }
  }

  private static func sendJob(to home: Home) {
    if home.performLater({ run(home) }) { return }
    // The actor has been deallocated, so nothing uses its nodes. Not in this call: the posting object may be ending
    // further up in it.
    Task.detached { run(home) }
  }

  private static func run(_ home: Home) {
    lock.withLock { unsafe _ = state.underway.remove(home.place) }
    empty(home, inTurn: true)
  }

  /// Ends the messages of `home`, the caller's isolation.
  ///
  /// - Parameter inTurn: a job was sent for this, so the posting threads have continued since.
  static func empty(_ home: Home, inTurn: Bool = false) {
    var messages = lock.withLock {
      defer { if unsafe state.messages.isEmpty { isFilled.isRaised = false } }
      return unsafe state.messages.removeValue(forKey: home.place) ?? []
    }
    messages.reverse()
    while let message = messages.popLast() {
      if message.pin?.isDeallocated(after: message.turns) ?? true {
        message.end()
      } else {
        var later = message
        if inTurn { later.turns += 1 }
        post(later, to: home)
      }
    }
  }
}

extension Context {
  @inline(never)
  func emptyInbox() {
    let home = home
    if home != .nowhere { HomeInbox.empty(home) }
  }
}

/// Keeps the memory of an object that ends away from home.
///
/// An object may have several: from its class, and as a node.
@safe
final class Pin {
  private struct Reference { unowned let object: AnyObject }
  /// The number of pins of each object, spread over several locks. A lock also covers the references of its pins:
  /// otherwise a thread comparing the two numbers could take a new pin for the end of the object's own reference.
  private static let counts = (0..<16).map { _ in Locked<[UInt: Int]>([:]) }
  /// The unowned references, without pins, when the object began to end: its own, and the user's.
  private var references = 0
  private let reference: UnsafeMutablePointer<Reference>
  private let address: UnsafeRawPointer

  /// Only in the `deinit` of `object`.
  init(_ object: AnyObject) {
    unsafe address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    unsafe reference = .allocate(capacity: 1)
    let key = unsafe UInt(bitPattern: address)
    Self.withCounts(of: key) {
      unsafe reference.initialize(to: Reference(object: object))
      $0[key, default: 0] += 1
    }
    references = unsafe Self.references(to: address) ?? 0
  }

  /// Replaces the object of a table's reference, which may last longer than the object. It is counted like a pin.
  static func refer(_ reference: inout UnownedNode, to object: ReactiveNode?) {
    if let old = reference.key {
      withCounts(of: old) {
        reference = UnownedNode()
        forget(old, &$0)
      }
    }
    guard let object else { return }
    let key = unsafe UInt(bitPattern: NodeRef(object).address)
    withCounts(of: key) {
      reference = UnownedNode(object)
      $0[key, default: 0] += 1
    }
  }

  private static func withCounts<Result>(of key: UInt, _ body: (inout [UInt: Int]) -> Result) -> Result {
    counts[Int(key >> 6) % counts.count].withLock(body)
  }

  private static func forget(_ key: UInt, _ counts: inout [UInt: Int]) {
    if let count = counts[key], count > 1 {
      counts[key] = count - 1
      return
    }
    counts[key] = nil
    // A dictionary keeps its memory.
    if counts.capacity > 64 && counts.count < counts.capacity / 8 {
      counts = counts.reduce(into: [:]) { $0[$1.key] = $1.value }
    }
  }

  /// The unowned references at `address` without pins; nil if they cannot be counted.
  private static func references(to address: UnsafeRawPointer) -> Int? {
    guard let count = unsafe RuntimeFunctions.found.unownedRetainCount else { return nil }
    let key = UInt(bitPattern: address)
    return withCounts(of: key) { unsafe count(address) - ($0[key] ?? 0) }
  }

  /// Whether the releasing thread has finished with the object, which must not be retained before.
  ///
  /// The object's own unowned reference has ended then. The user's ones can hide that: after 10 turns (100,000 if none
  /// has ended) the rest are taken for the user's.
  fileprivate func isDeallocated(after turns: Int) -> Bool {
    guard let left = unsafe Self.references(to: address), left != 0 else { return true }
    return left < references ? turns > 10 : turns > 100_000
  }

  /// Passes the object's remains: the fields that end without code.
  func withRemains<Object: AnyObject>(of _: Object.Type, _ body: (Object) -> Void) {
    unsafe Unmanaged<Object>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
  }

  deinit {
    let key = unsafe UInt(bitPattern: address)
    Self.withCounts(of: key) {
      Self.forget(key, &$0)
      unsafe reference.deinitialize(count: 1)
    }
    unsafe reference.deallocate()
  }
}

extension ReactiveNode {
  /// The node ends. Away from home, its isolation ends it later; returns whether it does.
  @inline(__always)
  final func departs() -> Bool {
    if home.place <= Home.nowhere.place || !home.isForeign { return false }
    depart()
    return true
  }

  @inline(never)
  private final func depart() { home.leave(self) { $0.leaveGraph() } }
}

extension Home {
  /// Runs `body` in a later job of this isolation, in order. Without an actor, does nothing and returns false.
  @discardableResult
  package func performLater(_ body: @escaping @Sendable () -> Void) -> Bool {
    if self == .main {
      Task { @MainActor in body() }
    } else if let actor = Homes.actor(of: self) {
      Task { await Self.run(body, on: actor) }
    } else {
      return false
    }
    return true
  }

  private static func run(_ body: @Sendable () -> Void, on actor: isolated any Actor) { body() }

  /// Runs `body` in this isolation, here or in a job. Its captures belong to the isolation.
  ///
  /// In the `deinit` of an object of this isolation, `body` captures the contents. Away from home it runs when the
  /// releasing thread has finished with `object`, so that the captures end here too.
  package func perform(atEndOf object: AnyObject? = nil, _ body: consuming @escaping () -> Void) {
    if !isForeign { return body() }
    HomeInbox.post(HomeInbox.Message(pin: object.map { Pin($0) }, end: body), to: self)
  }

  /// In the `deinit` of an object of this isolation: releases the contents of `remains` here, without recursion.
  @inline(__always)
  package func perform<Content>(atEndOf object: AnyObject, releasing remains: inout ReleaseGuard<Content>) {
    if remains.content == nil { return }
    if !isForeign {
      _ = remains.take()
      return
    }
    let kept = remains.content
    remains.content = nil
    perform(atEndOf: object) { _ = kept }
  }

  /// For an `object` that ends away from here: calls `end` with its remains when the releasing thread has finished with
  /// it.
  func leave<Object: AnyObject>(_ object: Object, _ end: @escaping (Object) -> Void) {
    let pin = Pin(object)
    HomeInbox.post(HomeInbox.Message(pin: pin) { pin.withRemains(of: Object.self, end) }, to: self)
  }
}
