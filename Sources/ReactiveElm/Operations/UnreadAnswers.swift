internal import ReactiveCore

/// Stops if answers to a program without an isolation are lost.
///
/// Such a program reads envelopes only in `settle()`, in `run(until:)`, or in the steps of a test program. After the
/// first such call, checking ends. Until then, envelopes are lost in two cases:
///
/// - The program was used on an actor that has nothing left to do before they arrive.
/// - A task uses the program while envelopes wait that a different task caused and did not await.
final class UnreadAnswers: Sendable {
  private struct State {
    /// The last task or thread that used the program. `home` is its isolation.
    var user: ExecutionContext?
    var home: Home?
    var areThere = false
    var isJobOnItsWay = false
    /// Something reads the envelopes, or the program has ended.
    var isOver = false
  }
  private let state = Locked(State())
  private let program: String

  init(to program: String) { self.program = program }

  /// Call before an operation that may answer, in the program's isolation.
  func expect() {
    if state.withLock({ $0.isOver }) { return }
    let user = ExecutionContext.current
    let home = Home.current
    let areLost = state.withLock { state in
      if state.isOver { return false }
      if state.areThere && state.user != user { return true }
      state.user = user
      state.home = home
      return false
    }
    if areLost { stopLost() }
  }

  /// Call from anywhere when an envelope was posted.
  func arrive() {
    let home = state.withLock { state in
      if state.isOver { return nil as Home? }
      state.areThere = true
      if state.isJobOnItsWay { return nil }
      state.isJobOnItsWay = true
      return state.home
    }
    if let home, !home.performLater({ self.lookAgain() }) { state.withLock { $0.isJobOnItsWay = false } }
  }

  private func lookAgain() {
    let areLost = state.withLock { state in
      state.isJobOnItsWay = false
      return !state.isOver && state.areThere
    }
    if areLost { stopLost() }
  }

  /// Call when something reads the envelopes, or the program ends.
  func end() { state.withLock { $0.isOver = true } }

  private func stopLost() -> Never {
    stop(
      """
      \(program): an answer of an asynchronous command or source is lost, or a command that waits. The program \
      belongs to no actor, since it was made where the compiler knows of none, such as in the initial value of a \
      property, and nothing waits for it in settle() or run(until:). Make it in an initializer or a method of its \
      actor, or pass its isolation: makeProgram(isolation: MainActor.shared), or makeProgram(isolation: self) in a \
      lazy property of an actor.
      """)
  }
}
