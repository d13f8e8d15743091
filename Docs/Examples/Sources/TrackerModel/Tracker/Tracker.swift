public import ExampleTerminal
public import ReactiveElm

/// The issue tracker: a list, an optional open issue, and their file.
public enum Tracker: Module {
  public struct Model: Equatable, Codable, Sendable {
    public var list = IssueList.Model()
    /// The open issue.
    public var detail: Detail.Model?
    public var file = FileSync.Model()
    public var now: Moment
    public var size: ScreenSize
    /// The name of the file.
    public var name: String
    /// A message about the last key.
    public var notice: String?
    public var leaving: Leaving?
  }

  /// A request to leave with unsaved edits.
  public enum Leaving: String, Codable, Sendable {
    /// The program ends after the current save.
    case whenSaved
    /// Saving is impossible; another request discards the edits.
    case ifAskedAgain
  }

  public struct Flags: Sendable {
    public var name: String
    public var now: Moment
    public var size: ScreenSize

    public init(name: String, now: Moment, size: ScreenSize = .usual) {
      self.name = name
      self.now = now
      self.size = size
    }
  }

  public enum Message: Hashable, Codable, Sendable {
    case list(IssueList.Message)
    case detail(Detail.Message)
    case file(FileSync.Message)
    case opened, closed, began, deleted
    case ticked(Moment)
    case resized(ScreenSize)
    /// Restores the issues of another time.
    case restored(IssueBook, Restoration)
    /// Nothing is left to undo or redo.
    case notRestored(Restoration)
    case quit
  }

  public enum Restoration: String, Codable, Sendable {
    case undone, redone
  }

  public enum Command: Hashable, Codable, Sendable {
    case file(FileSync.Command)
    case quit
  }

  public enum Source: Hashable, Codable, Sendable {
    case clock
    case file(FileSync.Source)
  }

  // The children: two permanent ones, and one while an issue is open.
  static let list = Embedding<Tracker, IssueList>(at: \.list, message: Message.list)
  static let detail = OptionalEmbedding<Tracker, Detail>(at: \.detail, message: Message.detail)
  static let file = Embedding<Tracker, FileSync>(
    at: \.file, message: Message.file, command: Command.file, source: Source.file)

  public static func start(with flags: Flags) -> (model: Model, commands: [Command]) {
    let (fileModel, commands) = file.start()
    return (Model(file: fileModel, now: flags.now, size: flags.size, name: flags.name), commands)
  }

  public static func update(for message: Message, model: inout Model) -> [Command] {
    if message.isFromUser { model.notice = nil }
    if message != .quit, message.isFromUser { model.leaving = nil }
    return handle(message, &model) + reconcile(&model)
  }

  public static func subscriptions(for model: Model) -> [Source] {
    [.clock] + file.subscriptions(for: model)
  }

  public static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .file(let command): file.policy(for: command)
    case .quit: .free
    }
  }

  public static func message(for error: any Error, performing command: Command) -> Message? {
    switch command {
    case .file(let command): file.message(for: error, performing: command)
    case .quit: nil
    }
  }

  private static func handle(_ message: Message, _ model: inout Model) -> [Command] {
    switch message {
    case .list(let message):
      return list.update(for: message, model: &model)
    case .detail(let message):
      return updateDetail(for: message, &model)
    case .file(let message):
      return updateFile(for: message, &model)
    case .opened:
      if let issue = model.list.selected { return detail.start(with: .init(issue), model: &model) }
    case .closed:
      model.detail = nil
    case .began:
      // It gets its number now, and its place in the list with its title.
      let issue = Issue(id: model.list.book.next, title: "", created: model.now)
      return detail.start(with: .init(issue, editing: .title), model: &model)
    case .deleted:
      let id = model.detail?.issue.id ?? model.list.selected?.id
      model.detail = nil
      if let id {
        model.notice = "Issue \(id) is deleted; u brings it back."
        return list.update(for: .deleted(id), model: &model)
      }
    case .ticked(let now):
      model.now = now
    case .resized(let size):
      model.size = size
    case .restored(let book, let restoration):
      model.list.book = book
      model.notice = restoration == .undone ? "Undone; r does it again." : "Done again."
    case .notRestored(let restoration):
      model.notice = restoration == .undone ? "There is nothing to undo." : "There is nothing to do again."
    case .quit:
      return quit(&model)
    }
    return []
  }

  private static func updateDetail(for message: Detail.Message, _ model: inout Model) -> [Command] {
    let commands = detail.update(for: message, model: &model)
    guard let open = model.detail, open.editor == nil else { return commands }
    if open.issue.title.isEmpty {
      // An issue without a title is discarded.
      model.detail = nil
    } else if model.list.book[open.issue.id] != open.issue {
      model.list.book.put(open.issue)
      model.list.selection = open.issue.id
    }
    return commands
  }

  private static func updateFile(for message: FileSync.Message, _ model: inout Model) -> [Command] {
    let arrivals = model.file.arrivals
    var commands = file.update(for: message, model: &model)
    if model.file.book != model.list.book { model.list.book = model.file.book }
    if model.file.arrivals != arrivals {
      // The change has replaced the text being typed.
      model.detail?.editor = nil
      if arrivals > 0 { model.notice = "\(model.name) was changed by somebody else; this is what is in it now." }
    }
    if model.leaving == .whenSaved {
      switch model.file.standing {
      case .steady:
        commands.append(.quit)
      case .failed, .conflict:
        model.leaving = nil
      case .saving, .loading, .blocked:
        break
      }
    }
    return commands
  }

  private static func quit(_ model: inout Model) -> [Command] {
    if case .saving = model.file.standing {
      model.leaving = .whenSaved
      return []
    }
    if !model.file.hasUnsavedEdits || model.leaving == .ifAskedAgain { return [.quit] }
    model.leaving = .ifAskedAgain
    return []
  }

  /// Synchronizes the issues of the list, the file and the detail.
  private static func reconcile(_ model: inout Model) -> [Command] {
    if let detail = model.detail, let issue = model.list.book[detail.issue.id] {
      model.detail?.issue = issue
    } else if model.detail?.editor == nil {
      model.detail = nil
    }
    model.file.isTypedInto = model.detail?.editor != nil
    if model.list.book == model.file.book { return [] }
    return file.update(for: .edited(model.list.book), model: &model)
  }
}

extension Tracker.Message {
  /// Whether a key caused it.
  fileprivate var isFromUser: Bool {
    switch self {
    case .list, .detail, .opened, .closed, .began, .deleted, .restored, .notRestored, .quit: true
    case .file(.retried), .file(.keptMine), .file(.tookTheirs): true
    case .file, .ticked, .resized: false
    }
  }
}
