import ReactiveElm
import Testing

@Suite("How programs are made")
struct MakeProgramTests {
  private let journal = Journal()

  @Test("flags are given to the module, and the first commands are performed before makeProgram returns")
  func flags() {
    let program = Scripted.makeProgram(flags: .init(journal: journal, commands: ["x", "y"])) { command in
      journal.add("perform \(command)")
      return Scripted.Message(command)
    }
    #expect(journal.take() == ["perform x", "perform y", "update x", "update y"])
    #expect(program.model.messages == "xy")
  }

  @Test("what a first command throws is a message")
  func firstError() {
    let program = Scripted.makeProgram(flags: .init(commands: ["x"])) { _ in throw Scripted.Failure.refused }
    #expect(program.model.messages == "x:refused ")
  }

  @Test("made in a batch it begins after it, so that a subscriber that comes there performs the first commands")
  func inBatch() {
    let watcher = Watcher(journal)
    let program = batch {
      let program = Scripted.makeProgram(flags: .init(journal: journal, commands: ["x"]))
      program.subscribe(watcher)
      program.dispatch(Scripted.Message("a", commands: ["y"]))
      return program
    }
    #expect(
      journal.take() == [
        "view", "watcher shows ", "watcher performs x", "update a", "view", "watcher shows a", "watcher performs y",
      ])
    withExtendedLifetime((program, watcher)) {}
  }

  @Test("a module needs no flags, no initable model, no sources")
  func withoutFlags() {
    struct Plain: Module {
      static func start(with flags: Void) -> (model: Int, commands: [String]) { (5, ["x"]) }
      static func update(for message: Int, model: inout Int) -> [String] {
        model += message
        return []
      }
      static func view(for model: Int) -> Int { model }
    }
    let program = Plain.makeProgram { $0 == "x" ? 1 : nil }
    #expect(program.view == 6)
  }

  @MainActor
  @Test("all four ways to perform commands exist with and without flags")
  func ways() async {
    let none = Requests.makeProgram()
    none.commands.sink { _ in }
    none.dispatch(.ask([.free("a")]))
    let first = Scripted.Flags(commands: ["a"])
    let programs = [
      batch {
        let program = Scripted.makeProgram(flags: first)
        program.commands.sink { _ in }
        return program
      },
      Scripted.makeProgram(flags: first) { Scripted.Message("now \($0)") },
      Scripted.makeProgram(flags: first) { command in
        await Task.yield()
        return Scripted.Message("later \(command)")
      },
      Scripted.makeProgram(
        flags: first,
        handler: .sending { command, send in
          for _ in 0..<2 { send(Scripted.Message("many \(command) ")) }
        }),
    ]
    for program in programs { await program.settle() }
    #expect(programs.map(\.model.messages) == ["", "now a", "later a", "many a many a "])
    #expect(none.model.answers == [])
  }
}
