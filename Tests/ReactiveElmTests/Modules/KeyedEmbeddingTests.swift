import ReactiveElm
import ReactiveTestSupport
import Testing

@Suite("Children with keys")
struct KeyedEmbeddingTests {
  @Test("begin when they are added, and have their own functions while they are there")
  func functions() {
    var model = Downloads.start(with: "a").model
    var commands = Downloads.update(for: .addRow(7, "x"), model: &model)
    #expect(commands == [.row(7, .log("start x"))])
    commands = Downloads.update(for: .addRow(3, "y"), model: &model)
    #expect(model.rows == [7: Download.Model(name: "x"), 3: Download.Model(name: "y")])
    commands = Downloads.update(for: .row(7, .begin), model: &model)
    #expect(commands == [.row(7, .load("x"))])
    #expect(Downloads.rows.views(for: model) == ["y [] done", "x [] running"])
    #expect(Downloads.rows.subscriptions(for: model) == [.row(7, .clock("x"))])
    #expect(
      Downloads.rows.message(for: CancellationError(), performing: .stop, of: 3)
        == .row(3, .failed("CancellationError()")))
    #expect(
      Downloads.rows.message(for: CancellationError(), listeningTo: .clock("x"), of: 7)
        == .row(7, .failed("no clock(\"x\")")))
  }

  @Test("are shown and listened for in the order of their keys, in every run")
  func order() {
    var model = Downloads.start(with: "a").model
    var keys = Array(0..<100)
    var generator = SeededGenerator(seed: 1)
    keys.shuffle(using: &generator)
    for key in keys {
      _ = Downloads.update(for: .addRow(key, "\(key)"), model: &model)
      _ = Downloads.update(for: .row(key, .begin), model: &model)
    }
    #expect(Downloads.rows.views(for: model) == (0..<100).map { "\($0) [] running" })
    #expect(Downloads.subscriptions(for: model) == (0..<100).map { .row($0, .clock("\($0)")) })
  }

  @Test("when they are gone, messages that are sent to them are dropped and counted")
  func dropped() {
    let program = Downloads.makeProgram(flags: "a", performing: { _ in nil }, listening: { _, _ in Subscription {} })
    program.dispatch(.row(1, .begin))
    program.dispatch(.addRow(1, "x"))
    program.dispatch(.row(1, .begin))
    program.dispatch(.row(2, .begin))
    #expect(program.droppedMessageCount == 2)
    #expect(program.view == ["a [] done", "1: x [] running"])
    program.dispatch(.removeRow(1, cancelling: false))
    program.dispatch(.row(1, .loaded(1)))
    #expect(program.droppedMessageCount == 3)
    #expect(program.view == ["a [] done"])
  }

  @MainActor
  @Test("that are gone when an answer comes do not get it; an error of theirs is dropped as well")
  func lateAnswers() async {
    struct Failure: Error {}
    let gate = Gate()
    let program = Downloads.makeProgram(flags: "a") { command -> Downloads.Message? in
      guard case .row(let key, .load(let name)) = command else { return nil }
      await gate.pass()
      if name == "bad" { throw Failure() }
      return .row(key, .loaded(name.count))
    } listening: { _, _ in
      Subscription {}
    }
    for (key, name) in [(1, "x"), (2, "yy"), (3, "bad"), (4, "cancelled"), (5, "bad")] {
      program.dispatch(.addRow(key, name))
      program.dispatch(.row(key, .begin))
    }
    program.dispatch(.removeRow(1, cancelling: false))
    program.dispatch(.removeRow(3, cancelling: false))
    program.dispatch(.removeRow(4, cancelling: true))
    gate.open()
    await program.settle()
    #expect(program.view == ["a [] done", "2: yy [2] done", "5: bad [] Failure()"])
    #expect(program.droppedMessageCount == 2)
  }

  @Test("are listened for while they are there: their sources start and stop as they come and go")
  func sources() {
    var log: [String] = []
    var dispatchers: [Int: Dispatcher<Downloads.Message>] = [:]
    let program = Downloads.makeProgram(
      flags: "a", performing: { _ in nil },
      listening: { source, dispatch in
        guard case .row(let key, .clock(let name)) = source else { return Subscription {} }
        log.append("start \(key) \(name)")
        dispatchers[key] = dispatch
        return Subscription { log.append("stop \(key) \(name)") }
      })
    batch {
      for key in [2, 1] {
        program.dispatch(.addRow(key, "x"))
        program.dispatch(.row(key, .begin))
      }
    }
    #expect(log == ["start 1 x", "start 2 x"])
    log = []
    program.dispatch(.row(1, .rename("y")))
    #expect(log == ["stop 1 x", "start 1 y"])
    log = []
    program.dispatch(.removeRow(2, cancelling: false))
    #expect(log == ["stop 2 x"])
    // Its source was stopped, so this is no lost message.
    dispatchers[2]?(.row(2, .loaded(1)))
    dispatchers[1]?(.row(1, .loaded(1)))
    #expect(program.view == ["a [] done", "1: y [1] done"])
    #expect(program.droppedMessageCount == 0)
  }

  struct Owner: Module {
    enum Message {
      case open(Int, Hoard.Counter)
      case mapped(Int, Hoard.Message)
      case listed(Int, Hoard.Message)
    }
    struct Model: Initable {
      var mapped: [Int: Hoard.Model] = [:]
      var listed: [Hoard.Model] = []
    }
    typealias Command = Never
    static let mapped = KeyedEmbedding<Owner, Hoard, [Int: Hoard.Model]>(at: \.mapped, message: Message.mapped)
    // The collection type is inferred from an expression.
    static let listed = KeyedEmbedding<Owner, Hoard, _>(at: \Model.listed, message: Message.listed)
    static func update(for message: Message, model: inout Model) -> [Command] {
      switch message {
      case .open(let key, let counter):
        mapped.start(key, with: (key, counter), model: &model)
          + listed.start(key, with: (key, counter), model: &model)
      case .mapped(let key, let message): mapped.update(for: message, of: key, model: &model)
      case .listed(let key, let message): listed.update(for: message, of: key, model: &model)
      }
    }
    static func view(for model: Model) -> [Int] { mapped.views(for: model) + listed.views(for: model) }
  }

  @Test("are changed where they lie, in a dictionary as in an array, not copied")
  func inPlace() {
    let counter = Hoard.Counter()
    let program = Owner.makeProgram()
    var seen: [[Int]] = []
    program.viewBehavior.sink { seen.append($0) }
    for key in [1, 0] { program.dispatch(.open(key, counter)) }
    for element in 0..<10 {
      program.dispatch(.mapped(element % 2, .append(element)))
      program.dispatch(.listed(1, .append(element)))
    }
    #expect(seen.last == [5, 5, 10, 0])
    #expect(counter.copies == 0)
  }

  @Test("in an array are in its order, and found by their ids")
  func arrays() {
    let counter = Hoard.Counter()
    let program = Owner.makeProgram()
    for key in [5, 3, 4] { program.dispatch(.open(key, counter)) }
    program.dispatch(.listed(3, .append(1)))
    program.dispatch(.listed(6, .append(1)))
    #expect(program.view == [0, 0, 0, 0, 1, 0])
    #expect(program.droppedMessageCount == 1)
    program.dispatch(.open(3, counter))
    #expect(program.model.listed.map(\.id) == [5, 3, 4])
    #expect(program.view == [0, 0, 0, 0, 0, 0])
  }

  @Test("without flags are added without them")
  func withoutFlags() {
    struct Owner: Module {
      enum Message {
        case add(String)
        case row(String, Counter.Message)
      }
      typealias Command = Never
      struct Model: Initable { var rows: [String: Counter.Model] = [:] }
      static var rows: KeyedEmbedding<Owner, Counter, [String: Counter.Model]> {
        KeyedEmbedding(at: \.rows, message: Message.row)
      }
      static func update(for message: Message, model: inout Model) -> [Never] {
        switch message {
        case .add(let key): rows.start(key, model: &model)
        case .row(let key, let message): rows.update(for: message, of: key, model: &model)
        }
      }
      static func view(for model: Model) -> [String] { rows.views(for: model) }
    }
    let program = Owner.makeProgram()
    program.dispatch(.add("b"))
    program.dispatch(.add("a"))
    program.dispatch(.row("b", .increment))
    #expect(program.view == ["Count: 0", "Count: 1"])
  }
}
