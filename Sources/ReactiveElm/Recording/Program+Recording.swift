public import ReactiveCore

// Recording, and showing what was.

extension Program {
  /// Takes down every message from now on, with the commands that it leads to; the same recorder if there is one.
  ///
  /// ```swift
  /// let counter = Counter.makeProgram()
  /// let recorder = counter.record()
  /// counter.dispatch(.increment)
  /// counter.dispatch(.increment)
  /// recorder.rewind(to: 1)
  /// print(counter.view)  // Count: 1
  /// ```
  ///
  /// The recording begins with the present model, and continues until ``Recorder/stop()`` or the program's end, even if
  /// the recorder is not kept. With a `limit`, only the newest so many messages are kept, rounded up to a multiple of
  /// 32, and up to 31 more. A recorder that is there already keeps its limit.
  public func record(keeping limit: Int? = nil) -> Recorder<M> {
    if let limit, limit < 1 {
      stop("record(keeping: \(limit)): a recorder keeps at least 1 message. Leave the limit out to keep all.")
    }
    if let recorder { return recorder }
    let new = Recorder(self, model: liveModel.peek(), limit: limit.map { ($0 - 1) / StepLog<M>.chunkSize + 1 })
    recorder = new
    return new
  }

  /// A generation of one message that is recorded.
  @inlinable @inline(never)
  func handle(_ message: M.Message, _ context: Context, recordedBy recorder: Recorder<M>) {
    generation.append(message)
    handleGeneration(context, recordedBy: recorder)
    generation.removeLast()
  }

  /// A generation that is recorded.
  @inlinable @inline(never)
  func handleGeneration(_ context: Context, recordedBy recorder: Recorder<M>) {
    settle(context, recorder.liveModel ?? liveModel) { model in
      var all: [M.Command] = []
      for message in generation {
        let commands = M.update(for: message, model: &model)
        recorder.add(message, commands, leadingTo: model)
        all.append(contentsOf: commands)
      }
      return all
    }
    recorder.forget()
  }

  /// Shows `model`, whatever it was.
  func show(_ model: M.Model) {
    // The observers of the model may read the view as well.
    batch {
      liveModel.value = model
      liveView.invalidate(.notifying)
    }
  }
}
