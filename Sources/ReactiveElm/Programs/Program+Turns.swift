internal import ReactiveCore

// Work between generations: a recorder's steps, and due commands.

extension Program {
  /// Performs `action` between generations, after the messages that already wait.
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

  /// Performs the next turn if no message precedes it. Otherwise makes those messages a generation, so that later ones
  /// follow the turn.
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

@usableFromInline
struct ProgramTurn<M: Module> {
  var messagesBefore: Int
  let action: (Program<M>) -> Void
}
