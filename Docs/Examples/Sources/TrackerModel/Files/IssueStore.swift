/// Performs the tracker's loads and saves, one at a time.
actor IssueStore {
  private let file: AtomicFile
  /// The last own write. A save cancelled too late still writes, but cannot report it.
  private var lastWritten: FileStamp?

  init(_ file: AtomicFile) { self.file = file }

  /// Performs a command, and returns the resulting message.
  ///
  /// - Returns: nil if the command was cancelled in time.
  func perform(_ command: FileSync.Command) throws -> FileSync.Message? {
    switch command {
    case .load:
      return .loaded(reading())
    case .save(let book, let expected):
      if Task.isCancelled { return nil }
      // Misses a write between this check and the renaming; a lock would only help against programs that use it.
      let stamp = try file.stamp()
      guard stamp == expected || stamp == lastWritten else { return .refused(reading()) }
      let written = try file.write(IssueFile.data(of: book))
      lastWritten = written
      return .saved(written)
    }
  }

  private func reading() -> FileReading {
    var stamp: FileStamp?
    do throws(FileProblem) {
      stamp = try file.stamp()
      guard stamp != nil else { return FileReading(.missing, stamp: nil) }
      let data = try file.read()
      do throws(FileProblem) { return FileReading(.book(try IssueFile.book(in: data)), stamp: stamp) } catch {
        throw FileProblem("\(file.path): \(error)")
      }
    } catch {
      return FileReading(.broken(error.description), stamp: stamp)
    }
  }
}
