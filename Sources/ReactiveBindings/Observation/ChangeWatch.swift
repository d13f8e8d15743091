#if canImport(Observation)
internal import Observation

/// Reports the next change of the tracked properties, once. Observation announces it before it is made.
///
/// `willChange` is called during a change that is detectably made in this isolation: on the main actor, or outside of
/// any actor by the task or thread that read last. Otherwise it is called right before `changed`.
///
/// `changed` is called after the change:
/// - if it was announced during a batch or delivery: when that ends;
/// - otherwise, for a watch of an actor: in a later turn of that actor;
/// - otherwise never, since there is no later turn.
///
/// `join` is called if anything else in this isolation is about to notify after the announcement and before `changed`.
///
/// A change made elsewhere may still be running then, and a second one may have begun before the watch tracks again.
/// Before Swift 6.4, Observation does not announce their end, so `changed` is called repeatedly: see
/// ``lookAgainLater()``.
///
/// Observation does not retain the watch.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class ChangeWatch {
  /// Where the object may be written, relative to the isolation of the watch.
  enum Writers {
    case here
    /// Anywhere, as far as the compiler can see.
    case perhapsElsewhere
    case elsewhere
  }

  private enum Envelope {
    /// A change is about to be made, and uses up this registration.
    case willChange(Int)
    /// A change may have been made elsewhere: time to look.
    case look
    /// A change is about to be made on the actor, which receives the announcement later.
    case announced
    /// Something else is about to notify.
    case notifying
    /// It is the turn of another watch.
    case turn
    case due
  }

  /// The isolation that uses the watch, which calls from elsewhere need, too.
  private struct User {
    var home: IsolationReference
    /// Where the last registration was.
    var context = ExecutionContext.current
    /// The number of moves to other isolations.
    var moves = 0

    /// Whether the caller certainly runs there.
    var isHere: Bool { home.isHere(like: context) }
  }

  /// The same as the user's, read without the lock.
  private var home: IsolationReference
  private let user: Locked<User>
  private let mailbox: Mailbox<Envelope>
  private let willChange: () -> Void
  private let changed: () -> Void
  private let join: (() -> Void)?
  private let clock: any Clock<Duration>
  private(set) var writers: Writers
  /// The number of the last registration. Earlier ones still count: a property may be registered again during the
  /// change that uses one up.
  private var number = 0
  /// The last registration is not used up.
  private(set) var isArmed = false
  private var isDue = false
  /// Waits for the next notification, to join it.
  private var isJoining = false
  /// Waits for the turn of any watch.
  private var awaitsTurn = false
  private var isTimeToLook = false
  private var hasLookedFor = Duration.zero
  private var nextLook: Task<Void, Never>?

  init(
    isolation: (any Actor)?, writers: Writers, clock: any Clock<Duration>,
    join: (() -> Void)? = nil, willChange: @escaping () -> Void, changed: @escaping () -> Void
  ) {
    let target = Target()
    let home = IsolationReference(isolation)
    let user = Locked(User(home: home))
    (self.home, self.user) = (home, user)
    mailbox = Mailbox(home: home) { envelope in
      switch envelope {
      case .willChange(let number): target.watch?.notice(number)
      case .announced: target.watch?.awaitNotification()
      case .notifying: target.watch?.joinNotification()
      case .turn: target.watch?.receive()
      default:
        JoiningChanges.finishAll(user.withLock { $0.home.isMain })
        target.watch?.receive()
      }
    }
    self.writers = writers
    self.join = join
    self.clock = clock
    self.willChange = willChange
    self.changed = changed
    target.watch = self
  }

  /// Calls from elsewhere may end elsewhere, so they reach the watch through this.
  private final class Target {
    weak var watch: ChangeWatch?
  }

  /// No isolation exists in which `changed` could be called later.
  var isOnItsOwn: Bool { home.isNowhere }
  /// Changes in this isolation are reported during the change.
  var isNotifiedAtOnce: Bool { home.isMain }
  /// Some changes may be reported too late.
  var mayMiss: Bool { writers == .elsewhere || !isNotifiedAtOnce }

  /// The graph was sent to the caller's isolation, which uses it now: changes are reported there, also an announced one
  /// if `isDue`. Registrations stay. Returns whether the isolation before is being notified.
  func moveHere(_ isolation: (any Actor)?, isDue: Bool) -> Bool {
    home = IsolationReference(isolation)
    (self.isDue, isJoining, awaitsTurn) = (isDue, false, false)
    let home = home
    user.withLock { $0 = User(home: home, moves: $0.moves + 1) }
    let isReceiving = mailbox.moveHere(home)
    let looks = isTimeToLook
    isTimeToLook = false
    if !isOnItsOwn {
      if isDue { mailbox.post(.due) }
      if looks { mailbox.post(.look) }
    }
    return isReceiving
  }

  /// Whether the caller's isolation is that of the last registration.
  var isHere: Bool { isOnItsOwn ? user.withLock { $0 }.isHere : true }

  /// Calls `body`, and watches its reads. Changes before registration are missed: read again afterwards if the object
  /// may be written elsewhere.
  func track<Result>(_ body: () -> Result) -> Result {
    #if DEBUG
    Context.noteFollowedObjects()
    #endif
    number += 1
    isArmed = true
    if writers == .elsewhere && !home.isNowhere {
      hasLookedFor = .zero
      lookAgainLater()
    }
    let (user, mailbox, number, joins) = (user, mailbox, number, join != nil)
    user.withLock { $0.context = .current }
    // Called anywhere, possibly after the end.
    let willChange: @Sendable () -> Void = {
      let last = user.withLock { $0 }
      let isHome = last.isHere
      mailbox.post(.willChange(number), isHomeAfter: isHome ? last.moves : nil)
      if joins && !isHome && last.context.isOnItsActor {
        mailbox.post(.announced, isHomeAfter: last.moves, onlyThere: true)
      }
    }
    #if compiler(>=6.4)
    if #available(macOS 27, iOS 27, tvOS 27, watchOS 27, visionOS 27, *) {
      return withObservationTracking(options: [.willSet, .didSet], body) { event in
        if event.kind == .willSet { return willChange() }
        event.cancel()
        if !user.withLock({ $0 }).isHere { mailbox.post(.look) }
      }
    }
    #endif
    return withObservationTracking(body, onChange: willChange)
  }

  /// Calls `body`, whose reads are watched already.
  func read<Result>(_ body: () -> Result) -> Result {
    #if DEBUG
    Context.noteFollowedObjects()
    #endif
    return body()
  }

  /// During the change, in this isolation.
  private func notice(_ number: Int) {
    if number == self.number { isArmed = false }
    isDue = true
    if Context.isIdle {
      willChange()
      if !isOnItsOwn { mailbox.post(.due) }
      if join != nil { awaitNotification() }
    } else {
      // Before any calls that `willChange` enqueues.
      callLater(after: .queue, label: "an object that is observed") { [weak self] in self?.finish() }
      willChange()
    }
  }

  /// Calls ``joinNotification()`` before something else notifies in this isolation.
  private func awaitNotification() {
    if isJoining { return }
    isJoining = true
    if isOnItsOwn {
      let (mailbox, last) = (mailbox, user.withLock { $0 })
      callLater(after: .notifying, label: JoiningChanges.label) {
        // Another task may use the thread by now.
        if last.isHere { mailbox.post(.notifying, isHomeAfter: last.moves, onlyThere: true) }
      }
    } else {
      awaitOthers()
      JoiningChanges.joinNext(home.isMain)
    }
  }

  /// An announced change was read, but was not made yet. It joins another one.
  func awaitOthers() {
    if isOnItsOwn { return }
    isJoining = true
    let (mailbox, moves) = (mailbox, user.withLock { $0.moves })
    JoiningChanges.add(home.isMain, isNew: !awaitsTurn) {
      mailbox.post($0 ? .turn : .notifying, isHomeAfter: moves, onlyThere: true)
    }
    awaitsTurn = true
  }

  /// Something else is about to notify.
  private func joinNotification() {
    isJoining = false
    join?()
  }

  /// Empties the mailbox before the turn, in which `changed` is still called. Returns whether it announced a change.
  func receiveEarly() -> Bool {
    let hasChange = receiveEnvelopes()
    isDue = isDue || hasChange
    return hasChange
  }

  /// Handles the mailbox in a later turn.
  private func receive() {
    isJoining = false
    awaitsTurn = false
    if receiveEnvelopes() {
      isDue = true
      willChange()
    }
    let looks = isTimeToLook
    isTimeToLook = false
    isDue = isDue || looks
    finish()
    if looks { lookAgainLater() }
  }

  /// Empties the mailbox. Returns whether it announced a change.
  @discardableResult
  func receiveEnvelopes() -> Bool {
    // The task may have left the thread that it asked.
    if isOnItsOwn { isJoining = false }
    var hasChange = false
    for envelope in mailbox.takeAll() {
      switch envelope {
      case .willChange(let number):
        hasChange = true
        if number == self.number { isArmed = false }
        // The compiler may not see that a part of the object is shared. Only on the main actor is it certain that the
        // change was made elsewhere.
        if writers == .perhapsElsewhere || isNotifiedAtOnce { writers = .elsewhere }
      case .look: isTimeToLook = true
      case .announced, .notifying, .turn, .due: break
      }
    }
    return hasChange
  }

  /// Each pause is half the time spent so far, up to a minute in total. So a change is found within half its duration
  /// after its end, in under 30 looks.
  private func lookAgainLater() {
    #if compiler(>=6.4)
    if #available(macOS 27, iOS 27, tvOS 27, watchOS 27, visionOS 27, *) { return }
    #endif
    nextLook?.cancel()
    if hasLookedFor > .seconds(60) { return }
    let pause = max(.milliseconds(1), hasLookedFor / 2)
    hasLookedFor += pause
    nextLook = Task { [clock, mailbox] in
      do { try await clock.sleep(for: pause) } catch { return }
      mailbox.post(.look)
    }
  }

  private func finish() {
    if !isDue { return }
    isDue = false
    changed()
  }

  deinit {
    mailbox.close()
    nextLook?.cancel()
  }
}
#endif
