import ReactiveElm
import Testing

@Suite("A child that is there at times")
struct OptionalEmbeddingTests {
  @Test("begins when it is opened, has its own functions while it is there, and nothing else")
  func functions() {
    var model = Downloads.start(with: "a").model
    #expect(Downloads.extra.view(for: model) == nil)
    #expect(Downloads.extra.subscriptions(for: model).isEmpty)
    var commands = Downloads.update(for: .openExtra("x"), model: &model)
    #expect(commands == [.extra(.log("start x"))])
    #expect(model.extra == Download.Model(name: "x"))
    commands = Downloads.update(for: .extra(.begin), model: &model)
    #expect(commands == [.extra(.load("x"))])
    #expect(Downloads.extra.view(for: model) == "x [] running")
    #expect(Downloads.extra.subscriptions(for: model) == [.extra(.clock("x"))])
    #expect(
      Downloads.extra.message(for: CancellationError(), performing: .stop) == .extra(.failed("CancellationError()")))
    #expect(
      Downloads.extra.message(for: CancellationError(), listeningTo: .clock("x"))
        == .extra(.failed("no clock(\"x\")")))
  }

  @Test("when it is gone, messages that are sent to it are dropped and counted")
  func dropped() {
    let program = Downloads.makeProgram(flags: "a", performing: { _ in nil }, listening: { _, _ in Subscription {} })
    let before = program.model
    program.dispatch(.extra(.begin))
    #expect(program.droppedMessageCount == 1)
    #expect(program.model == before)
    batch {
      program.dispatch(.extra(.begin))
      program.dispatch(.main(.begin))
      program.dispatch(.extra(.cancel))
    }
    #expect(program.droppedMessageCount == 3)
    program.dispatch(.openExtra("x"))
    program.dispatch(.extra(.begin))
    #expect(program.droppedMessageCount == 3)
    #expect(program.view == ["a [] running", "x [] running"])
    program.dispatch(.closeExtra(cancelling: false))
    program.dispatch(.extra(.loaded(1)))
    #expect(program.droppedMessageCount == 4)
  }

  @MainActor
  @Test(
    "that is gone when an answer comes does not get it, nor does the next one if the old one's commands are cancelled")
  func lateAnswers() async {
    let gate = Gate()
    let program = Downloads.makeProgram(flags: "a") { command -> Downloads.Message? in
      guard case .extra(.load(let name)) = command else { return nil }
      await gate.pass()
      return .extra(.loaded(name.count))
    } listening: { _, _ in
      Subscription {}
    }
    program.dispatch(.openExtra("x"))
    program.dispatch(.extra(.begin))
    program.dispatch(.closeExtra(cancelling: true))
    program.dispatch(.openExtra("yy"))
    program.dispatch(.extra(.begin))
    gate.open()
    await program.settle()
    #expect(program.model.extra?.parts == [2])
    #expect(program.droppedMessageCount == 0)

    program.dispatch(.extra(.begin))
    program.dispatch(.closeExtra(cancelling: false))
    await program.settle()
    #expect(program.model.extra == nil)
    #expect(program.droppedMessageCount == 1)
  }

  @Test("is listened for while it is there")
  func sources() {
    var log: [String] = []
    let program = Downloads.makeProgram(
      flags: "a", performing: { _ in nil },
      listening: { source, _ in
        guard case .extra(.clock(let name)) = source else { return Subscription {} }
        log.append("start \(name)")
        return Subscription { log.append("stop \(name)") }
      })
    program.dispatch(.openExtra("x"))
    program.dispatch(.extra(.begin))
    program.dispatch(.main(.begin))
    #expect(log == ["start x"])
    program.dispatch(.closeExtra(cancelling: false))
    #expect(log == ["start x", "stop x"])
  }

  @Test("is changed where it lies, not copied")
  func inPlace() {
    struct Owner: Module {
      enum Message {
        case open(Hoard.Counter)
        case hoard(Hoard.Message)
      }
      struct Model: Initable { var hoard: Hoard.Model? }
      typealias Command = Never
      static let hoard = OptionalEmbedding<Owner, Hoard>(at: \.hoard, message: Message.hoard)
      static func update(for message: Message, model: inout Model) -> [Command] {
        switch message {
        case .open(let counter): hoard.start(with: (0, counter), model: &model)
        case .hoard(let message): hoard.update(for: message, model: &model)
        }
      }
      static func view(for model: Model) -> Int? { hoard.view(for: model) }
    }
    let counter = Hoard.Counter()
    let program = Owner.makeProgram()
    var seen: [Int?] = []
    program.viewBehavior.sink { seen.append($0) }
    program.dispatch(.open(counter))
    for element in 0..<10 { program.dispatch(.hoard(.append(element))) }
    #expect(seen == Array(0...10))
    #expect(counter.copies == 0)
  }

  @Test("without flags is opened without them")
  func withoutFlags() {
    struct Owner: Module {
      typealias Message = Counter.Message?
      typealias Command = Never
      struct Model: Initable { var counter: Counter.Model? }
      static let counter = OptionalEmbedding<Owner, Counter>(at: \.counter, message: { $0 })
      static func update(for message: Message, model: inout Model) -> [Never] {
        if let message { counter.update(for: message, model: &model) } else { counter.start(model: &model) }
      }
      static func view(for model: Model) -> String? { counter.view(for: model) }
    }
    let program = Owner.makeProgram()
    #expect(program.view == nil)
    program.dispatch(nil)
    program.dispatch(.increment)
    #expect(program.view == "Count: 1")
  }

  @Test("may be a case of an enum; a message that it is not there for leaves the other case as it is")
  func enumCase() {
    struct Owner: Module {
      enum Message {
        case open, leave
        case counter(Counter.Message)
      }
      typealias Command = Never
      enum Screen: Equatable {
        case home(visits: Int)
        case counter(count: Int)
      }
      struct Model: Initable {
        var screen = Screen.home(visits: 1)
        var counter: Counter.Model? {
          get { if case .counter(let count) = screen { Counter.Model(count: count) } else { nil } }
          set { screen = newValue.map { .counter(count: $0.count) } ?? .home(visits: 0) }
        }
      }
      static let counter = OptionalEmbedding<Owner, Counter>(at: \.counter, message: Message.counter)
      static func update(for message: Message, model: inout Model) -> [Never] {
        switch message {
        case .open: return counter.start(model: &model)
        case .leave: model.screen = .home(visits: 2)
        case .counter(let message): return counter.update(for: message, model: &model)
        }
        return []
      }
      static func view(for model: Model) -> Screen { model.screen }
    }
    let program = Owner.makeProgram()
    program.dispatch(.counter(.increment))
    #expect(program.view == .home(visits: 1))
    program.dispatch(.open)
    program.dispatch(.counter(.increment))
    #expect(program.view == .counter(count: 1))
    program.dispatch(.leave)
    program.dispatch(.counter(.increment))
    #expect(program.view == .home(visits: 2))
    #expect(program.droppedMessageCount == 2)
  }
}
