public import ExampleTerminal
public import ReactiveElm

/// The imperative shell, apart from the terminal: a program with its file, its seconds, and its past.
///
/// Keys come in by ``press(_:)``, frames go out by ``view``. The file is the real one; the seconds are whoever's who made
/// the session, so that a test decides when time goes by.
@MainActor
public final class TrackerSession {
  private let program: Program<Tracker>
  private let recorder: Recorder<Tracker>
  private var history: EditHistory
  /// What was there when the history was last updated.
  private var noted: (book: IssueBook, arrivals: Int)
  private let didQuit = OpenBehavior(false)

  /// What is shown. Notifies when it changes.
  public var view: Behavior<Tracker.View> { program.viewBehavior }
  /// Whether the program is over. It still receives messages then, but its view should not be shown.
  public var isOver: Behavior<Bool> { didQuit }
  public var model: Tracker.Model { program.model }
  /// All that has happened.
  public var recording: Recording<Tracker> { recorder.recording }

  /// - Parameters:
  ///   - seconds: the moments that go by. The clock shows them, and at each the file is looked at.
  ///   - limit: how many messages are kept for undo; nil for all.
  public convenience init(
    path: String, flags: Tracker.Flags, seconds: EventStream<Moment>, keeping limit: Int? = 10_000
  ) {
    self.init(file: AtomicFile(path: path), flags: flags, seconds: seconds, keeping: limit)
  }

  init(file: AtomicFile, flags: Tracker.Flags, seconds: EventStream<Moment>, keeping limit: Int? = nil) {
    let store = IssueStore(file)
    program = Tracker.makeProgram(
      flags: flags,
      performing: { command in
        switch command {
        case .file(let command): try await store.perform(command).map { .file($0) }
        case .quit: nil  // see below
        }
      },
      listening: { source, dispatch in
        switch source {
        case .clock:
          seconds.sink { dispatch(.ticked($0)) }
        case .file(let source):
          seconds.sink { _ in
            // A file that cannot be looked at now can perhaps be in a second.
            if let stamp = try? file.stamp(), stamp != source.known { dispatch(.file(.changed)) }
          }
        }
      })
    recorder = program.record(keeping: limit)
    history = EditHistory(at: 0)
    noted = (program.model.list.book, program.model.file.arrivals)

    program.commands.sink(with: self) { me, command in
      if command == .quit { me.didQuit.value = true }
    }
    program.modelBehavior.sink(with: self) { me, model in me.note(model) }
  }

  /// Does what `key` does; false if that is nothing.
  public func press(_ key: Key) -> Bool {
    switch view.value.action(for: key) {
    case .send(let message): program.dispatch(message)
    case .undo: travel(.undone, to: history.undo(keeping: recorder.firstStep))
    case .redo: travel(.redone, to: history.redo(keeping: recorder.firstStep))
    case nil: return false
    }
    return true
  }

  /// The window has another size.
  public func resize(to size: ScreenSize) { program.dispatch(.resized(size)) }

  /// Waits until everything is loaded and saved that is to be.
  public func settle() async { await program.settle() }

  // The past

  /// Has a look at the past, and brings the issues from there. Everything else stays as it is: the window, the time, and
  /// what is known of the file, which is saved again because of that.
  private func travel(_ restoration: Tracker.Restoration, to step: Int?) {
    guard let step else { return program.dispatch(.notRestored(restoration)) }
    noted.book = recorder.model(after: step).list.book
    program.dispatch(.restored(noted.book, restoration))
  }

  /// Whether the issues are other ones than before, and who has done that.
  private func note(_ model: Tracker.Model) {
    if model.file.arrivals != noted.arrivals {
      history.arrived(at: recorder.lastStep)
    } else if model.list.book != noted.book {
      history.edited(at: recorder.lastStep)
    }
    noted = (model.list.book, model.file.arrivals)
  }
}
