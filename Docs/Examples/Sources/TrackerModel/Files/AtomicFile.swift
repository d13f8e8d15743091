import Foundation

/// A file that is replaced atomically.
///
/// After a crash or power loss, it contains the old or the new text, never a mixture. The new text is written to
/// another file in the same folder, synchronized to disk, and renamed over the old one in one step.
struct AtomicFile {
  let path: String

  /// The steps in order. Tests make each of them fail.
  enum Step: CaseIterable, Sendable {
    case create, write, writeTheRest, synchronize, replace, synchronizeFolder
  }

  /// Called before each step; an error counts as the step's failure.
  var before: @Sendable (Step) throws -> Void = { _ in }

  /// The file itself if `path` is a link, so that the link remains.
  private var target: String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Nil if there is no file.
  func stamp() throws(FileProblem) -> FileStamp? {
    var status = stat()
    if stat(path, &status) == 0 { return FileStamp(status) }
    if errno == ENOENT { return nil }
    throw FileProblem("cannot look at \(path)", errno: errno)
  }

  func read() throws(FileProblem) -> Data {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw FileProblem("cannot read \(path)", errno: errno)
    }
    guard let data = try? handle.readToEnd() ?? Data() else { throw FileProblem("cannot read \(path)", errno: errno) }
    return data
  }

  /// Replaces the contents. If it throws, nothing has changed.
  ///
  /// - Returns: the state of the new file.
  func write(_ data: Data) throws -> FileStamp {
    let target = target
    let folder = (target as NSString).deletingLastPathComponent
    let temporary = "\(folder.isEmpty ? "." : folder)/.\((target as NSString).lastPathComponent).\(UUID().uuidString)"
    var status = stat()
    let mode = stat(target, &status) == 0 ? status.st_mode & 0o777 : 0o644

    try before(.create)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0 else { throw FileProblem("cannot write \(path)", errno: errno) }
    var isInPlace = false
    defer {
      close(descriptor)
      if !isInPlace { unlink(temporary) }
    }
    try before(.write)
    try write(data.prefix(data.count / 2), to: descriptor)
    try before(.writeTheRest)
    try write(data.dropFirst(data.count / 2), to: descriptor)
    try before(.synchronize)
    guard fsync(descriptor) == 0 else { throw FileProblem("cannot write \(path)", errno: errno) }
    guard fstat(descriptor, &status) == 0 else { throw FileProblem("cannot write \(path)", errno: errno) }
    try before(.replace)
    guard rename(temporary, target) == 0 else { throw FileProblem("cannot write \(path)", errno: errno) }
    isInPlace = true
    // The new text is in place. Synchronizing the folder protects the name against power loss; its failure undoes
    // nothing.
    if (try? before(.synchronizeFolder)) != nil {
      let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
      if descriptor >= 0 {
        fsync(descriptor)
        close(descriptor)
      }
    }
    return FileStamp(status)
  }

  private func write(_ data: Data, to descriptor: Int32) throws {
    var rest = data
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw FileProblem("cannot write \(path)", errno: errno) }
      rest = rest.dropFirst(count)
    }
  }
}

extension FileStamp {
  fileprivate init(_ status: stat) {
    #if canImport(Darwin)
    let time = status.st_mtimespec
    #else
    let time = status.st_mtim
    #endif
    self.init(
      number: UInt64(status.st_ino), size: Int64(status.st_size),
      written: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
  }
}
