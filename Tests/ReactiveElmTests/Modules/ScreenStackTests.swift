import ReactiveElm
import Testing

/// A download closes when it is renamed and when it has three parts.
private enum Loading: ScreenStack {
  typealias Screen = Download
  static func closes(after message: Download.Message, model: Download.Model) -> Bool {
    if case .rename = message { true } else { model.parts.count == 3 }
  }
}

private enum Mixed: ScreenStack {
  typealias Screen = OneOf<Counter, Search>
  static func closes(after message: Screen.Message, model: Screen.Model) -> Bool {
    if case .second(.cancel) = message { true } else { false }
  }
}

private struct Parent: Module {
  enum Message: Sendable { case stack(Loading.Message) }
  struct Model: Initable { var stack = Loading.Model(), results: [String] = [] }
  typealias Command = Loading.Command
  typealias Source = Loading.Source
  static let stack = Embedding<Parent, Loading>(
    at: \.stack, message: Message.stack, command: { $0 }, source: { $0 })
  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .stack(let message):
      if case .screen(let key, .rename(let name)) = message, let left = model.stack[key] {
        model.results.append("\(left.name) is \(name)")
      }
      return stack.update(for: message, model: &model)
    }
  }
  static func view(for model: Model) -> [String] { stack.view(for: model).map(\.view) + model.results }
  static func subscriptions(for model: Model) -> [Source] { stack.subscriptions(for: model) }
  static func policy(for command: Command) -> CommandPolicy { stack.policy(for: command) }
}

@Suite("A stack of screens that close themselves")
struct ScreenStackTests {
  @Test("takes off a screen with its last message, by the message or by the model, and what lies above it")
  func closed() {
    let program = Loading.makeProgram(
      flags: ["a", "b", "c"], handler: .requests { _ in nil }, listening: { _, _ in Subscription {} })
    program.dispatch(.screen(1, .rename("B")))
    #expect(program.model.keys == [0])
    for part in 0..<3 { program.dispatch(.screen(0, .loaded(part))) }
    #expect(program.model.isEmpty && program.droppedMessageCount == 0)
    program.dispatch(.screen(0, .loaded(3)))
    #expect(program.droppedMessageCount == 1)
  }

  @Test("cancels what the screen had running, and performs what its last message asks for")
  func commands() throws {
    enum Leaving: ScreenStack {
      typealias Screen = Download
      static func closes(after message: Download.Message, model: Download.Model) -> Bool { message == .cancel }
    }
    let model = ModelStack([Download.Model(name: "a", isRunning: true)])
    try TestProgram.run(Leaving.self, model: model) { test in
      try test.expect(sources: .screen(0, .clock("a")))
      try test.send(.screen(0, .begin))
      try test.expect(commands: .perform(.screen(0, .load("a"))))
      try test.send(.screen(0, .cancel)) { $0.pop() }
      try test.expect(sources: [])
      try test.expect(
        commands: .cancel(Leaving.scope(of: 0)), .perform(.screen(0, .stop)), .perform(.screen(0, .log("stop a"))))
      #expect(test.runningCommands == [.perform(.screen(0, .log("stop a")))])
      try test.answer(.perform(.screen(0, .log("stop a"))), with: .screen(0, .loaded(1)))
      try test.expect(droppedMessageCount: 1)
    }
  }

  @Test("is a part of a parent, which takes the result before the screen is gone")
  func embedded() {
    let program = Parent.makeProgram(handler: .requests { _ in nil }, listening: { _, _ in Subscription {} })
    program.dispatch(.stack(.replaceAll(["a", "b"])))
    program.dispatch(.stack(.screen(1, .rename("done"))))
    #expect(program.view == ["a [] done", "b is done"])
  }

  @Test("forwards everything else to the stack")
  func forwarded() {
    typealias Plain = StackOf<Download>
    let (model, commands) = Loading.start(with: ["a"])
    #expect(commands == Plain.start(with: ["a"]).commands)
    #expect(Loading.view(for: model) == Plain.view(for: model))
    #expect(Loading.policy(for: commands[0]) == Plain.policy(for: commands[0]))
    #expect(Loading.scope(of: 1) == Plain.scope(of: 1))
    let error = CancellationError()
    #expect(Loading.message(for: error, performing: commands[0]) == .screen(0, .failed("CancellationError()")))
    #expect(
      Loading.message(for: error, listeningTo: .screen(0, .clock("a"))) == .screen(0, .failed("no clock(\"a\")")))
  }

  @Test("shows nothing anew when the same screens show the same, whatever their views are")
  func duplicates() {
    let program = Mixed.makeProgram(
      flags: [.first(())], handler: .requests { _ in nil }, listening: { _, _ in Subscription {} })
    var views = 0
    program.viewBehavior.sink { _ in views += 1 }
    program.dispatch(.push(.second(())))
    program.dispatch(.screen(1, .second(.found([]))))
    #expect(views == 1)
    program.dispatch(.screen(1, .second(.cancel)))
    #expect(views == 2 && program.model.keys == [0])
  }
}
