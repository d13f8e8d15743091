/// Loads and saves, one at a time: what the tracker's commands come to.
actor IssueStore {
  private let file: AtomicFile
  /// What was written here last. A save that was cancelled too late to stop it has nobody to tell.
  private var lastWritten: FileStamp?

  init(_ file: AtomicFile) { self.file = file }

  /// Performs a command, and says what has come of it.
  ///
  /// - Returns: nil if the command was cancelled in time.
  func perform(_ command: FileSync.Command) throws -> FileSync.Message? {
    switch command {
    case .load:
      return .loaded(reading())
    case .save(let book, let expected):
      if Task.isCancelled { return nil }
      // Who writes between this look and the renaming is not noticed: a lock would help only against those who ask for it.
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
