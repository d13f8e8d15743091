public import ReactiveCore

extension Program {
  /// Starts recording messages and their commands, or returns the existing recorder.
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
  /// The recording begins with the current model. It continues until ``Recorder/stop()`` or the program's end, even if
  /// the recorder is not retained.
  ///
  /// With a `limit`, only the newest messages are kept: the limit rounded up to a multiple of 32, and up to 31 more. An
  /// existing recorder keeps its limit. Messages identify the recorder by `file` and `line`.
  public func record(
    keeping limit: Int? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Recorder<M> {
    if let limit, limit < 1 {
      stop(
        """
        \(file):\(line): record(keeping: \(limit)): a recorder keeps at least 1 message. Leave the limit out to keep \
        all.
        """)
    }
    if let recorder { return recorder }
    let chunks = limit.map { ($0 - 1) / StepLog<M>.chunkSize + 1 }
    let new = Recorder(self, model: liveModel.peek(), limit: chunks, file, line)
    recorder = new
    return new
  }

  @inlinable @inline(never)
  func handle(_ message: M.Message, _ context: Context, recordedBy recorder: Recorder<M>) {
    generation.append(message)
    handleGeneration(context, recordedBy: recorder)
    generation.removeLast()
  }

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

  /// Shows `model`, without comparing it to the current one.
  func show(_ model: M.Model) {
    // The model's observers may also read the view.
    batch {
      liveModel.value = model
      liveView.invalidate(.notifying)
    }
  }
}
