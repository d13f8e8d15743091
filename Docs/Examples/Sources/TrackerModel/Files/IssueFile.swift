import ExampleTerminal
import Foundation

/// The file as text: JSON that is good to read, and to compare line by line.
enum IssueFile {
  static func data(of book: IssueBook) -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Texts and whole numbers can always be written.
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

/// What is wrong with a file, in one line, for the person whose it is.
public struct FileProblem: Error, Hashable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description.printable }

  /// With what the system has to say about its last error.
  init(_ description: String, errno code: Int32) {
    self.init("\(description): \(String(cString: strerror(code)))")
  }
}

/// What the decoder found wrong, and where: `issues[3].status: …`, or the line in which the text is no JSON.
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

/// The line in which it stops to be JSON; the last one if it only stops too early.
private func lineOfSyntaxError(in data: Data) -> Int {
  var offset = data.count
  do { _ = try JSONSerialization.jsonObject(with: data) } catch {
    // The only place where the parser says where.
    let reason = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? ""
    if let index = reason.range(of: "around character ") {
      offset = Int(reason[index.upperBound...].prefix(while: \.isNumber)) ?? offset
    } else if let index = reason.range(of: "around line ") {
      return Int(reason[index.upperBound...].prefix(while: \.isNumber)) ?? 1
    }
  }
  return data.prefix(offset).reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
}
