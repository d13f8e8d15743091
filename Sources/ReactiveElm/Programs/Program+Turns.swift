internal import ReactiveCore

// What a program does between its generations: what its recorder says, and the commands whose time has come.

extension Program {
  /// Performs `action` when no generation is being handled, and after the messages that wait already.
  func performBetweenGenerations(_ action: @escaping (Program) -> Void) {
    if isBusy || !Context.isIdle {
      waitingTurns.append(ProgramTurn(messagesBefore: waiting.count, action: action))
      return comeBackWhenIdle()
    }
    busyIn = .current
    action(self)
    if hasMore { handleWaiting() }
    busyIn = nil
  }

  /// Performs the next turn if no message comes before it. Otherwise makes those messages a generation of
  /// their own, so that no message behind the action is handled before it.
  @usableFromInline @inline(never)
  func performTurn() -> Bool {
    if waitingTurns[0].messagesBefore == 0 {
      waitingTurns.removeFirst().action(self)
      return true
    }
    let count = waitingTurns[0].messagesBefore
    for index in waitingTurns.indices { waitingTurns[index].messagesBefore -= count }
    swap(&waiting, &generation)
    waiting = Array(generation[count...])
    generation.removeSubrange(count...)
    return false
  }
}

/// What is done to a program in its turn between messages.
@usableFromInline
struct ProgramTurn<M: Module> {
  var messagesBefore: Int
  let action: (Program<M>) -> Void
}
