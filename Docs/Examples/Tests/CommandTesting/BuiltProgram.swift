import Foundation

/// A program of this package, run as by its users. A test that uses it depends on the program's target.
public struct BuiltProgram: Sendable {
  private let name: String

  public init(_ name: String) { self.name = name }

  /// The result of a run.
  public struct Result: Sendable {
    public var status: Int32
    public var output: String
    public var errors: String

    public var lines: [Substring] { output.split(separator: "\n", omittingEmptySubsequences: false) }
  }

  /// Runs it to its end.
  public func run(_ arguments: [String], input: String = "") throws -> Result {
    // Uses files, because a full pipe would block the program.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["input", "output", "errors"].map { folder.appendingPathComponent($0) }
    try Data(input.utf8).write(to: files[0])
    try Data().write(to: files[1])
    try Data().write(to: files[2])

    let process = process(arguments)
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus, output: try String(contentsOf: files[1], encoding: .utf8),
      errors: try String(contentsOf: files[2], encoding: .utf8))
  }

  func process(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = Self.folder.appendingPathComponent(name)
    process.arguments = arguments
    return process
  }

  private static var folder: URL {
    #if os(macOS)
    Bundle(for: Marker.self).bundleURL.deletingLastPathComponent()
    #else
    Bundle.main.bundleURL
    #endif
  }

  private final class Marker {}
}

/// Runs `body` with a temporary file of this text.
public func withFile(_ text: String, extension: String = "txt", _ body: (String) throws -> Void) throws {
  let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).\(`extension`)")
  defer { try? FileManager.default.removeItem(at: file) }
  try Data(text.utf8).write(to: file)
  try body(file.path)
}
