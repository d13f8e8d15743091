/// The history of a program: its messages in order, and the model before every 32nd.
///
/// Step n is the state after n messages. Full chunks never change, so copies share them. Forgetting drops whole chunks.
@usableFromInline
struct StepLog<M: Module> {
  @usableFromInline
  struct Entry {
    @usableFromInline let message: M.Message
    @usableFromInline let commands: RecordedCommands<M.Command>

    @inlinable
    init(message: M.Message, commands: RecordedCommands<M.Command>) {
      self.message = message
      self.commands = commands
    }
  }

  /// A model. It may hold the next recorder of a long list, so it is released without recursion.
  @usableFromInline
  final class Snapshot {
    @usableFromInline let content: ReleaseGuard<M.Model>
    @usableFromInline var model: M.Model { content.content! }

    @inlinable
    init(_ model: M.Model) { content = ReleaseGuard(model) }
  }

  /// 32 messages, and the model before them.
  @usableFromInline
  final class Chunk {
    @usableFromInline let snapshot: Snapshot
    @usableFromInline let entries: [Entry]

    @inlinable
    init(from snapshot: Snapshot, entries: [Entry]) {
      self.snapshot = snapshot
      self.entries = entries
    }
  }

  @inlinable static var chunkSize: Int { 32 }

  /// The first kept step.
  @usableFromInline private(set) var start = 0
  /// The full chunks. Forgotten chunks leave empty places in front, until these are half of all.
  @usableFromInline var chunks: [Chunk?] = []
  @usableFromInline var forgottenChunks = 0
  /// The model after the full chunks.
  @usableFromInline var last: Snapshot
  /// The messages after the full chunks; fewer than 32.
  @usableFromInline var entries: [Entry] = []
  @usableFromInline
  init(start: Int = 0, model: M.Model) {
    self.start = start
    last = Snapshot(model)
  }

  /// From decoded data: a model before the first message and after every 32.
  init(start: Int, models: [M.Model], entries: [Entry]) {
    self.start = start
    last = Snapshot(models[models.count - 1])
    for index in 0..<(models.count - 1) {
      let part = entries[(index * Self.chunkSize)..<((index + 1) * Self.chunkSize)]
      chunks.append(Chunk(from: Snapshot(models[index]), entries: Array(part)))
    }
    self.entries = Array(entries[((models.count - 1) * Self.chunkSize)...])
  }

  @inlinable var chunkCount: Int { chunks.count - forgottenChunks }

  @usableFromInline var end: Int { start + chunkCount * Self.chunkSize + entries.count }

  /// Adds a message that led to `model`.
  @inlinable
  mutating func add(_ message: M.Message, _ commands: RecordedCommands<M.Command>, leadingTo model: M.Model) {
    if entries.isEmpty { entries.reserveCapacity(Self.chunkSize) }
    entries.append(Entry(message: message, commands: commands))
    if entries.count == Self.chunkSize { beginChunk(model) }
  }

  @inlinable @inline(never)
  mutating func beginChunk(_ model: M.Model) {
    chunks.append(Chunk(from: last, entries: entries))
    last = Snapshot(model)
    entries = []
  }

  /// Forgets all but the newest `limit` full chunks.
  ///
  /// - Returns: the forgotten chunks. Release them when nothing else runs.
  mutating func keep(_ limit: Int) -> [Chunk?] {
    if chunkCount <= limit { return [] }
    var forgotten: [Chunk?] = []
    while chunkCount > limit {
      forgotten.append(chunks[forgottenChunks])
      chunks[forgottenChunks] = nil
      forgottenChunks += 1
      start += Self.chunkSize
    }
    if forgottenChunks > chunks.count / 2 {
      chunks.removeFirst(forgottenChunks)
      forgottenChunks = 0
    }
    return forgotten
  }

  /// The message that led to `step`.
  subscript(step: Int) -> Entry {
    let index = step - start - 1
    let chunk = forgottenChunks + index / Self.chunkSize
    return chunk < chunks.count ? chunks[chunk]!.entries[index % Self.chunkSize] : entries[index % Self.chunkSize]
  }

  /// A full chunk, or the partial one at the end.
  private func chunk(_ index: Int) -> (from: Snapshot, entries: [Entry]) {
    let place = forgottenChunks + index
    return place < chunks.count ? (chunks[place]!.snapshot, chunks[place]!.entries) : (last, entries)
  }

  /// The kept models: before the first message, and after every 32.
  var snapshots: [M.Model] { chunks[forgottenChunks...].map { $0!.snapshot.model } + [last.model] }

  /// The model after `step`. Runs at most 31 updates, and drops their commands.
  func model(after step: Int) -> M.Model {
    let (snapshot, entries) = chunk((step - start) / Self.chunkSize)
    var model = snapshot.model
    for entry in entries.prefix((step - start) % Self.chunkSize) {
      _ = M.update(for: entry.message, model: &model)
    }
    return model
  }

  /// Forgets the steps after `step`. Returns what kept them, whose release may run code.
  mutating func truncate(after step: Int) -> some Any {
    let index = (step - start) / Self.chunkSize
    let (snapshot, entries) = chunk(index)
    let forgotten = (last, self.entries, Array(chunks[(forgottenChunks + index)...]))
    last = snapshot
    self.entries = Array(entries.prefix((step - start) % Self.chunkSize))
    chunks.removeSubrange((forgottenChunks + index)...)
    return forgotten
  }
}

/// The commands of a message: themselves, or their descriptions when imported.
@usableFromInline
enum RecordedCommands<Command> {
  case performed([Command])
  case described([String])

  var descriptions: [String] {
    switch self {
    case .performed(let commands): commands.map { Self.description(of: $0) }
    case .described(let texts): texts
    }
  }

  /// As in Swift source, about 1,000 characters at most, and the same in every run.
  static func description(of command: Command) -> String { ValueText.of(command, room: 1000) }
}

extension StepLog: Sendable where M.Message: Sendable, M.Model: Sendable, M.Command: Sendable {}
extension StepLog.Entry: Sendable where M.Message: Sendable, M.Model: Sendable, M.Command: Sendable {}
extension StepLog.Snapshot: Sendable where M.Model: Sendable {}
extension StepLog.Chunk: Sendable where M.Message: Sendable, M.Model: Sendable, M.Command: Sendable {}
extension RecordedCommands: Sendable where Command: Sendable {}
