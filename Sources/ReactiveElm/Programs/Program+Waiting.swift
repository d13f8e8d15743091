internal import ReactiveCore

extension Program {
  /// Waits until `isDone` is true of the model, and handles messages that arrive meanwhile.
  ///
  /// On an actor, answers and messages from elsewhere arrive without this call, too. Outside of any actor, see
  /// ``settle(isolation:)``. Returns early when the task is cancelled.
  public func run(
    until isDone: (M.Model) -> Bool, isolation: isolated (any Actor)? = #isolation
  ) async { await wait(isolation) { isDone(liveModel.peek()) } }

  /// Waits until every command is done and its answers are handled, with everything that they cause.
  ///
  /// Sources have no end and do not count. Outside of any actor, answers arrive only here and in
  /// ``run(until:isolation:)``. Returns early when the task is cancelled.
  public func settle(isolation: isolated (any Actor)? = #isolation) async {
    await wait(isolation) { operations.runningCommands.isEmpty && waiting.isEmpty && !isBusy }
  }

  private func wait(_ isolation: isolated (any Actor)?, until isDone: () -> Bool) async {
    let mailbox = operations.beginReading()
    // Dispatches by other code count, too.
    let changes = liveModel.onChange { mailbox.wake() }
    defer { changes.cancel() }
    while true {
      let revision = mailbox.revision
      operations.receive()
      if isDone() || Task.isCancelled { return }
      // Called during the program's work, by a task that started at once. No envelope announces its end.
      if isBusy {
        await Task.yield()
        continue
      }
      await mailbox.arrival(after: revision, isolation: isolation)
    }
  }
}

extension Program where M.Message: Sendable {
  /// Sends messages to this program from any thread, task or actor. See ``Sender``.
  public var sender: Sender<M.Message> { operations.makeSender(number: 0) }
}
