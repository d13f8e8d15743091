// Tests: RecordingFit, TypeFingerprint, TypeFingerprint+Codable, TypeFingerprint+Comparing

import Foundation
import ReactiveElm
import Testing

@Suite("Import: types that have changed")
struct RecordingFitTests {
  /// As in a recording: without the module and the location of a local type.
  private func name(_ type: Any.Type) -> String {
    let parts = String(reflecting: type).split(separator: ".", omittingEmptySubsequences: false)
    let start = parts.lastIndex { $0.hasSuffix(")") } ?? 0
    return parts[(start + 1)...].joined(separator: ".")
  }

  /// A recording of an album, with types named as in `Now`.
  private func text<Now: Module>(of messages: [Album.Message], readAs now: Now.Type) throws -> String {
    let program = Album.makeProgram()
    let recorder = program.record()
    for message in messages { program.dispatch(message) }
    return String(decoding: try JSONEncoder().encode(recorder.recording), as: UTF8.self)
      .replacingOccurrences(of: name(Album.Message.self), with: name(Now.Message.self))
      .replacingOccurrences(of: name(Album.Model.self), with: name(Now.Model.self))
  }

  private func fit<Now: Module>(of text: String, _ now: Now.Type) -> RecordingFit?
  where Now.Message: Codable, Now.Model: Codable {
    do { return try Recording<Now>.imported(fromJSON: Data(text.utf8), by: JSONDecoder().decode).fit } catch {
      if case .unfit(let fit) = error.reason { return fit }
      Issue.record(error)
      return nil
    }
  }

  private func fit<Now: Module>(_ now: Now.Type) throws -> String
  where Now.Message: Codable, Now.Model: Codable {
    let text = try text(
      of: [.reset, .add(2), .rename(old: "a", new: "b"), .set(.init(title: "x", size: 1))], readAs: now)
    return (fit(of: text, now)?.description ?? "")
      .replacingOccurrences(of: name(now), with: "Album").replacingOccurrences(of: name(Album.self), with: "Album")
  }

  @Test("the same types are fine")
  func same() throws {
    #expect(try fit(Album.self) == "fine")
  }

  @Test("a field that is new and may be absent is risky")
  func addedOptional() throws {
    enum Now: AlbumLike {
      typealias Message = Album.Message
      struct Model: AlbumModel { var count = 0, names: [String] = [], note: String? }
    }
    let fit = try fit(Now.self)
    #expect(fit.contains("Album.Model: field note Optional<String> is new"))
    #expect(fit.hasPrefix("risky, since types have changed: "))
  }

  @Test("a field that is gone is risky")
  func removed() throws {
    enum Now: AlbumLike {
      typealias Message = Album.Message
      struct Model: AlbumModel { var count = 0 }
    }
    #expect(try fit(Now.self).contains("Album.Model: field names [String] is gone"))
  }

  @Test("a field of another type that can be read is risky")
  func retyped() throws {
    enum Now: AlbumLike {
      typealias Message = Album.Message
      struct Model: AlbumModel { var count = 0.0, names: [String] = [] }
    }
    #expect(try fit(Now.self).contains("Album.Model: field count was Int and is Double"))
  }

  @Test("a field with another name that keeps its key is risky")
  func renamed() throws {
    enum Now: AlbumLike {
      typealias Message = Album.Message
      struct Model: AlbumModel {
        var count = 0
        var titles: [String] = []
        enum CodingKeys: String, CodingKey {
          case count
          case titles = "names"
        }
      }
    }
    #expect(try fit(Now.self).contains("Album.Model: field names is now titles"))
  }

  @Test("a change deep inside a message is found")
  func nested() throws {
    enum Now: AlbumLike {
      enum Message: Codable {
        case reset
        case add(Int)
        case rename(old: String, new: String)
        case set(Cover)
        struct Cover: Codable {
          var title: String
          var size: Double
        }
      }
      typealias Model = Album.Model
    }
    #expect(try fit(Now.self).contains("Album.Message.Cover: field size was Int and is Double"))
  }

  @Test("a field that is new and must be there is impossible")
  func addedRequired() throws {
    enum Now: AlbumLike {
      typealias Message = Album.Message
      struct Model: AlbumModel { var count = 0, names: [String] = [], note = "" }
    }
    #expect(try fit(Now.self) == "impossible: Album.Model: note is new (at snapshots[0])")
  }

  @Test("a field of another type that cannot be read is impossible")
  func retypedUnreadably() throws {
    enum Now: AlbumLike {
      typealias Message = Album.Message
      struct Model: AlbumModel { var count = "", names: [String] = [] }
    }
    #expect(try fit(Now.self) == "impossible: Album.Model: count was Int and is String (at snapshots[0].count)")
  }

  @Test("a case with another name is impossible")
  func renamedCase() throws {
    enum Now: AlbumLike {
      enum Message: Codable {
        case reset
        case plus(Int)
        case rename(old: String, new: String)
        case set(Album.Message.Cover)
      }
      typealias Model = Album.Model
    }
    #expect(
      try fit(Now.self) == "impossible: Album.Message: case add is gone or carries something else (at steps[1].message)"
    )
  }

  @Test("a case that carries another type is impossible, or risky if that can be read")
  func retypedCase() throws {
    enum Unreadable: AlbumLike {
      enum Message: Codable {
        case reset
        case add(String)
        case rename(old: String, new: String)
        case set(Album.Message.Cover)
      }
      typealias Model = Album.Model
    }
    #expect(
      try fit(Unreadable.self) == "impossible: Album.Message: add was Int and is String (at steps[1].message.add._0)")
    enum Readable: AlbumLike {
      enum Message: Codable {
        case reset
        case add(Double)
        case rename(old: String, new: String)
        case set(Album.Message.Cover)
      }
      typealias Model = Album.Model
    }
    #expect(try fit(Readable.self).contains("Album.Message: case add was Int and is Double"))
  }

  @Test("what a case carries by name: one more, and another type")
  func retypedLabels() throws {
    enum More: AlbumLike {
      enum Message: Codable {
        case reset
        case add(Int)
        case rename(old: String, new: String, by: String)
        case set(Album.Message.Cover)
      }
      typealias Model = Album.Model
    }
    #expect(
      try fit(More.self) == "impossible: (old: String, new: String): by is new (at steps[2].message.rename)")
    enum Other: AlbumLike {
      enum Message: Codable {
        case reset
        case add(Int)
        case rename(old: String, new: Int)
        case set(Album.Message.Cover)
      }
      typealias Model = Album.Model
    }
    #expect(
      try fit(Other.self)
        == "impossible: (old: String, new: String): new was String and is Int (at steps[2].message.rename.new)")
  }

  @Test("an error of the type's own names the place as well")
  func ownError() throws {
    struct Refusal: Error {}
    enum Now: AlbumLike {
      struct Message: Codable {
        init(from decoder: any Decoder) throws {
          if decoder.codingPath.contains(where: { $0.intValue == 2 }) { throw Refusal() }
        }
      }
      typealias Model = Album.Model
    }
    #expect(try fit(Now.self) == "impossible: Album.Message: reading it threw Refusal() (at steps[2].message)")
  }

  @Test("another module's recording names both types")
  func otherModule() throws {
    let program = Album.makeProgram()
    let recorder = program.record()
    let text = String(decoding: try JSONEncoder().encode(recorder.recording), as: UTF8.self)
    enum Other: AlbumLike {
      typealias Message = String
      struct Model: AlbumModel { var count = 0, names: [String] = [] }
    }
    let fit = fit(of: text, Other.self)?.description ?? ""
    #expect(fit.hasPrefix("risky"))
    #expect(fit.contains("Album.Message: the type of messages is now String"))
    #expect(fit.contains("Album.Model: the type of the model is now "))
  }

  @Test("a type with another name is compared all the same")
  func renamedType() throws {
    enum Other: AlbumLike {
      enum Event: Codable {
        case reset
        case add(Int)
        case rename(old: String, new: String)
        case set(Album.Message.Cover)
      }
      typealias Message = Event
      struct State: AlbumModel { var count = 0.0, names: [String] = [] }
      typealias Model = State
    }
    let program = Album.makeProgram()
    let recorder = program.record()
    program.dispatch(.add(1))
    let text = String(decoding: try JSONEncoder().encode(recorder.recording), as: UTF8.self)
    let fit = fit(of: text, Other.self)?.description ?? ""
    #expect(fit.contains("Album.Message: the type of messages is now "))
    #expect(fit.contains("Album.Model: the type of the model is now "))
    #expect(fit.contains("Album.Model: field count was Int and is Double"))
    #expect(!fit.contains("case"))
  }

  @Test("what is risky is loaded only by choice")
  func riskyByChoice() throws {
    enum Now: AlbumLike {
      typealias Message = Album.Message
      struct Model: AlbumModel { var count = 0 }
      static func update(for message: Message, model: inout Model) -> [Never] {
        if case .add(let number) = message { model.count += number }
        return []
      }
    }
    let text = try text(of: [.add(5)], readAs: Now.self)
    let recording = try Recording<Now>.imported(fromJSON: Data(text.utf8), by: JSONDecoder().decode)
    let program = Now.makeProgram()
    let recorder = program.record()
    program.dispatch(.add(1))
    #expect(throws: RecordingImportError.self) { try recorder.load(recording) }
    #expect(program.model.count == 1)
    #expect(recorder.steps.count == 1)
    try recorder.load(recording, allowingRisk: true)
    #expect(program.model.count == 5)
  }

  @Test("private types, sets, dictionaries, classes and Foundation's types have the same fingerprint again")
  func manyKinds() throws {
    let program = Kinds.makeProgram()
    let recorder = program.record()
    for number in 0..<50 { program.dispatch(.number(number)) }
    let encoder = JSONEncoder()
    let first = try encoder.encode(recorder.recording)
    let read = try Recording<Kinds>.imported(fromJSON: first, by: JSONDecoder().decode)
    #expect(read.fit == .fine)
    #expect(!String(decoding: first, as: UTF8.self).contains("unknown context"))
  }
}

/// A module that is read but never run.
private protocol AlbumLike: Module where Command == Never, View == Int, Flags == Void, Model: AlbumModel {}
private protocol AlbumModel: Initable, Codable {}

extension AlbumLike {
  static func update(for message: Message, model: inout Model) -> [Never] { [] }
  static func view(for model: Model) -> Int { 0 }
}

private enum Album: AlbumLike {
  enum Message: Codable {
    case reset
    case add(Int)
    case rename(old: String, new: String)
    case set(Cover)
    struct Cover: Codable {
      var title: String
      var size: Int
    }
  }
  struct Model: AlbumModel {
    var count = 0
    var names: [String] = []
  }
  static func update(for message: Message, model: inout Model) -> [Never] {
    if case .add(let number) = message { model.count += number }
    return []
  }
}

private struct Kinds: Module {
  enum Message: Codable { case number(Int) }
  struct Model: Initable, Codable {
    var numbers: Set<Int> = []
    var items: Set<Item> = []
    var names: [String: Item] = [:]
    var maybe: Item??
    var range = 1..<2
    var object = Object()
    var date = Date(timeIntervalSinceReferenceDate: 0)
    var data = Data([1, 2, 3])

    struct Item: Codable, Hashable {
      var number: Int
      var state = State.none
      enum State: Codable {
        case none, some
        case many(Int)
      }
    }
    final class Object: Codable { var name = "object" }
  }
  static func update(for message: Message, model: inout Model) -> [Never] {
    switch message {
    case .number(let number):
      let states: [Model.Item.State] = [.none, .some, .many(number)]
      let item = Model.Item(number: number, state: states[number % 3])
      model.numbers.insert(number)
      model.items.insert(item)
      model.names["\(number)"] = item
    }
    return []
  }
  static func view(for model: Model) -> Int { model.numbers.count }
}
extension Kinds.Model.Item.State: Hashable {}
