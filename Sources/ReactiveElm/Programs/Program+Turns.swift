public import ReactiveCore

// Work between generations: a recorder's steps, and due commands.

extension Program {
  /// Performs `action` between generations, after the messages that already wait.
  func performBetweenGenerations(_ action: @escaping (Program) -> Void) {
    if isBusy || !Context.isIdle {
      if !waiting.isEmpty {
        messagesInTurns += waiting.count
        waitingTurns.append(.messages(waiting))
        waiting = []
      }
      if waitingTurns.count >= Self.waitingLimit && generationSize >= Self.multiplyingSize { stopMultiplying(nil) }
      waitingTurns.append(.action(action))
      return comeBackWhenIdle()
    }
    busyIn = .current
    action(self)
    if hasMore { handleWaiting() }
    busyIn = nil
  }

  /// The last message that waits.
  var lastWaiting: M.Message? {
    if let last = waiting.last { return last }
    for case .messages(let messages) in waitingTurns.reversed() { return messages.last }
    return nil
  }

  /// Takes the turns that wait, which count as one generation. The messages between them are handled in turn.
  @inlinable @inline(never)
  func takeTurns(_ context: Context) {
    var turns: [ProgramTurn<M>] = []
    swap(&turns, &waitingTurns)
    generationSize = turns.count + messagesInTurns
    // Taken out, so that each is released after its turn.
    turns.reverse()
    while let turn = turns.popLast() {
      waitingFields?.begin()
      switch turn {
      case .action(let action): action(self)
      case .messages(let messages):
        messagesInTurns -= messages.count
        generation = messages
        handleGeneration(context)
      }
    }
    hasMore = !waiting.isEmpty || !waitingTurns.isEmpty
  }
}

@usableFromInline
enum ProgramTurn<M: Module> {
  /// Messages that precede the work behind them.
  case messages([M.Message])
  case action((Program<M>) -> Void)
}
