internal import ReactiveCore

// Waiting for a program, in asynchronous code.

extension Program {
  /// Waits until `isDone` is true of the model, and handles what arrives meanwhile.
  ///
  /// A program that was made on an actor needs no call of this: answers and messages from elsewhere arrive in turns of
  /// that actor. Outside of any actor they arrive here. Returns early when the task is cancelled.
  public func run(
    until isDone: (M.Model) -> Bool, isolation: isolated (any Actor)? = #isolation
  ) async { await wait(isolation) { isDone(liveModel.peek()) } }

  /// Waits until every command that was performed is done and its answers have been handled, with all that follows.
  ///
  /// Sources do not count: they have no end. Returns early when the task is cancelled.
  public func settle(isolation: isolated (any Actor)? = #isolation) async {
    await wait(isolation) { operations.runningCommands.isEmpty && waiting.isEmpty && !isBusy }
  }

  private func wait(_ isolation: isolated (any Actor)?, until isDone: () -> Bool) async {
    let mailbox = operations.beginReading()
    // What is dispatched by others counts as well.
    let changes = liveModel.onChange { mailbox.wake() }
    defer { changes.cancel() }
    while true {
      let revision = mailbox.revision
      operations.receive()
      if isDone() || Task.isCancelled { return }
      // Called in the middle of its work, by a task that began at once. No envelope announces its end.
      if isBusy {
        await Task.yield()
        continue
      }
      await mailbox.arrival(after: revision, isolation: isolation)
    }
  }
}

extension Program where M.Message: Sendable {
  /// Sends messages to this program from anywhere: any thread, task or actor. See ``Sender``.
  public var sender: Sender<M.Message> { operations.makeSender(number: 0) }
}
