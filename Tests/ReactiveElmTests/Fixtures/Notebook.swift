import ReactiveElm
import ReactiveTestSupport

/// A module for recording and export, with a list, a command and a source.
struct Notebook: Module {
  enum Message: Codable, Equatable {
    case add(String)
    case edit(index: Int, text: String)
    case remove(Int)
    case clear
    case save
    case tick(Tick)

    struct Tick: Codable, Equatable { var seconds = 1 }
  }

  struct Model: Initable, Codable, Equatable {
    var notes: [Note] = []
    var seconds = 0
    var isSaved: Bool?

    struct Note: Codable, Equatable { var text: String }
  }

  enum Command: Equatable { case save([String]) }
  enum Source: Hashable { case clock(ofNotes: Int) }

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .add(let text): model.notes.append(Model.Note(text: text))
    case .edit(let index, let text): if model.notes.indices.contains(index) { model.notes[index].text = text }
    case .remove(let index): if model.notes.indices.contains(index) { model.notes.remove(at: index) }
    case .clear: model.notes = []
    case .save:
      model.isSaved = true
      return [.save(model.notes.map(\.text))]
    case .tick(let tick): model.seconds += tick.seconds
    }
    return []
  }

  static func view(for model: Model) -> String { model.notes.map(\.text).joined(separator: ",") }

  static func subscriptions(for model: Model) -> [Source] {
    model.notes.isEmpty ? [] : [.clock(ofNotes: model.notes.count)]
  }

  /// A program, and a log of its sources and commands.
  static func makeLogged() -> (program: Program<Notebook>, log: Box<[String]>) {
    let log = Box<[String]>([])
    let program = makeProgram { command in
      log.value.append("\(command)")
      return nil
    } listening: { source, _ in
      log.value.append("start \(source)")
      return Subscription { log.value.append("stop \(source)") }
    }
    return (program, log)
  }
}
