public import ReactiveElm

/// Keeps issues in step with a file: saves what is edited here, and takes over what others write, unless that would lose
/// something. Then it waits until somebody has chosen.
public enum FileSync: Module {
  public struct Model: Equatable, Codable, Sendable, Initable {
    /// What should be in the file.
    public var book = IssueBook()
    /// What is in it, as far as is known; nil before anything could be read.
    public internal(set) var saved: IssueBook?
    /// The state of the file that was read or written last.
    public internal(set) var stamp: FileStamp?
    public internal(set) var standing = Standing.loading
    /// Somebody is typing, and what they type is not in the book yet.
    public var isTypedInto = false
    /// How often the book was replaced by what was in the file, the first time included.
    public internal(set) var arrivals = 0

    public init() {}

    /// Whether something would be lost if the book were replaced.
    public var hasUnsavedEdits: Bool { saved != nil && (book != saved || isTypedInto) }
  }

  public enum Standing: Hashable, Codable, Sendable {
    case loading
    /// The file was in step with the book when last seen.
    case steady
    /// This is being written.
    case saving(IssueBook)
    /// This could not be written, and why.
    case failed(IssueBook, String)
    /// There is a file that cannot be read, and nothing of ours.
    case blocked(String)
    /// There are edits here, and in the meantime the file has become this.
    case conflict(FileReading.Content)
  }

  public enum Message: Hashable, Codable, Sendable {
    /// The book is this now.
    case edited(IssueBook)
    /// Somebody else has changed the file.
    case changed
    case loaded(FileReading)
    case saved(FileStamp)
    /// It was not saved, since this was found in place of what should have been there.
    case refused(FileReading)
    case saveFailed(String)
    case retried
    // How a conflict is settled.
    case keptMine, tookTheirs
  }

  public enum Command: Hashable, Codable, Sendable {
    case load
    /// Writes the book, if the file still has this stamp.
    case save(IssueBook, over: FileStamp?)
  }

  /// The file, to be watched for states other than this one.
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
      // What is being written finds out itself what it would replace.
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

  /// The file is watched while nothing is read or written here. Each state of it is a new source: watching begins again
  /// with what was read or written last, so it never takes our own writing for that of another program.
  public static func subscriptions(for model: Model) -> [Source] {
    switch model.standing {
    case .loading, .saving: []
    case .steady, .failed, .blocked, .conflict: [Source(known: model.stamp)]
    }
  }

  /// One at a time, and the newest wins.
  public static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .load: .identified(by: "load", cancelInFlight: true)
    case .save: .identified(by: "save", cancelInFlight: true)
    }
  }

  /// Loading fails with what it has found. Only saving can fail altogether.
  public static func message(for error: any Error, performing command: Command) -> Message? {
    switch command {
    case .load: nil
    case .save: .saveFailed("\(error)")
    }
  }

  /// Saves what is not saved, unless it is being saved, has just failed, or might replace what nobody has seen.
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
  /// Takes over what was found, unless that would lose something.
  fileprivate mutating func take(_ reading: FileReading) {
    stamp = reading.stamp
    switch reading.content {
    case .book(let theirs):
      if theirs == book {
        saved = theirs
        standing = .steady
      } else if theirs == saved {
        // It was only touched, or put back. What could not be written goes on waiting.
        if case .failed = standing { return }
        standing = .steady
      } else if hasUnsavedEdits {
        standing = .conflict(reading.content)
      } else {
        replaceBook(by: theirs)
      }
    case .missing:
      // Where there has never been a file, the first save makes one.
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
