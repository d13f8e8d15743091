// Unsafe: what is released away from the isolation that uses it.
//
// A reference can be released on any thread: an object of a global actor is `Sendable`, and what it holds ends with it.
// What the isolation of a node may be using at that moment is not touched there. It is left in an inbox, and a job of
// that isolation ends it. Invariant: the message is given up under the lock, so that the isolation alone has it then;
// the memory of a node stays, by an unowned reference, until the message ends.

@safe
enum HomeInbox {
  struct Message {
    /// The memory of the dying object, which is not touched before the thread on which it dies has finished with it.
    let pin: Pin?
    /// In how many turns it was found too early to be done.
    var turns = 0
    /// What is to be done. What it captures belongs to the isolation.
    let end: () -> Void
  }
  private struct State {
    var messages: [UInt16: [Message]] = [:]
    /// The isolations to which a job is on its way.
    var underway: Set<UInt16> = []
  }
  private static let lock = Lock()
  nonisolated(unsafe) private static var state = State()
  /// Whether anything waits, for a look in passing.
  static let isFilled = AtomicFlag()

  /// Leaves `message` for `home`, and sends a job there if none is on its way.
  static func post(_ message: consuming Message, to home: Home) {
    // Moved, so that no reference is left here when the lock is given up.
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
    // The actor was deallocated in between, and nothing uses its nodes. Not in this call: the object that leaves the
    // message may be dying further up in it.
    Task.detached { run(home) }
  }

  private static func run(_ home: Home) {
    lock.withLock { unsafe _ = state.underway.remove(home.place) }
    empty(home, inTurn: true)
  }

  /// Ends what waits for `home`, which is where this is called.
  ///
  /// - Parameter inTurn: a job was sent for it, so the threads that left something have gone on since.
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
  /// Ends what was released elsewhere and belongs here.
  @inline(never)
  func emptyInbox() {
    let home = home
    if home != .nowhere { HomeInbox.empty(home) }
  }
}

/// Keeps the memory of an object that dies away from home.
///
/// An object may have several: one of what its class leaves, and one of the node that it is.
@safe
final class Pin {
  private struct Reference { unowned let object: AnyObject }
  /// How many pins each object has. The lock also covers the references of the pins: another thread that looks at the two
  /// numbers would otherwise take a pin that has just been made for the end of the object's own reference.
  private static let counts = Locked<[UInt: Int]>([:])
  /// The unowned references but those of pins, when the object began to die: its own one, and those of the user's.
  private var references = 0
  private let reference: UnsafeMutablePointer<Reference>
  private let address: UnsafeRawPointer

  /// Only in the `deinit` of `object`.
  init(_ object: AnyObject) {
    unsafe address = UnsafeRawPointer(Unmanaged.passUnretained(object).toOpaque())
    unsafe reference = .allocate(capacity: 1)
    let key = unsafe UInt(bitPattern: address)
    Self.counts.withLock {
      unsafe reference.initialize(to: Reference(object: object))
      $0[key, default: 0] += 1
    }
    references = unsafe Self.references(to: address) ?? 0
  }

  /// The unowned references to what lies at `address`, but for those of pins; nil if they cannot be counted.
  private static func references(to address: UnsafeRawPointer) -> Int? {
    guard let count = unsafe RuntimeFunctions.found.unownedRetainCount else { return nil }
    let key = UInt(bitPattern: address)
    return counts.withLock { unsafe count(address) - ($0[key] ?? 0) }
  }

  /// Whether the releasing thread has finished with the object; before that it must not be retained. Its own unowned
  /// reference is gone then. Unowned references of the user's can hide that: after 10 turns (100,000 if none has gone)
  /// those left are taken for the user's.
  fileprivate func isDeallocated(after turns: Int) -> Bool {
    guard let left = unsafe Self.references(to: address), left != 0 else { return true }
    return left < references ? turns > 10 : turns > 100_000
  }

  /// What is left of the object: the fields that end without code.
  func withRemains<Object: AnyObject>(of _: Object.Type, _ body: (Object) -> Void) {
    unsafe Unmanaged<Object>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
  }

  deinit {
    let key = unsafe UInt(bitPattern: address)
    Self.counts.withLock { counts in
      if let count = counts[key], count > 1 { counts[key] = count - 1 } else { counts[key] = nil }
      unsafe reference.deinitialize(count: 1)
    }
    unsafe reference.deallocate()
  }
}

extension ReactiveNode {
  /// The node dies. If that is away from home, its isolation ends it later; returns whether it is so.
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
  /// Runs `body` in a job of this isolation, after those that wait there already. Returns false, and does nothing, where no
  /// actor is left to run it.
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

  /// Runs `body` in this isolation: here, or in a job that it is sent. What `body` captures belongs to it.
  ///
  /// In the `deinit` of an object that belongs here, `body` captures what `object` leaves. Away from home it runs when
  /// the object's thread is done with that, so that what it captures ends here, too.
  package func perform(atEndOf object: AnyObject? = nil, _ body: consuming @escaping () -> Void) {
    if !isForeign { return body() }
    HomeInbox.post(HomeInbox.Message(pin: object.map { Pin($0) }, end: body), to: self)
  }

  /// In the `deinit` of an object that belongs here: what `remains` holds ends here, without recursion.
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

  /// `object` dies away from here: `end` has what is left of it, the fields that end without code, when the object's thread
  /// is done with it.
  func leave<Object: AnyObject>(_ object: Object, _ end: @escaping (Object) -> Void) {
    let pin = Pin(object)
    HomeInbox.post(HomeInbox.Message(pin: pin) { pin.withRemains(of: Object.self, end) }, to: self)
  }
}
