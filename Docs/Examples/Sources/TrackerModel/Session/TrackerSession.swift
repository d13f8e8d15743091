public import ExampleTerminal
public import ReactiveElm

/// The imperative shell without the terminal: a program with its file, time and history.
///
/// Keys arrive by ``press(_:)``, frames leave by ``view``. The file is real. The creator supplies the seconds, so a
/// test controls time.
@MainActor
public final class TrackerSession {
  private let program: Program<Tracker>
  private let recorder: Recorder<Tracker>
  private var history: EditHistory
  /// The state at the last update of the history.
  private var noted: (book: IssueBook, arrivals: Int)
  private let didQuit = OpenBehavior(false)

  /// The view. Notifies when it changes.
  public var view: Behavior<Tracker.View> { program.viewBehavior }
  /// Whether the program is over. It still receives messages, but its view should not be shown.
  public var isOver: Behavior<Bool> { didQuit }
  public var model: Tracker.Model { program.model }
  /// The history of the program.
  public var recording: Recording<Tracker> { recorder.recording }

  /// - Parameters:
  ///   - seconds: the passing time. The clock shows it, and each second checks the file.
  ///   - limit: the number of messages kept for undo; nil for all.
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
            // A failed check may succeed in the next second.
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

  /// Handles `key`; returns false if it does nothing.
  public func press(_ key: Key) -> Bool {
    switch view.value.action(for: key) {
    case .send(let message): program.dispatch(message)
    case .undo: travel(.undone, to: history.undo(keeping: recorder.firstStep))
    case .redo: travel(.redone, to: history.redo(keeping: recorder.firstStep))
    case nil: return false
    }
    return true
  }

  /// Updates the size of the window.
  public func resize(to size: ScreenSize) { program.dispatch(.resized(size)) }

  /// Waits until all loads and saves are finished.
  public func settle() async { await program.settle() }

  // History

  /// Restores the issues of an earlier step. The window, the time and the known state of the file stay; the file is
  /// therefore saved again.
  private func travel(_ restoration: Tracker.Restoration, to step: Int?) {
    guard let step else { return program.dispatch(.notRestored(restoration)) }
    noted.book = recorder.model(after: step).list.book
    program.dispatch(.restored(noted.book, restoration))
  }

  /// Notes changes of the issues, and their origin.
  private func note(_ model: Tracker.Model) {
    if model.file.arrivals != noted.arrivals {
      history.arrived(at: recorder.lastStep)
    } else if model.list.book != noted.book {
      history.edited(at: recorder.lastStep)
    }
    noted = (model.list.book, model.file.arrivals)
  }
}
