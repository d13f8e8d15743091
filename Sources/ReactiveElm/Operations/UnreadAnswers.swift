internal import ReactiveCore

/// Stops where the answers to a program that belongs to no isolation are lost.
///
/// Such a program reads its envelopes where something waits for it, in `settle()` or `run(until:)`. Whether something
/// will wait cannot be found out. Once something has waited, this looks no more. Until then, envelopes are lost in two
/// cases:
///
/// - The program was used on an actor, and that actor has nothing left to do before them, so nothing there is about to
///   wait.
/// - A task uses the program, and a different task asked for the envelopes that lie there, and did not wait for them.
final class UnreadAnswers: Sendable {
  private struct State {
    /// The task or thread that used the program last, and its isolation.
    var user: ExecutionContext?
    var home: Home?
    var areThere = false
    var isJobOnItsWay = false
    /// Something has waited for the program, or it has ended.
    var isOver = false
  }
  private let state = Locked(State())
  private let program: String

  init(to program: String) { self.program = program }

  /// Something is to answer. Called in the isolation of the program.
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

  /// An envelope was posted. From anywhere.
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

  /// Something waits for the program, or it ends.
  func end() { state.withLock { $0.isOver = true } }

  private func stopLost() -> Never {
    stop(
      """
      \(program): what its asynchronous commands and sources answer is lost, or a command that waits. The program belongs to no actor, since it was \
      made where the compiler knows of none, such as in the initial value of a property, and nothing waits for it in \
      settle() or run(until:). Make it in an initialiser or a method of its actor, or say where it belongs: \
      makeProgram(isolation: MainActor.shared), or makeProgram(isolation: self) in a lazy property of an actor.
      """)
  }
}
