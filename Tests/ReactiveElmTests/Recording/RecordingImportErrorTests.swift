// Tests: RecordingImportError, Recording+Importing, DecodingFault, JSONFault

import Foundation
import ReactiveElm
import Testing

@Suite("Import: data that is no recording")
struct RecordingImportErrorTests {
  private func error(_ text: String) -> String {
    do {
      _ = try Recording<Notebook>.imported(fromJSON: Data(text.utf8)) { try JSONDecoder().decode($0, from: $1) }
      return "none"
    } catch {
      return "\(error)"
    }
  }

  private let text: String = {
    let (program, _) = Notebook.makeLogged()
    let recorder = program.record()
    program.dispatch(.add("ä"))
    program.dispatch(.save)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: (try? encoder.encode(recorder.recording)) ?? Data(), as: UTF8.self)
  }()

  @Test("errors are equal if their reasons and modules are")
  func equalErrors() {
    func thrown(_ text: String) -> RecordingImportError? {
      do throws(RecordingImportError) {
        _ = try Recording<Notebook>.imported(fromJSON: Data(text.utf8)) { try JSONDecoder().decode($0, from: $1) }
        return nil
      } catch { return error }
    }
    #expect(thrown("hello") != nil && thrown("hello") == thrown("hello") && thrown("hello") != thrown("[1 2]"))
  }

  @Test(
    "what is no JSON: the line and column where it stops to be",
    arguments: [
      ("", "line 1, column 1: the data is empty"),
      ("hello", "line 1, column 1: expected a JSON value, found \"h\""),
      ("\u{FEFF}hello", "line 1, column 1: expected a JSON value, found \"h\""),
      ("  \n ", "line 2, column 2: the text ends here, before a JSON value"),
      ("{\"format\": 1,\n \"steps\" [", "line 2, column 10: expected a colon, found \"[\""),
      ("{\"a\":1,}", "line 1, column 8: expected a key in quotes, found \"}\""),
      ("[1 2]", "line 1, column 4: expected a comma or \"]\", found \"2\""),
      ("[1}", "line 1, column 3: expected a comma or \"]\", found \"}\""),
      ("[01]", "line 1, column 3: expected a comma or \"]\", found \"1\""),
      ("[-]", "line 1, column 3: expected a digit, found \"]\""),
      ("[1.e3]", "line 1, column 4: expected a digit, found \"e\""),
      ("[tru]", "line 1, column 5: expected \"true\", found \"]\""),
      ("[\"é\\x\"]", "line 1, column 5: expected a character that can be escaped, found \"x\""),
      ("[\"\\u12g4\"]", "line 1, column 7: expected a hex digit, found \"g\""),
      ("[\"a\nb\"]", "line 1, column 4: a string contains a control character, which has to be escaped"),
      ("{\"a\": \"ö", "line 1, column 9: the text ends here, before the end of a string"),
      ("{} é", "line 1, column 4: expected nothing more, found \"é\""),
      ("{}{}", "line 1, column 3: expected nothing more, found \"{\""),
    ])
  func notJSON(text: String, expected: String) {
    #expect(error(text) == "cannot import a recording of Notebook: \(expected)")
  }

  @Test("no JSON inside of a message or a model: the same")
  func notJSONInside() {
    func message(_ old: String, _ new: String) -> String {
      #expect(text.contains(old))
      return error(text.replacingOccurrences(of: old, with: new))
    }
    #expect(message("\"ä\"", "\"\\q\"").hasSuffix(": expected a character that can be escaped, found \"q\""))
    #expect(message("\"ä\"", "\"a\u{7}\"").hasSuffix("a control character, which has to be escaped"))
    #expect(message("\"ä\"", "\"\\u00g4\"").hasSuffix(": expected a hex digit, found \"g\""))
    let seconds = message("\"seconds\" : 0", "\"seconds\" : 00")
    #expect(seconds.hasPrefix("cannot import a recording of Notebook: line "))
    #expect(seconds.hasSuffix(": expected a comma or \"}\", found \"0\""))
    // A number that fits no type is JSON.
    let number = message("\"seconds\" : 0", "\"seconds\" : 1e999")
    #expect(number.contains("impossible") && !number.contains("line "))
  }

  @Test("cut off anywhere: the place where it ends")
  func truncated() {
    #expect(error(text) == "none")
    let characters = Array(text)
    for end in stride(from: 0, to: characters.count, by: 7) {
      let part = characters[..<end]
      let line = 1 + part.count { $0 == "\n" }
      let column = 1 + part.reversed().prefix { $0 != "\n" }.count
      let message = error(String(part))
      #expect(message.contains(": line \(line), column \(column): the "), "\(message)")
    }
  }

  @Test("more behind the end")
  func trailing() {
    let lines = text.count { $0 == "\n" } + 1
    #expect(error(text + "\nx").contains("line \(lines + 1), column 1: expected nothing more, found \"x\""))
  }

  @Test("deep nesting needs no stack")
  func deep() {
    let count = 200_000
    let text = String(repeating: "[", count: count)
    #expect(error(text).contains("line 1, column \(count + 1): the text ends here, before a JSON value"))
  }

  @Test("JSON that is no recording: what is missing, or of another type, and where")
  func otherJSON() {
    let prefix = "cannot import a recording of Notebook: "
    #expect(error("{}") == prefix + "there is no \"format\"")
    #expect(error("[]").hasPrefix(prefix))
    #expect(error("{\"format\": \"one\"}").hasPrefix(prefix + "format: "))
    let kind = text.replacingOccurrences(of: "\"enum\"", with: "\"union\"")
    #expect(error(kind).hasPrefix(prefix + "fingerprint.types[0].kind: "))
    let count = text.replacingOccurrences(
      of: "\"snapshots\" : [", with: "\"snapshots\" : [{\"notes\": [], \"seconds\": 0},")
    #expect(error(count).contains("snapshots: there are 2 snapshots for 2 steps from step 0 on"))
  }

  @Test("a format of the future says so")
  func laterFormat() {
    let later = text.replacingOccurrences(of: "\"format\" : 1", with: "\"format\" : 2")
    #expect(
      error(later)
        == "cannot import a recording of Notebook: it has format 2, and this version of ReactiveElm reads formats up to 1"
    )
  }

  @Test("any other error of a reader is reported")
  func otherErrors() {
    struct Locked: Error {}
    #expect(throws: RecordingImportError.self) { try Recording<Notebook>.imported { _ in throw Locked() } }
    do { _ = try Recording<Notebook>.imported { _ in throw Locked() } } catch {
      #expect("\(error)" == "cannot import a recording of Notebook: Locked()")
    }
  }

  @Test("another format: the keys, without a line")
  func propertyList() throws {
    let (program, _) = Notebook.makeLogged()
    let recorder = program.record()
    program.dispatch(.add("a"))
    let data = try PropertyListEncoder().encode(recorder.recording)
    let read = try Recording<Notebook>.imported { try PropertyListDecoder().decode($0, from: data) }
    #expect(read.model == program.model)
    do {
      _ = try Recording<Notebook>.imported { try PropertyListDecoder().decode($0, from: data.prefix(20)) }
      Issue.record("cut off, and read")
    } catch {
      #expect("\(error)".hasPrefix("cannot import a recording of Notebook: "))
    }
  }
}
