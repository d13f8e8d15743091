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
    /// Keeps the memory of the actor. In its `deinit`, which may run anywhere, it still uses its nodes.
    var actor: Pin?
    /// Turns that came too early.
    var turns = 0
    let end: () -> Void

    /// Whether the releasing thread has finished with the object.
    var isObjectGone: Bool { pin?.isDeallocated(after: turns) ?? true }
    /// Whether the actor's code is the caller, or has ended.
    var isActorGone: Bool { actor?.isGone(after: turns) ?? true }
  }
  private struct State {
    var messages: [UInt32: [Message]] = [:]
    /// With a job on the way.
    var underway: Set<UInt32> = []
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
    // The actor has ended, or is in its `deinit`. Not in this call: the posting object may be ending further up in it.
    Task.detached { await runWithoutActor(home) }
  }

  private static func run(_ home: Home) {
    lock.withLock { unsafe _ = state.underway.remove(home.place) }
    empty(home, inTurn: true)
  }

  /// One task at a time, since the messages may use the same nodes.
  private static func runWithoutActor(_ home: Home) async {
    while hasMessages(home) {
      // Another actor may have the place by now.
      if home.actor != nil { return sendJob(to: home) }
      empty(home, inTurn: true)
      await Task.yield()
    }
  }

  /// An actor's `deinit` may take long. Not asked in jobs: these would be jobs of the next actor that has its place.
  private static func postAgain(_ message: Message, to home: Home) {
    nonisolated(unsafe) var message = message
    Task.detached {
      while true {
        let pause = UInt64(min(max(unsafe message.turns - 100, 0), 50))
        if pause > 0 { try? await Task.sleep(nanoseconds: pause * 1_000_000) } else { await Task.yield() }
        if unsafe message.isActorGone { break }
        unsafe message.turns += 1
      }
      unsafe post(message, to: home)
    }
  }

  /// If there are none, the job ends, and the next message sends one.
  private static func hasMessages(_ home: Home) -> Bool {
    lock.withLock {
      if unsafe state.messages[home.place] != nil { return true }
      unsafe _ = state.underway.remove(home.place)
      return false
    }
  }

  /// Ends the messages of `home`, the caller's isolation or one without an actor.
  ///
  /// - Parameter inTurn: a job was sent for this, so the posting threads have continued since.
  static func empty(_ home: Home, inTurn: Bool = false) {
    var messages = lock.withLock {
      defer { if unsafe state.messages.isEmpty { isFilled.isRaised = false } }
      return unsafe state.messages.removeValue(forKey: home.place) ?? []
    }
    messages.reverse()
    while let message = messages.popLast() {
      let isObjectGone = message.isObjectGone
      if isObjectGone && message.isActorGone {
        message.end()
        continue
      }
      var later = message
      if inTurn || isObjectGone { later.turns += 1 }
      if isObjectGone { postAgain(later, to: home) } else { post(later, to: home) }
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

/// An object that may end away from home, and whose contents end at home then.
package protocol EndsAtHome: AnyObject {}

/// Keeps the memory of an object that ends away from home.
///
/// An object may have several: from its class, and as a node.
@safe
final class Pin {
  /// The memory of an object, kept for its pins and for weak references to it.
  private struct Memory {
    unowned let object: AnyObject
    var users = 0
  }
  /// By address, spread over several locks. A lock also covers the unowned reference: otherwise a thread that counts
  /// the object's references could take a new one for the object's own, which has ended.
  private static let kept = (0..<16).map { _ in Locked<[UInt: Memory]>([:]) }
  /// The other unowned references when the pin was made: the object's own, and the user's.
  private let references: Int
  private let address: UnsafeRawPointer

  /// In the `deinit` of `object`; of an actor at any time, for ``isGone(after:)``.
  init(_ object: AnyObject) {
    unsafe address = Self.keepMemory(of: object)
    references = unsafe Self.references(to: address) ?? 0
  }

  deinit { unsafe Self.forgetMemory(at: address) }

  /// Keeps the memory of `object` until ``forgetMemory(at:)``, and returns its address.
  @discardableResult
  static func keepMemory(of object: AnyObject) -> UnsafeRawPointer {
    let address = unsafe UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    unsafe withKept(at: address) { $0[UInt(bitPattern: address), default: Memory(object: object)].users += 1 }
    return unsafe address
  }

  static func forgetMemory(at address: UnsafeRawPointer) {
    let key = UInt(bitPattern: address)
    unsafe withKept(at: address) { kept in
      kept[key]?.users -= 1
      if kept[key]?.users != 0 { return }
      kept[key] = nil
      // A dictionary keeps its memory.
      if kept.capacity > 64 && kept.count < kept.capacity / 8 {
        kept = kept.reduce(into: [:]) { $0[$1.key] = $1.value }
      }
    }
  }

  private static func withKept<Result>(
    at address: UnsafeRawPointer, _ body: (inout [UInt: Memory]) -> Result
  ) -> Result {
    kept[Int(UInt(bitPattern: address) >> 6) % kept.count].withLock(body)
  }

  /// The unowned references at `address` but for the one here; nil if they cannot be counted.
  private static func references(to address: UnsafeRawPointer) -> Int? {
    guard let count = unsafe RuntimeFunctions.found.unownedRetainCount else { return nil }
    return unsafe withKept(at: address) { unsafe count(address) - ($0[UInt(bitPattern: address)] == nil ? 0 : 1) }
  }

  /// Whether the releasing thread has finished with the object, which must not be retained before.
  ///
  /// The object's own unowned reference has ended then. The user's ones can hide that: after 10 turns (100,000 if none
  /// has ended) the rest are taken for the user's.
  fileprivate func isDeallocated(after turns: Int) -> Bool {
    guard let left = unsafe Self.references(to: address), left != 0 else { return true }
    return left < references ? turns > 10 : turns > 100_000
  }

  /// Whether the actor's code is the caller, or has ended.
  ///
  /// The user's unowned references hide the end. After 2,100 turns, which take about 100 s, all are taken for the user's.
  fileprivate func isGone(after turns: Int) -> Bool {
    if unsafe Context.ready.isOnExecutor(at: address) { return true }
    guard let left = unsafe Self.references(to: address), left != 0 else { return true }
    return turns > 2_100
  }

  /// Passes the object's remains: the fields that end without code.
  func withRemains<Object: AnyObject>(of _: Object.Type, _ body: (Object) -> Void) {
    unsafe Unmanaged<Object>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
  }
}

extension ReactiveNode: EndsAtHome {
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

  /// The actor's memory, for ``perform(atEndOf:withActor:_:)``. On the actor.
  func pinActor() -> Pin? { self == .main ? nil : actor.map { Pin($0) } }

  /// Runs `body` in this isolation, here or in a job, at the end of an object that may be used anywhere. If the actor is
  /// in its `deinit`, which may be using its nodes, `body` runs after it.
  func perform(atEndOf object: any EndsAtHome, withActor actor: Pin?, _ body: @escaping () -> Void) {
    if place <= Home.nowhere.place || self == .current { return body() }
    HomeInbox.post(HomeInbox.Message(pin: Pin(object), actor: actor, end: body), to: self)
  }

  /// Runs `body` after the end of `actor`, this isolation's: in a job on its executor, on the actor that has its place
  /// by then, or without an actor.
  func perform(afterEndOf actor: Pin?, _ body: @escaping () -> Void) {
    HomeInbox.post(HomeInbox.Message(pin: nil, actor: actor, end: body), to: self)
  }

  /// Runs `body` in this isolation, here or in a job. Its captures belong to the isolation.
  ///
  /// In the `deinit` of an object of this isolation, `body` captures the contents. Away from home it runs when the
  /// releasing thread has finished with `object`, so that the captures end here too.
  package func perform(atEndOf object: (any EndsAtHome)? = nil, _ body: consuming @escaping () -> Void) {
    if !isForeign { return body() }
    HomeInbox.post(HomeInbox.Message(pin: object.map { Pin($0) }, end: body), to: self)
  }

  /// In the `deinit` of an object of this isolation: releases the contents of `remains` here, without recursion.
  @inline(__always)
  package func perform<Content>(atEndOf object: any EndsAtHome, releasing remains: inout ReleaseGuard<Content>) {
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
  func leave<Object: EndsAtHome>(_ object: Object, _ end: @escaping (Object) -> Void) {
    let pin = Pin(object)
    HomeInbox.post(HomeInbox.Message(pin: pin) { pin.withRemains(of: Object.self, end) }, to: self)
  }
}
