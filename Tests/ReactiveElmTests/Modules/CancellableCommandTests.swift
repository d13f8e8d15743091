import ReactiveElm
import Testing

private struct Lookup: Module {
  enum Request: Sendable, Hashable {
    case find(String)
    case log
  }
  enum Message: Sendable {
    case typed(String)
    case cleared
    case found(String)
  }
  struct Model: Initable { var results: [String] = [] }
  typealias Command = CancellableCommand<Request>

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .typed(let text): return [.perform(.find(text))]
    case .cleared: return [.cancel("lookup")]
    case .found(let result): model.results.append(result)
    }
    return []
  }
  static func view(for model: Model) -> [String] { model.results }
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .perform: .identified(by: "lookup", cancelInFlight: true)
    case .cancel(let id): .cancels(id)
    }
  }
}

private struct Pair: Module {
  enum Request: Sendable {
    case left(Lookup.Request)
    case right(Lookup.Request)
    case row(Int, Lookup.Request)
  }
  enum Message: Sendable {
    case left(Lookup.Message)
    case right(Lookup.Message)
    case row(Int, Lookup.Message)
    case leave
  }
  struct Model: Initable {
    var left = Lookup.Model()
    var right: Lookup.Model? = Lookup.Model()
    var rows = [1: Lookup.Model()]
  }
  typealias Command = CancellableCommand<Request>
  static let left = Embedding<Pair, Lookup>(at: \.left, message: Message.left, command: { $0.map(Request.left) })
  static let right = OptionalEmbedding<Pair, Lookup>(
    at: \.right, message: Message.right, command: { $0.map(Request.right) })
  static let rows = KeyedEmbedding<Pair, Lookup, [Int: Lookup.Model]>(
    at: \.rows, message: Message.row, command: { key, command in command.map { .row(key, $0) } })

  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .left(let message): left.update(for: message, model: &model)
    case .right(let message): right.update(for: message, model: &model)
    case .row(let key, let message): rows.update(for: message, of: key, model: &model)
    case .leave: [.cancel(right.scope)]
    }
  }
  static func view(for model: Model) -> [[String]] {
    [left.view(for: model), right.view(for: model) ?? []] + rows.views(for: model)
  }
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .perform(.left(let request)): left.policy(for: .perform(request))
    case .perform(.right(let request)): right.policy(for: .perform(request))
    case .perform(.row(let key, let request)): rows.policy(for: .perform(request), of: key)
    case .cancel(let id): .cancels(id)
    }
  }
}

/// A parent that keeps its child's commands and forwards to its policy.
private struct Forwarding: Module {
  typealias Message = Lookup.Message
  struct Model: Initable { var lookup = Lookup.Model() }
  typealias Command = Lookup.Command
  static let lookup = Embedding<Forwarding, Lookup>(at: \.lookup, message: { $0 }, command: { $0 })
  static func update(for message: Message, model: inout Model) -> [Command] {
    lookup.update(for: message, model: &model)
  }
  static func view(for model: Model) -> [String] { lookup.view(for: model) }
  static func policy(for command: Command) -> CommandPolicy { lookup.policy(for: command) }
}

private struct Enclosing: Module {
  enum Message: Sendable { case row(Int, Forwarding.Message) }
  struct Model: Initable { var rows = [1: Forwarding.Model(), 2: Forwarding.Model()] }
  enum Command { case row(Int, Forwarding.Command) }
  static let rows = KeyedEmbedding<Enclosing, Forwarding, [Int: Forwarding.Model]>(
    at: \.rows, message: Message.row, command: Command.row)
  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .row(let key, let message): rows.update(for: message, of: key, model: &model)
    }
  }
  static func view(for model: Model) -> [[String]] { rows.views(for: model) }
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .row(let key, let command): rows.policy(for: command, of: key)
    }
  }
}

/// A parent that wraps commands with `map`. Its child forwards its own child's commands.
private struct Mapping: Module {
  typealias Message = Forwarding.Message
  struct Model: Initable { var child = Forwarding.Model() }
  typealias Command = CancellableCommand<[Lookup.Request]>
  static let child = Embedding<Mapping, Forwarding>(
    at: \.child, message: { $0 }, command: { $0.map { [$0] } })
  static func update(for message: Message, model: inout Model) -> [Command] {
    child.update(for: message, model: &model)
  }
  static func view(for model: Model) -> [String] { child.view(for: model) }
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .perform(let requests): child.policy(for: .perform(requests[0]))
    case .cancel(let id): .cancels(id)
    }
  }
}

@Suite("Commands that cancel")
@MainActor
struct CancellableCommandTests {
  @Test("are not given to a handler of requests, which has no case for them")
  func synchronous() {
    let program = Lookup.makeProgram(
      handler: .requests { request in
        switch request {
        case .find(let text): .found(text)
        case .log: nil
        }
      })
    program.dispatch(.typed("a"))
    program.dispatch(.cleared)
    #expect(program.view == ["a"])
  }

  @Test("cancel what runs, and nothing else")
  func asynchronous() async {
    let gate = Gate()
    let program = Lookup.makeProgram(
      handler: .requestsSending { request, send in
        await gate.pass()
        switch request {
        case .find(let text): send(.found(text))
        case .log: break
        }
      })
    program.dispatch(.typed("a"))
    program.dispatch(.cleared)
    program.dispatch(.typed("b"))
    program.dispatch(.typed("c"))
    gate.open()
    await program.settle()
    #expect(program.view == ["c"])
  }

  @Test("of a child cancel the child's own, whatever the embedding; one with a scope cancels all of a child's")
  func children() async {
    let gate = Gate()
    let program = Pair.makeProgram(
      handler: .requestsSending { request, send in
        await gate.pass()
        switch request {
        case .left(.find(let text)): send(.left(.found(text)))
        case .right(.find(let text)): send(.right(.found(text)))
        case .row(let key, .find(let text)): send(.row(key, .found(text)))
        case .left(.log), .right(.log), .row(_, .log): break
        }
      })
    let all: [(Lookup.Message) -> Pair.Message] = [Pair.Message.left, Pair.Message.right, { .row(1, $0) }]
    for wrap in all { program.dispatch(wrap(.typed("a"))) }
    program.dispatch(.left(.cleared))
    program.dispatch(.row(1, .cleared))
    gate.open()
    await program.settle()
    #expect(program.view == [[], ["a"], []])
    program.dispatch(.right(.typed("b")))
    program.dispatch(.leave)
    await program.settle()
    #expect(program.view == [[], ["a"], []])
  }

  @Test("of a child cancel the child's own where the parent has the child say how its commands run")
  func forwarded() throws {
    try TestProgram.run(Forwarding.self) { test in
      try test.send(.typed("a"))
      try test.expect(commands: .perform(.find("a")))
      try test.send(.cleared)
      try test.expect(commands: .cancel("lookup"))
      #expect(test.runningCommands.isEmpty)
    }
    try TestProgram.run(Enclosing.self) { test in
      for key in [1, 2] {
        try test.send(.row(key, .typed("a")))
        try test.expect(commands: .row(key, .perform(.find("a"))))
      }
      try test.send(.row(1, .cleared))
      try test.expect(commands: .row(1, .cancel("lookup")))
      try test.complete(.row(2, .perform(.find("a"))))
    }
    try TestProgram.run(Mapping.self) { test in
      try test.send(.typed("a"))
      try test.expect(commands: .perform([.find("a")]))
      try test.send(.cleared)
      try test.expect(commands: .cancel(Mapping.child.identity(of: Forwarding.lookup.identity(of: "lookup"))))
      #expect(test.runningCommands.isEmpty)
    }
    try TestProgram.run(OneOf<Lookup, Forwarding>.self, flags: .second(())) { test in
      try test.send(.second(.typed("a")))
      try test.expect(commands: .second(.perform(.find("a"))))
      try test.send(.second(.cleared))
      try test.expect(commands: .second(.cancel("lookup")))
      #expect(test.runningCommands.isEmpty)
    }
  }

  @Test("of a child have ids in the parent, by which a test of the parent names them")
  func identities() throws {
    try TestProgram.run(Pair.self) { test in
      let all: [((Lookup.Message) -> Pair.Message, AnyHashable)] = [
        (Pair.Message.left, Pair.left.identity(of: "lookup")), (Pair.Message.right, Pair.right.identity(of: "lookup")),
        ({ .row(1, $0) }, Pair.rows.identity(of: "lookup", in: 1)),
      ]
      for (wrap, id) in all {
        try test.send(wrap(.cleared))
        try test.expect(commands: .cancel(id))
      }
      #expect(Set(all.map(\.1)).count == 3)
    }
  }

  @Test("are values, which a test compares")
  func values() throws {
    try TestProgram.run(Lookup.self) { test in
      try test.send(.typed("a"))
      try test.expect(commands: .perform(.find("a")))
      try test.send(.cleared)
      try test.expect(commands: .cancel("lookup"))
      #expect(test.runningCommands.isEmpty)
    }
    #expect(CancellableCommand<Int>.perform(1).map { "\($0)" } == .perform("1"))
    #expect(CancellableCommand<Int>.cancel("a").map { "\($0)" } == .cancel("a"))
  }
}
