import ReactiveElm
import Testing

extension Downloads.Model {
  /// A computed property, without storage of its own.
  fileprivate var mirror: Download.Model {
    get { main }
    set { main = newValue }
  }
}

@Suite("A child that is always there")
struct EmbeddingTests {
  @Test("has its own functions in terms of its parent")
  func functions() throws {
    var (model, commands) = Downloads.start(with: "a")
    #expect(model == Downloads.Model(main: Download.Model(name: "a")))
    #expect(commands == [.main(.log("start a"))])
    commands = Downloads.main.update(for: .begin, model: &model)
    #expect(commands == [.main(.load("a"))])
    #expect(model.main.isRunning)
    #expect(Downloads.main.view(for: model) == "a [] running")
    #expect(Downloads.main.subscriptions(for: model) == [.main(.clock("a"))])
    #expect(
      Downloads.main.message(for: CancellationError(), performing: .stop) == .main(.failed("CancellationError()")))
    #expect(
      Downloads.main.message(for: CancellationError(), listeningTo: .clock("a"))
        == .main(.failed("no clock(\"a\")")))
    commands = Downloads.main.start(with: "b", model: &model)
    #expect(commands == [.main(.log("start b"))])
    #expect(model.main == Download.Model(name: "b"))
  }

  @Test("needs no wrapper for commands and sources that it does not have, nor flags")
  func withoutCommands() {
    struct Pair: Module {
      enum Message {
        case one(Counter.Message)
        case both(Silent.Message)
      }
      struct Model: Initable {
        var inner = (one: Counter.Model(), other: 0)
        var silent = Silent.Model()
      }
      typealias Command = Never
      static let one = Embedding<Pair, Counter>(at: \.inner.one, message: Message.one)
      static var silent: Embedding<Pair, Silent> { Embedding(at: \.silent, message: Message.both) }
      static func update(for message: Message, model: inout Model) -> [Command] {
        switch message {
        case .one(let message): one.update(for: message, model: &model)
        case .both(let message): silent.update(for: message, model: &model)
        }
      }
      static func view(for model: Model) -> String { one.view(for: model) + " " + silent.view(for: model) }
      static func subscriptions(for model: Model) -> [Never] {
        one.subscriptions(for: model) + silent.subscriptions(for: model)
      }
    }
    struct Silent: Module {
      typealias Message = Int
      typealias Command = Never
      struct Model: Initable { var sum = 0 }
      static func update(for message: Int, model: inout Model) -> [Never] {
        model.sum += message
        return []
      }
      static func view(for model: Model) -> String { "Sum: \(model.sum)" }
    }
    let pair = Pair.makeProgram()
    pair.dispatch(.one(.increment))
    pair.dispatch(.both(7))
    #expect(pair.view == "Count: 1 Sum: 7")
    #expect(Pair.one.start().model.count == 0)
    var model = Pair.Model()
    model.inner.one.count = 3
    #expect(Pair.one.start(model: &model).isEmpty)
    #expect(model.inner.one.count == 0)
  }

  @Test("may have the messages, commands and sources of its parent")
  func sameTypes() {
    struct Outer: Module {
      typealias Message = Search.Message
      typealias Command = Search.Command
      typealias Source = Search.Source
      struct Model: Initable { var search = Search.Model() }
      static let search = Embedding<Outer, Search>(
        at: \.search, message: { $0 }, command: { $0 }, source: { $0 })
      static func update(for message: Message, model: inout Model) -> [Command] {
        search.update(for: message, model: &model)
      }
      static func view(for model: Model) -> [String] { search.view(for: model) }
      static func subscriptions(for model: Model) -> [Source] { search.subscriptions(for: model) }
      static func policy(for command: Command) -> CommandPolicy { search.policy(for: command) }
    }
    let outer = Outer.makeProgram { command in
      if case .search(let text) = command { .found([text]) } else { nil }
    } listening: { _, _ in
      Subscription {}
    }
    outer.dispatch(.typed("a"))
    #expect(outer.view == ["a"])
    #expect(Outer.search.subscriptions(for: outer.model) == [.clock("a")])
  }

  @Test("runs in a program with its commands, answers, errors and sources")
  func program() {
    struct Failure: Error {}
    var log: [String] = []
    let program = Downloads.makeProgram(flags: "a") { command in
      log.append("\(command)")
      guard case .main(let command) = command else { return nil }
      if case .load(let name) = command {
        if name == "bad" { throw Failure() }
        return .main(.loaded(name.count))
      }
      return nil
    } listening: { source, _ in
      log.append("start \(source)")
      return Subscription { log.append("stop \(source)") }
    }
    program.dispatch(.main(.begin))
    #expect(program.view == ["a [1] done"])
    program.dispatch(.main(.rename("bad")))
    program.dispatch(.main(.begin))
    #expect(program.view == ["bad [1] Failure()"])
    let (a, bad) = (Download.Source.clock("a"), Download.Source.clock("bad"))
    #expect(
      log == [
        "\(Downloads.Command.main(.log("start a")))", "\(Downloads.Command.main(.load("a")))",
        "start \(Downloads.Source.main(a))", "stop \(Downloads.Source.main(a))",
        "\(Downloads.Command.main(.load("bad")))", "start \(Downloads.Source.main(bad))",
        "stop \(Downloads.Source.main(bad))",
      ])
    #expect(program.droppedMessageCount == 0)
  }

  @MainActor
  @Test("may be made of key paths that belong to the main actor, and is used there")
  func onMainActor() {
    let path: WritableKeyPath<Downloads.Model, Download.Model> = \.main
    let main = Embedding<Downloads, Download>(
      at: path, message: Downloads.Message.main, command: Downloads.Command.main, source: Downloads.Source.main)
    let copy: WritableKeyPath<Downloads.Model, Download.Model> = \.mirror
    let mirror = Embedding<Downloads, Download>(
      at: copy, message: Downloads.Message.main, command: Downloads.Command.main, source: Downloads.Source.main)
    var model = Downloads.start(with: "a").model
    for child in [main, mirror] {
      #expect(child.update(for: .begin, model: &model) == [.main(.load("a"))])
      #expect(child.view(for: model) == "a [] running")
    }
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test(
    "in a computed property of the main actor stops where it is used elsewhere; in a stored one it may be used anywhere"
  )
  func offMainActor() async {
    let stored = await MainActor.run {
      let path: WritableKeyPath<Downloads.Model, Download.Model> = \.main
      return Embedding<Downloads, Download>(
        at: path, message: Downloads.Message.main, command: Downloads.Command.main, source: Downloads.Source.main)
    }
    #expect(stored.view(for: Downloads.start(with: "a").model) == "a [] done")
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let mirror = await MainActor.run {
        let path: WritableKeyPath<Downloads.Model, Download.Model> = \.mirror
        return Embedding<Downloads, Download>(
          at: path, message: Downloads.Message.main, command: Downloads.Command.main, source: Downloads.Source.main)
      }
      _ = mirror.view(for: Downloads.start(with: "a").model)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      message.contains("swift-reactive: a computed property of Model that belongs to the main actor"), "\(message)")
  }
  #endif

  @Test("is changed where it lies, not copied")
  func inPlace() {
    struct Owner: Module {
      enum Message { case hoard(Hoard.Message) }
      struct Model { var hoard: Hoard.Model }
      typealias Command = Never
      static let hoard = Embedding<Owner, Hoard>(at: \.hoard, message: Message.hoard)
      static func start(with counter: Hoard.Counter) -> (model: Model, commands: [Never]) {
        (Model(hoard: hoard.start(with: (0, counter)).model), [])
      }
      static func update(for message: Message, model: inout Model) -> [Command] {
        switch message {
        case .hoard(let message): hoard.update(for: message, model: &model)
        }
      }
      static func view(for model: Model) -> Int { hoard.view(for: model) }
    }
    let counter = Hoard.Counter()
    let program = Owner.makeProgram(flags: counter)
    var seen: [Int] = []
    program.viewBehavior.sink { seen.append($0) }
    for element in 0..<10 { program.dispatch(.hoard(.append(element))) }
    #expect(seen == Array(1...10))
    #expect(counter.copies == 0)
    // Shows that the counter works.
    let copy = program.model
    program.dispatch(.hoard(.append(10)))
    #expect(counter.copies == 1 && copy.hoard.values.elements.count == 10)
  }

  @Test("may be a parent itself: what its children say is wrapped twice")
  func nested() {
    var model = Shelf.Model()
    _ = Shelf.update(for: .right(.addRow(3, "c")), model: &model)
    let commands = Shelf.update(for: .right(.row(3, .begin)), model: &model)
    guard commands.count == 1, case .right(.row(3, .load("c"))) = commands[0] else {
      Issue.record("\(commands)")
      return
    }
    #expect(Shelf.subscriptions(for: model) == [.right(.row(3, .clock("c")))])
    #expect(Shelf.view(for: model) == [["left [] done"], ["right [] done", "3: c [] running"]])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("stops with a message when it has commands and they are not wrapped")
  func unwrappedCommands() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Embedding<Downloads, Download>(at: \.main, message: Downloads.Message.main, source: Downloads.Source.main)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      message.contains(
        """
        Download has commands, and its embedding in Downloads does not say how they are wrapped. Add "command: \
        Command.…" to it.
        """))
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("stops with a message when it has sources and they are not wrapped, however its place is given")
  func unwrappedSources() async {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Embedding<Downloads, Download>(
          at: \.main, message: Downloads.Message.main, command: Downloads.Command.main)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = KeyedEmbedding<Downloads, Download, [Int: Download.Model]>(at: \.rows) {
          .row($0, $1)
        } command: {
          .row($0, $1)
        }
      },
    ]
    for result in results {
      let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        message.contains(
          """
          Download has sources, and its embedding in Downloads does not say how they are wrapped. Add "source: Source.…" \
          to it.
          """), "\(message)")
    }
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("stops at the first command where its type does not show that there is one")
  func unwrappedSingleCommand() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Saver: Module {
        typealias Message = Bool
        enum Command { case save }
        struct Model: Initable {}
        static func update(for message: Bool, model: inout Model) -> [Command] { message ? [.save] : [] }
        static func view(for model: Model) {}
      }
      struct Owner: Module {
        typealias Message = Bool
        typealias Command = Never
        struct Model: Initable { var saver = Saver.Model() }
        static let saver = Embedding<Owner, Saver>(at: \.saver, message: { $0 })
        static func update(for message: Bool, model: inout Model) -> [Never] {
          saver.update(for: message, model: &model)
        }
        static func view(for model: Model) {}
      }
      let program = Owner.makeProgram()
      program.dispatch(false)
      program.dispatch(true)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Saver has commands, and its embedding in Owner does not say how they are wrapped"))
  }
  #endif
}
