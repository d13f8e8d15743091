import ExampleTerminal
import Foundation

/// The file as text: JSON that is readable and easy to diff.
enum IssueFile {
  static func data(of book: IssueBook) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Texts and whole numbers always encode.
    return (try? encoder.encode(book)).map { $0 + Data("\n".utf8) } ?? Data()
  }

  static func book(in data: Data) throws(FileProblem) -> IssueBook {
    let book: IssueBook
    do {
      book = try JSONDecoder().decode(IssueBook.self, from: data)
    } catch {
      throw FileProblem(malformed(data, error))
    }
    if let problem = book.problem { throw FileProblem(problem) }
    return book
  }
}

/// An error in a file, in one line for the user.
public struct FileProblem: Error, Hashable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description.printable }

  /// Appends the system's description of its last error.
  init(_ description: String, errno code: Int32) {
    self.init("\(description): \(String(cString: strerror(code)))")
  }
}

/// The decoder's error and its place: `issues[3].status: …`, or the line of invalid JSON.
private func malformed(_ data: Data, _ error: any Error) -> String {
  switch error {
  case DecodingError.keyNotFound(let key, let context):
    "\(place(context.codingPath))\"\(key.stringValue)\" is missing"
  case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty:
    "line \(lineOfSyntaxError(in: data)): this is no JSON"
  case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
    DecodingError.dataCorrupted(let context):
    "\(place(context.codingPath))\(context.debugDescription)"
  default:
    "\(error)"
  }
}

/// `issues[3].status: `
private func place(_ path: [any CodingKey]) -> String {
  let text = path.reduce("") { text, key in
    if let index = key.intValue { return "\(text)[\(index)]" }
    return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
  }
  return text.isEmpty ? "" : text + ": "
}

/// The line of the syntax error; the last line for truncated text.
private func lineOfSyntaxError(in data: Data) -> Int {
  var offset = data.count
  do { _ = try JSONSerialization.jsonObject(with: data) } catch {
    // The parser reports the place only here.
    let reason = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? ""
    if let index = reason.range(of: "around character ") {
      offset = Int(reason[index.upperBound...].prefix(while: \.isNumber)) ?? offset
    } else if let index = reason.range(of: "around line ") {
      return Int(reason[index.upperBound...].prefix(while: \.isNumber)) ?? 1
    }
  }
  return data.prefix(offset).reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
}
