#if canImport(Observation)
internal import Observation

/// Hears of the next change of what was read, from Observation, which says so before the change is made, and once.
///
/// `willChange` is called in the midst of the change if that is made where this lives and this can be seen (on the main
/// actor, or outside of any actor by the same task or thread that read last), and else right before `changed`. `changed`
/// is called after the change has been made:
/// - made in a batch or a delivery, and heard of in the midst of it: when that ends;
/// - otherwise, for a watch of an actor: in a turn of that actor that follows;
/// - otherwise not at all: nobody can come back to where there is no actor.
///
/// It ends with itself: Observation does not keep it.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class ChangeWatch {
  private let home: Home
  /// Numbers of registrations that were used up elsewhere; nil for a call that is due.
  private let mailbox: Mailbox<Int?>
  private let noticed: HomeCall<Int>
  private let willChange: () -> Void
  private let changed: () -> Void
  /// The number of the last registration. An earlier one still counts: in the midst of the change that uses it up,
  /// somebody may have had what it was for read again.
  private var number = 0
  /// The last registration has not been used up.
  private(set) var isArmed = false
  /// ``changed`` is to be called.
  private var isDue = false

  init(isolation: (any Actor)?, willChange: @escaping () -> Void, changed: @escaping () -> Void) {
    let target = Target()
    home = Home(isolation)
    mailbox = Mailbox(home: home) { target.watch?.receive() }
    noticed = HomeCall { target.watch?.notice($0) }
    self.willChange = willChange
    self.changed = changed
    target.watch = self
  }

  /// What is called from elsewhere may end elsewhere, so it has the watch by this.
  private final class Target {
    weak var watch: ChangeWatch?
  }

  /// Whether nobody can come back to where this lives.
  var isOnItsOwn: Bool { home.isNowhere }
  /// Whether it hears of each change in the midst of it, unless that is made elsewhere.
  var hearsAtOnce: Bool { home.isMain }

  /// Calls `body`, and watches what it reads.
  func track<Result>(_ body: () -> Result) -> Result {
    number += 1
    isArmed = true
    let (home, mailbox, noticed, number, strand) = (home, mailbox, noticed, number, Strand.current)
    return withObservationTracking(body) {
      // Anywhere, and maybe after the end of the watch.
      if home.isHere(like: strand) { noticed.callAtHome(number) } else { mailbox.post(number) }
    }
  }

  /// In the midst of a change, where this lives.
  private func notice(_ number: Int) {
    if number == self.number { isArmed = false }
    isDue = true
    if Context.ready.isIdle {
      willChange()
      if !isOnItsOwn { mailbox.post(nil) }
    } else {
      // Before all that `willChange` makes wait.
      callLater(label: "an object that is observed") { [weak self] in self?.finish() }
      willChange()
    }
  }

  /// Where this lives, in a later turn: what has been heard of.
  private func receive() {
    if disarmIfHeardElsewhere() {
      isDue = true
      willChange()
    }
    finish()
  }

  /// Takes in what has been heard of elsewhere. Returns whether there was something.
  @discardableResult
  func disarmIfHeardElsewhere() -> Bool {
    let numbers = mailbox.takeAll().compactMap { $0 }
    if numbers.contains(number) { isArmed = false }
    return !numbers.isEmpty
  }

  private func finish() {
    if !isDue { return }
    isDue = false
    changed()
  }

  deinit { mailbox.close() }
}
#endif
