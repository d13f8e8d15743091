import Foundation

@testable import TrackerModel

/// Noon of a day in March.
let noon = Moment(seconds: 1_772_366_400)

extension Issue {
  static func sample(_ id: Int, _ title: String, status: Status = .open, text: String = "") -> Issue {
    Issue(id: id, title: title, text: text, status: status, created: Moment(seconds: noon.seconds - id * 3600))
  }
}

extension IssueBook {
  /// One issue of each status.
  static let sample = IssueBook(issues: [
    .sample(1, "Crash at the start", status: .done, text: "Only on Mondays."),
    .sample(2, "Wrong colors", status: .started),
    .sample(3, "No sound", text: "The crash of issue 1 was silent, too."),
  ])
}

extension FileStamp {
  static func sample(_ number: UInt64) -> FileStamp { FileStamp(number: number, size: 100, written: 0) }
}

/// Runs `body` with the path of a nonexistent file in a temporary folder.
func withPath<Result>(
  isolation: isolated (any Actor)? = #isolation, _ body: (String) async throws -> Result
) async throws -> Result {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await body(folder.appendingPathComponent("issues.json").path)
}

func text(at path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }

/// Writes in place, like another program.
func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }

func write(_ book: IssueBook, to path: String) throws {
  try IssueFile.data(of: book).write(to: URL(fileURLWithPath: path), options: .atomic)
}

func book(at path: String) throws -> IssueBook {
  try IssueFile.book(in: Data(contentsOf: URL(fileURLWithPath: path)))
}
