public import ReactiveElm

/// Keeps issues in sync with a file: saves edits, and loads other programs' changes.
///
/// If loading would lose edits, it waits for the user's choice.
public enum FileSync: Module {
  public struct Model: Equatable, Codable, Sendable, Initable {
    /// The intended contents of the file.
    public var book = IssueBook()
    /// The known contents of the file; nil before the first successful read.
    public internal(set) var saved: IssueBook?
    /// The state of the file when last read or written.
    public internal(set) var stamp: FileStamp?
    public internal(set) var standing = Standing.loading
    /// Whether typed text is not yet in the book.
    public var isTypedInto = false
    /// How often the file's contents replaced the book, including the first time.
    public internal(set) var arrivals = 0

    public init() {}

    /// Whether replacing the book would lose edits.
    public var hasUnsavedEdits: Bool { saved != nil && (book != saved || isTypedInto) }
  }

  public enum Standing: Hashable, Codable, Sendable {
    case loading
    /// The file matched the book when last checked.
    case steady
    /// Being written.
    case saving(IssueBook)
    /// Could not be written, with the reason.
    case failed(IssueBook, String)
    /// The file is unreadable, and nothing was loaded.
    case blocked(String)
    /// There are unsaved edits, and the file has changed to this.
    case conflict(FileReading.Content)
  }

  public enum Message: Hashable, Codable, Sendable {
    /// The new book.
    case edited(IssueBook)
    /// Another program changed the file.
    case changed
    case loaded(FileReading)
    case saved(FileStamp)
    /// Not saved, because the file was not in the expected state.
    case refused(FileReading)
    case saveFailed(String)
    case retried
    // The solutions of a conflict.
    case keptMine, tookTheirs
  }

  public enum Command: Hashable, Codable, Sendable {
    case load
    /// Writes the book, if the file still has this stamp.
    case save(IssueBook, over: FileStamp?)
  }

  /// The file, watched for states other than the known one.
  public struct Source: Hashable, Codable, Sendable {
    public var known: FileStamp?

    public init(known: FileStamp?) { self.known = known }
  }

  public static func start(with flags: Void) -> (model: Model, commands: [Command]) { (Model(), [.load]) }

  public static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .edited(let book):
      model.book = book
      return save(&model)
    case .changed:
      return [.load]
    case .loaded(let reading):
      // The running save checks what it would replace.
      if case .saving = model.standing { return [] }
      model.take(reading)
      return save(&model)
    case .refused(let reading):
      model.take(reading)
      return save(&model)
    case .saved(let stamp):
      guard case .saving(let book) = model.standing else { return [] }
      model.stamp = stamp
      model.saved = book
      model.standing = .steady
      return save(&model)
    case .saveFailed(let reason):
      guard case .saving(let book) = model.standing else { return [] }
      model.standing = .failed(book, reason)
      return save(&model)
    case .retried:
      guard case .failed = model.standing else { return [] }
      model.standing = .steady
      return save(&model)
    case .keptMine:
      guard case .conflict = model.standing else { return [] }
      return write(&model)
    case .tookTheirs:
      model.takeTheirs()
      return []
    }
  }

  public static func view(for model: Model) -> Standing { model.standing }

  /// Watches the file except while reading or writing it. Each state is a new source that starts from the last read or
  /// write, so own writes are not mistaken for another program's.
  public static func subscriptions(for model: Model) -> [Source] {
    switch model.standing {
    case .loading, .saving: []
    case .steady, .failed, .blocked, .conflict: [Source(known: model.stamp)]
    }
  }

  /// One at a time; the newest wins.
  public static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .load: .identified(by: "load", cancelInFlight: true)
    case .save: .identified(by: "save", cancelInFlight: true)
    }
  }

  /// Loading reports problems as results; only saving can fail.
  public static func message(for error: any Error, performing command: Command) -> Message? {
    switch command {
    case .load: nil
    case .save: .saveFailed("\(error)")
    }
  }

  /// Saves unsaved edits, unless a save runs, has failed, or might replace unseen changes.
  private static func save(_ model: inout Model) -> [Command] {
    switch model.standing {
    case .steady: model.book != model.saved ? write(&model) : []
    case .saving(let other), .failed(let other, _): model.book != other ? write(&model) : []
    case .loading, .blocked, .conflict: []
    }
  }

  private static func write(_ model: inout Model) -> [Command] {
    model.standing = .saving(model.book)
    return [.save(model.book, over: model.stamp)]
  }
}

extension FileSync.Model {
  /// Takes over the contents, unless that would lose edits.
  fileprivate mutating func take(_ reading: FileReading) {
    stamp = reading.stamp
    switch reading.content {
    case .book(let theirs):
      if theirs == book {
        saved = theirs
        standing = .steady
      } else if theirs == saved {
        // Only touched or restored. A failed save keeps waiting.
        if case .failed = standing { return }
        standing = .steady
      } else if hasUnsavedEdits {
        standing = .conflict(reading.content)
      } else {
        replaceBook(by: theirs)
      }
    case .missing:
      // Without an earlier file, the first save creates one.
      if saved == nil || book.issues.isEmpty {
        saved = book
        standing = .steady
      } else {
        standing = .conflict(.missing)
      }
    case .broken(let reason):
      standing = saved == nil ? .blocked(reason) : .conflict(reading.content)
    }
  }

  fileprivate mutating func takeTheirs() {
    switch standing {
    case .conflict(.book(let theirs)): replaceBook(by: theirs)
    case .conflict(.missing): replaceBook(by: IssueBook())
    default: break
    }
  }

  private mutating func replaceBook(by theirs: IssueBook) {
    arrivals += 1
    book = theirs
    saved = theirs
    isTypedInto = false
    standing = .steady
  }
}
