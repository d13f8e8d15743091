#if canImport(Observation)
internal import Observation

/// Is notified of the next change of what was read, by Observation: before the change is made, and once.
///
/// `willChange` is called in the midst of the change if that is made in this watch's isolation and this can be seen (on
/// the main actor, or outside of any actor by the same task or thread that read last), and else right before `changed`.
/// `changed` is called after the change has been made:
/// - made in a batch or a delivery, and announced in the midst of it: when that ends;
/// - otherwise, for a watch of an actor: in a later turn of that actor;
/// - otherwise not at all: without an actor there is no later turn.
///
/// A change that is made elsewhere may still be under way when this is notified of it, and a second one may have begun
/// before this observed again. Nothing announces their end (Observation of Swift 6.4 does), so `changed` is called
/// again and again then: see ``lookAgainLater()``.
///
/// It ends with itself: Observation does not keep it.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class ChangeWatch {
  /// Where the object may be written that is watched.
  enum Writers {
    /// In the isolation of the watch.
    case here
    /// As far as the compiler knows, anywhere; it may belong to the isolation of the watch all the same.
    case perhapsElsewhere
    /// Anywhere.
    case elsewhere
  }

  private enum Envelope {
    /// A change is about to be made, by which the registration of this number is used up.
    case willChange(Int)
    /// A change has been made elsewhere, or may have been: time to look.
    case look
    /// A call that is due.
    case due
  }

  private let home: IsolationReference
  private let mailbox: Mailbox<Envelope>
  private let willChange: () -> Void
  private let changed: () -> Void
  private let clock: any Clock<Duration>
  private var writers: Writers
  /// The number of the last registration. An earlier one still counts: in the midst of the change that uses it up, the
  /// property may have been read again and registered anew.
  private var number = 0
  /// The last registration has not been used up.
  private(set) var isArmed = false
  /// ``changed`` is to be called.
  private var isDue = false
  private var isTimeToLook = false
  /// How long it has looked since the last registration.
  private var hasLookedFor = Duration.zero
  private var nextLook: Task<Void, Never>?

  init(
    isolation: (any Actor)?, writers: Writers, clock: any Clock<Duration>, willChange: @escaping () -> Void,
    changed: @escaping () -> Void
  ) {
    let target = Target()
    home = IsolationReference(isolation)
    mailbox = Mailbox(home: home) { envelope in
      if case .willChange(let number) = envelope { target.watch?.notice(number) } else { target.watch?.receive() }
    }
    self.writers = writers
    self.clock = clock
    self.willChange = willChange
    self.changed = changed
    target.watch = self
  }

  /// What is called from elsewhere may end elsewhere, so it has the watch by this.
  private final class Target {
    weak var watch: ChangeWatch?
  }

  /// Whether this has no isolation in which `changed` could be called later.
  var isOnItsOwn: Bool { home.isNowhere }
  /// Whether it is notified of each change in the midst of it, unless that is made elsewhere.
  var isNotifiedAtOnce: Bool { home.isMain }
  /// Whether a change may be made of which it is not notified in time.
  var mayMiss: Bool { writers == .elsewhere || !isNotifiedAtOnce }

  /// Calls `body`, and watches what it reads. What has changed in between, before this listens, is not noticed: read
  /// again afterwards where it may be written elsewhere.
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
    let (home, mailbox, number, context) = (home, mailbox, number, ExecutionContext.current)
    // Anywhere, and maybe after the end of the watch.
    let willChange: @Sendable () -> Void = {
      mailbox.post(.willChange(number), isHome: home.isHere(like: context))
    }
    #if compiler(>=6.4)
    if #available(macOS 27, iOS 27, tvOS 27, watchOS 27, visionOS 27, *) {
      return withObservationTracking(options: [.willSet, .didSet], body) { event in
        if event.kind == .willSet { return willChange() }
        event.cancel()
        if !home.isHere(like: context) { mailbox.post(.look) }
      }
    }
    #endif
    return withObservationTracking(body, onChange: willChange)
  }

  /// In the midst of a change, where this lives.
  private func notice(_ number: Int) {
    if number == self.number { isArmed = false }
    isDue = true
    if Context.isIdle {
      willChange()
      if !isOnItsOwn { mailbox.post(.due) }
    } else {
      // Before all that `willChange` makes wait.
      callLater(after: .queue, label: "an object that is observed") { [weak self] in self?.finish() }
      willChange()
    }
  }

  /// Where this lives, in a later turn: handles what the mailbox has.
  private func receive() {
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

  /// Empties the mailbox. Returns whether a change was announced in it.
  @discardableResult
  func receiveEnvelopes() -> Bool {
    var hasChange = false
    for envelope in mailbox.takeAll() {
      switch envelope {
      case .willChange(let number):
        hasChange = true
        if number == self.number { isArmed = false }
        // The compiler may not see that a part of what is observed is shared. On the main actor alone is it certain that the
        // change was not made here.
        if writers == .perhapsElsewhere || isNotifiedAtOnce { writers = .elsewhere }
      case .look: isTimeToLook = true
      case .due: break
      }
    }
    return hasChange
  }

  /// Looks again when half the time has passed once more that it has looked for, until that is a minute: so a change that
  /// takes long is found when it has taken at most half as long again, in under 30 looks.
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
