import ReactiveElm
import Testing

private typealias Files = StackOf<Download>
private typealias Path = StackOf<OneOf<Counter, OneOf<Download, Search>>>

private struct Tabs: Module {
  enum Message: Sendable {
    case left(Files.Message)
    case right(Files.Message)
    case leave
  }
  struct Model: Initable {
    var left = Files.Model()
    var right = Files.Model()
  }
  enum Request: Sendable {
    case left(Files.Request)
    case right(Files.Request)
  }
  typealias Command = CancellableCommand<Request>
  enum Source: Hashable {
    case left(Files.Source)
    case right(Files.Source)
  }
  static let left = Embedding<Tabs, Files>(
    at: \.left, message: Message.left, command: { $0.map(Request.left) }, source: Source.left)
  static let right = Embedding<Tabs, Files>(
    at: \.right, message: Message.right, command: { $0.map(Request.right) }, source: Source.right)

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .left(.screen(let key, .rename("done"))): left.update(for: .close(key), model: &model)
    case .left(let message): left.update(for: message, model: &model)
    case .right(let message): right.update(for: message, model: &model)
    case .leave: [.cancel(left.scope)]
    }
  }
  static func view(for model: Model) -> [[String]] {
    [left.view(for: model), right.view(for: model)].map { $0.map(\.view) }
  }
  static func subscriptions(for model: Model) -> [Source] {
    left.subscriptions(for: model) + right.subscriptions(for: model)
  }
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .perform(.left(let request)): left.policy(for: .perform(request))
    case .perform(.right(let request)): right.policy(for: .perform(request))
    case .cancel(let id): .cancels(id)
    }
  }
}

/// A screen that uses everything a module can have.
private struct Page: Module {
  enum Message: Sendable, Equatable, Codable { case turn }
  struct Model: Sendable, Equatable, Codable { var text: String }
  enum Command: Sendable, Equatable, Codable { case print }
  static func start(with text: String) -> (model: Model, commands: [Command]) { (Model(text: text), []) }
  static func update(for message: Message, model: inout Model) -> [Command] {
    model.text += "."
    return [.print]
  }
  static func view(for model: Model) -> String { model.text }
}

private struct Query: Module {
  enum Message: Sendable { case ask, stop }
  struct Model: Initable {}
  typealias Command = CancellableCommand<String>
  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .ask: [.perform("ask")]
    case .stop: [.cancel("query")]
    }
  }
  static func view(for model: Model) -> String { "" }
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .perform: .identified(by: "query")
    case .cancel(let id): .cancels(id)
    }
  }
}

@Suite("A module of a stack of screens")
@MainActor
struct StackOfTests {
  @Test("pushes and pops screens of three kinds, each under a key of its own")
  func pushAndPop() {
    let path = Path.makeProgram(
      flags: [.first(())], handler: .requests { _ in nil }, listening: { _, _ in Subscription {} })
    #expect(path.model.keys == [0])
    path.dispatch(.push(.second(.first("a"))))
    path.dispatch(.push(.second(.second(()))))
    path.dispatch(.screen(0, .first(.increment)))
    path.dispatch(.screen(1, .second(.first(.rename("b")))))
    path.dispatch(.screen(2, .second(.second(.found(["c"])))))
    #expect(path.view.map(\.id) == [0, 1, 2])
    #expect("\(path.view[0].view)" == "first(\"Count: 1\")")
    #expect("\(path.view[1].view)".hasSuffix(".first(\"b [] done\"))"))
    #expect("\(path.view[2].view)".hasSuffix(".second([\"c\"]))"))
    path.dispatch(.pop)
    #expect(path.model.keys == [0, 1])
    path.dispatch(.push(.first(())))
    path.dispatch(.push(.first(())))
    #expect(path.model.keys == [0, 1, 3, 4])
    path.dispatch(.popTo(1))
    #expect(path.model.keys == [0, 1])
    path.dispatch(.push(.first(())))
    path.dispatch(.close(1))
    #expect(path.model.keys == [0])
    path.dispatch(.replaceAll([.first(()), .second(.second(()))]))
    #expect(path.model.keys == [6, 7])
    path.dispatch(.replaceAll([]))
    path.dispatch(.pop)
    #expect(path.model.isEmpty && path.view.isEmpty)
    #expect(path.droppedMessageCount == 0)
  }

  @Test("drops and counts what is for a screen that is gone")
  func late() async {
    let gate = Gate()
    let program = Files.makeProgram(
      flags: ["a", "b"],
      handler: .requestsSending { request, send in
        guard case .screen(let key, .load) = request else { return }
        await gate.pass()
        send(.screen(key, .loaded(key)))
      }, listening: { _, _ in Subscription {} })
    for key in [0, 1] { program.dispatch(.screen(key, .begin)) }
    let late = program.sender
    program.dispatch(.pop)
    program.dispatch(.push("c"))
    gate.open()
    await program.settle()
    #expect(program.view.map(\.view) == ["a [0] done", "c [] done"])
    // The running command was cancelled, so its message is not lost.
    #expect(program.droppedMessageCount == 0)
    late(.screen(1, .loaded(1)))
    await program.settle()
    program.dispatch(.popTo(1))
    program.dispatch(.close(1))
    #expect(program.droppedMessageCount == 3)
    #expect(program.model.keys == [0, 2])
  }

  @Test("keeps the ids of screens apart, and has a scope for each")
  func policies() throws {
    let load = Files.Command.perform(.screen(0, .load("a")))
    #expect(Files.policy(for: load) != Files.policy(for: .perform(.screen(1, .load("a")))))
    #expect(Files.policy(for: load) != Download.policy(for: .load("a")))
    #expect(Files.policy(for: .perform(.screen(1, .log("a")))) == .identified(by: Files.scope(of: 1)))
    #expect(Files.policy(for: .cancel(Files.scope(of: 1))) == .cancels(Files.scope(of: 1)))
    try TestProgram.run(Files.self, model: ModelStack([Download.Model(name: "a"), Download.Model(name: "b")])) { test in
      for (key, name) in ["a", "b"].enumerated() {
        try test.send(.screen(key, .begin)) { model in
          _ = model.updateKeyedValue(forKey: key) { $0.isRunning = true }
        }
        try test.expect(commands: .perform(.screen(key, .load(name))))
        try test.expect(sources: [.screen(0, .clock("a")), .screen(1, .clock("b"))].prefix(key + 1).map { $0 })
      }
      try test.send(.screen(0, .cancel)) { model in
        _ = model.updateKeyedValue(forKey: 0) { $0.isRunning = false }
      }
      try test.expect(commands: .perform(.screen(0, .stop)), .perform(.screen(0, .log("stop a"))))
      try test.expect(sources: .screen(1, .clock("b")))
      #expect(test.runningCommands == [.perform(.screen(1, .load("b"))), .perform(.screen(0, .log("stop a")))])
      try test.complete(.perform(.screen(0, .log("stop a"))))
      try test.send(.pop) { $0.pop() }
      try test.expect(commands: .cancel(Files.scope(of: 1)))
      try test.expect(sources: [])
      #expect(test.runningCommands.isEmpty)
    }
  }

  @Test("cancels what each screen that is left had running, from the top down, and nothing else")
  func cancelled() throws {
    for (message, left) in [(Files.Message.pop, [2]), (.popTo(0), [2, 1]), (.close(1), [2, 1])] {
      let test = TestProgram<Files>(flags: ["a", "b", "c"])
      let logs = ["a", "b", "c"].enumerated().map { Files.Command.perform(.screen($0, .log("start \($1)"))) }
      try test.expect(commands: logs)
      try test.send(message) { model in for _ in left { model.pop() } }
      try test.expect(commands: left.map { .cancel(Files.scope(of: $0)) })
      #expect(test.runningCommands == Array(logs.prefix(3 - left.count)))
      for log in test.runningCommands { try test.complete(log) }
      try test.finish()
    }
    try TestProgram.run(Files.self, flags: ["a"]) { test in
      try test.expect(commands: .perform(.screen(0, .log("start a"))))
      try test.send(.replaceAll(["b"])) { model in
        model.pop()
        model.push(Download.Model(name: "b"))
      }
      try test.expect(commands: .cancel(Files.scope(of: 0)), .perform(.screen(1, .log("start b"))))
      try test.complete(.perform(.screen(1, .log("start b"))))
    }
  }

  @Test("gives errors to the screen whose command or source has failed")
  func errors() throws {
    let error = CancellationError()
    #expect(
      Files.message(for: error, performing: .perform(.screen(3, .stop)))
        == .screen(3, .failed("CancellationError()")))
    #expect(Files.message(for: error, performing: .cancel(1)) == nil)
    #expect(
      Files.message(for: error, listeningTo: .screen(3, .clock("a")))
        == .screen(3, .failed("no clock(\"a\")")))
    let program = Files.makeProgram(
      flags: ["a"], handler: .requests { _ in throw error }, listening: { _, _ in throw error })
    #expect(program.model[0]?.error == "CancellationError()")
    program.dispatch(.screen(0, .begin))
    #expect(program.model[0]?.error == "no clock(\"a\")")
  }

  @Test("is a part of a parent, which closes a screen at a message of its own choice")
  func embedded() async throws {
    let gate = Gate()
    let program = Tabs.makeProgram(
      handler: .requestsSending { request, send in
        await gate.pass()
        switch request {
        case .left(.screen(let key, .load)): send(.left(.screen(key, .loaded(1))))
        case .right(.screen(let key, .load)): send(.right(.screen(key, .loaded(2))))
        case .left, .right: break
        }
      }, listening: { _, _ in Subscription {} })
    for wrap in [Tabs.Message.left, Tabs.Message.right] {
      program.dispatch(wrap(.replaceAll(["a", "b"])))
      for key in [0, 1] { program.dispatch(wrap(.screen(key, .begin))) }
    }
    program.dispatch(.left(.screen(1, .rename("done"))))
    #expect(program.view == [["a [] running"], ["a [] running", "b [] running"]])
    program.dispatch(.leave)
    gate.open()
    await program.settle()
    #expect(program.view == [["a [] running"], ["a [2] done", "b [2] done"]])
    #expect(program.droppedMessageCount == 0)
  }

  @Test("in a parent cancels its own alone, which a test says with the embedding")
  func embeddedTest() throws {
    let start = Tabs.Model(
      left: ModelStack([Download.Model(name: "a")]), right: ModelStack([Download.Model(name: "b")]))
    try TestProgram.run(Tabs.self, model: start) { test in
      try test.send(.left(.screen(0, .cancel)))
      try test.relaxed { try test.complete(.perform(.left(.screen(0, .log("stop a"))))) }
      try test.send(.right(.pop)) { $0.right.pop() }
      try test.expect(commands: .cancel(Tabs.right.identity(of: Files.scope(of: 0))))
      #expect(Tabs.right.identity(of: Files.scope(of: 0)) != Tabs.left.identity(of: Files.scope(of: 0)))
    }
  }

  @Test("a screen that cancels commands cancels its own")
  func cancellingScreens() throws {
    try TestProgram.run(StackOf<Query>.self, flags: [(), ()]) { test in
      for key in [0, 1] {
        try test.send(.screen(key, .ask))
        try test.expect(commands: .perform(.screen(key, .perform("ask"))))
      }
      try test.send(.screen(0, .stop))
      try test.expect(commands: .perform(.screen(0, .cancel("query"))))
      #expect(test.runningCommands == [.perform(.screen(1, .perform("ask")))])
      try test.complete(.perform(.screen(1, .perform("ask"))))
    }
  }

  @Test("shows nothing anew when the same screens show the same")
  func duplicates() {
    func view(_ items: [(Int, String)]) -> Files.View {
      items.map { Files.view(for: stack(key: $0.0, Download.Model(name: $0.1)))[0] }
    }
    func stack(key: Int, _ model: Download.Model) -> Files.Model {
      var stack = Files.Model()
      stack.setKeyedValue(model, forKey: key)
      return stack
    }
    #expect(Files.isDuplicate(view([(0, "a")]), view([(0, "a")])))
    #expect(!Files.isDuplicate(view([(0, "a")]), view([(1, "a")])))
    #expect(!Files.isDuplicate(view([(0, "a")]), view([(0, "b")])))
    #expect(!Files.isDuplicate(view([(0, "a")]), view([(0, "a"), (1, "a")])))
    // Screens whose views cannot be compared define duplicates themselves.
    let path = Path.makeProgram(
      flags: [.first(())], handler: .requests { _ in nil }, listening: { _, _ in Subscription {} })
    var views = 0
    path.viewBehavior.sink { _ in views += 1 }
    path.dispatch(.screen(0, .first(.increment)))
    path.dispatch(.replaceAll([]))
    path.dispatch(.replaceAll([]))
    #expect(views == 2)
  }

  @Test("has parts that are what the screens' parts are, so it can be recorded and replayed")
  func parts() throws {
    typealias Pages = StackOf<Page>
    func expectAll<Value: Sendable & Equatable & Codable>(_ value: Value) {}
    expectAll(Pages.Message.push("a"))
    expectAll(Pages.Model())
    expectAll(Pages.Request.screen(0, .print))
    func expectShown<Value: Sendable & Equatable>(_ value: Value) {}
    expectShown(Pages.view(for: Pages.Model()))
    #expect(Pages.Command.perform(.screen(0, .print)) == .perform(.screen(0, .print)))
    func expectEmpty<Value: Uninhabited>(_ type: Value.Type) {}
    expectEmpty(Pages.Source.self)

    let program = Pages.makeProgram(flags: ["a"], handler: .requests { _ in nil })
    let recorder = program.record()
    program.dispatch(.push("b"))
    program.dispatch(.screen(1, .turn))
    program.dispatch(.pop)
    try TestProgram.run(Pages.self, flags: ["a"]) { test in try test.replay(recorder.recording) }
    recorder.jump(to: 2)
    #expect(program.view.map(\.view) == ["a", "b."])
    #expect(program.model[1] == Page.Model(text: "b.") && program.model[2] == nil)
  }

  @Test("changes a screen where it lies, and does not copy it")
  func inPlace() {
    let counter = Hoard.Counter()
    let program = StackOf<Hoard>.makeProgram(flags: [(0, counter), (1, counter)])
    for element in 0..<10 { program.dispatch(.screen(0, .append(element))) }
    #expect(counter.copies == 0)
  }
}
