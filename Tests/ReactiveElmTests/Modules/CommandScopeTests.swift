import ReactiveElm
import Testing

@Suite("The commands of a child")
@MainActor
struct CommandScopeTests {
  private func downloads(_ gate: Gate) -> Program<Downloads> {
    let program = Downloads.makeProgram(flags: "a") { command -> Downloads.Message? in
      if case .cancelMain = command { return nil }
      await gate.pass()
      switch command {
      case .main(.load): return .main(.loaded(1))
      case .extra(.load): return .extra(.loaded(2))
      case .row(let key, .load): return .row(key, .loaded(key))
      case .main(.log(let text)) where text.hasPrefix("stop"): return .main(.rename("logged"))
      default: return nil
      }
    } listening: { _, _ in
      Subscription {}
    }
    program.dispatch(.openExtra("x"))
    for key in [3, 4] { program.dispatch(.addRow(key, "r")) }
    return program
  }

  @Test("neither cancel nor replace those of another child with the same id")
  func scoped() async {
    let gate = Gate()
    let program = downloads(gate)
    for message in [Download.Message.begin, .begin] {
      program.dispatch(.main(message))
      program.dispatch(.extra(message))
      program.dispatch(.row(3, message))
      program.dispatch(.row(4, message))
    }
    program.dispatch(.row(3, .cancel))
    gate.open()
    await program.settle()
    #expect(program.view == ["a [1] done", "x [2] done", "3: r [] done", "4: r [4] done"])
  }

  @Test("are cancelled by the child itself")
  func ownCancel() async {
    let gate = Gate()
    let program = downloads(gate)
    program.dispatch(.main(.begin))
    program.dispatch(.extra(.begin))
    program.dispatch(.extra(.cancel))
    program.dispatch(.main(.cancel))
    gate.open()
    await program.settle()
    #expect(program.view == ["logged [] done", "x [] done", "3: r [] done", "4: r [] done"])
  }

  @Test("are all cancelled by their parent, by their scope, those without an id included")
  func cancelledByParent() async {
    let gate = Gate()
    let program = downloads(gate)
    program.dispatch(.main(.cancel))
    program.dispatch(.main(.begin))
    program.dispatch(.extra(.begin))
    program.dispatch(.cancelMain)
    gate.open()
    await program.settle()
    #expect(program.view == ["a [] running", "x [2] done", "3: r [] done", "4: r [] done"])
  }

  @Test("of a child's child are distinguished from all others, and are cancelled with those of the child")
  func nested() async {
    let gate = Gate()
    let program = Shelf.makeProgram { (command: Shelf.Command) -> Shelf.Message? in
      await gate.pass()
      switch command {
      case .left(.row(let key, .load)): return .left(.row(key, .loaded(key)))
      case .right(.row(let key, .load)): return .right(.row(key, .loaded(key)))
      case .left(.main(.load)): return .left(.main(.loaded(0)))
      default: return nil
      }
    } listening: { _, _ in
      Subscription {}
    }
    for key in [1, 2] {
      program.dispatch(.left(.addRow(key, "l")))
      program.dispatch(.right(.addRow(key, "r")))
    }
    program.dispatch(.left(.row(1, .begin)))
    program.dispatch(.left(.row(2, .begin)))
    program.dispatch(.left(.main(.begin)))
    program.dispatch(.right(.row(1, .begin)))
    program.dispatch(.right(.row(2, .begin)))
    program.dispatch(.right(.removeRow(2, cancelling: true)))
    program.dispatch(.left(.row(2, .cancel)))
    let other = Shelf.makeProgram { (command: Shelf.Command) -> Shelf.Message? in
      await gate.pass()
      if case .left(.row(let key, .load)) = command { return .left(.row(key, .loaded(key))) }
      if case .right(.main(.load)) = command { return .right(.main(.loaded(9))) }
      return nil
    } listening: { _, _ in
      Subscription {}
    }
    other.dispatch(.left(.addRow(1, "l")))
    other.dispatch(.left(.row(1, .begin)))
    other.dispatch(.right(.main(.begin)))
    other.dispatch(.cancelLeft)
    gate.open()
    await program.settle()
    await other.settle()
    #expect(
      program.view == [
        ["left [0] done", "1: l [1] done", "2: l [] done"], ["right [] done", "1: r [1] done"],
      ])
    #expect(other.view == [["left [] done", "1: l [] running"], ["right [9] done"]])
  }

  @Test("have a scope that is the same wherever it is asked for, and another for each child")
  func identity() {
    #expect(Downloads.main.scope == Downloads.main.scope)
    #expect(Downloads.extra.scope == Downloads.extra.scope)
    #expect(Downloads.rows.scope(of: 1) == Downloads.rows.scope(of: 1))
    let scopes = [
      Downloads.main.scope, Downloads.extra.scope, Downloads.rows.scope(of: 1), Downloads.rows.scope(of: 2),
    ]
    #expect(Set(scopes).count == 4)
  }

  @Test("have a scope with a text that is the same in each process, also at a computed place")
  func text() {
    struct Whole: Module {
      enum Message { case part(Pads.Pad.Message) }
      struct Model: Initable {
        var stored = Pads.Pad.Model()
        var part: Pads.Pad.Model {
          get { stored }
          set { stored = newValue }
        }
      }
      static let part = Embedding<Whole, Pads.Pad>(at: \.part, message: Message.part) { $0 }
      static func update(for message: Message, model: inout Model) -> [Later.Command] {
        switch message {
        case .part(let message): part.update(for: message, model: &model)
        }
      }
      static func view(for model: Model) -> [String] { model.stored.came }
    }
    #expect("\(Downloads.rows.scope(of: 3))" == "\\Model.rows[3]")
    #expect(
      "\(Pads.policy(for: .pad(1, .first(.identified("a", id: 7, 0)))))"
        == ".identified(by: \\Model.pads[1] \\Either<Model, Model>.self[1]: 7)")
    #expect("\(Whole.part.scope)".hasPrefix("\\Model.") && !"\(Whole.part.scope)".contains("0x"))
  }

  /// A list of pads, each of which later writes down the command's text, or cancels it later.
  private struct Pads: Module {
    struct Pad: Module {
      enum Message: Sendable {
        case ask([Later.Command])
        case came(String)
      }
      struct Model: Initable { var came: [String] = [] }
      static func update(for message: Message, model: inout Model) -> [Later.Command] {
        switch message {
        case .ask(let commands): return commands
        case .came(let text): model.came.append(text)
        }
        return []
      }
      static func view(for model: Model) -> [String] { model.came }
      static func policy(for command: Later.Command) -> CommandPolicy { Later.policy(for: command) }
    }
    typealias Either = OneOf<Pad, Pad>
    enum Message {
      case pad(Int, Either.Message)
      case replace(Int)
    }
    struct Model: Initable { var pads = [1: Either.Model.first(Pad.Model()), 2: .second(Pad.Model())] }
    enum Command {
      case pad(Int, Either.Command)
      case cancel(Int)
    }
    static let pads = KeyedEmbedding<Pads, Either, [Int: Either.Model]>(
      at: \.pads, message: Message.pad, command: Command.pad)
    static func update(for message: Message, model: inout Model) -> [Command] {
      switch message {
      case .pad(let key, let message): return pads.update(for: message, of: key, model: &model)
      case .replace(let key):
        model.pads[key] = .first(Pad.Model())
        return [.cancel(key)]
      }
    }
    static func view(for model: Model) -> [Int: [String]] {
      Dictionary(uniqueKeysWithValues: pads.views(for: model) { ($0, $1.value) })
    }
    static func policy(for command: Command) -> CommandPolicy {
      switch command {
      case .pad(let key, let command): pads.policy(for: command, of: key)
      case .cancel(let key): .cancels(pads.scope(of: key))
      }
    }
    static func program(_ clock: ManualClock, isolation: isolated (any Actor)? = #isolation) -> Program<Pads> {
      makeProgram(
        handler: .performing { command in
          switch command {
          case .pad(let key, .first(let own)): .pad(key, .first(.came(own.text)))
          case .pad(let key, .second(let own)): .pad(key, .second(.came(own.text)))
          case .cancel: nil
          }
        }.timed(by: clock))
    }
  }

  @Test("wait as the child says, under ids of its own, through embeddings and kinds")
  func waiting() {
    let clock = ManualClock()
    let program = Pads.program(clock)
    program.dispatch(.pad(1, .first(.ask([.replacing("a", id: 1, 100)]))))
    program.dispatch(.pad(2, .second(.ask([.replacing("b", id: 1, 100), .free("c", 200)]))))
    program.dispatch(.pad(1, .first(.ask([.replacing("d", id: 1, 100), .free("e", 200)]))))
    clock.advance(by: .milliseconds(100))
    #expect(program.view == [1: ["d"], 2: ["b"]])
    clock.advance(by: .milliseconds(100))
    #expect(program.view == [1: ["d", "e"], 2: ["b", "c"]])
    #expect(
      Pads.policy(for: .pad(1, .first(.free("a", 100))))
        == Pads.pads.policy(for: .first(.free("a", 0)), of: 1).after(.milliseconds(100)))
  }

  @Test("that wait are all cancelled by their scope, also those that are to cancel others later")
  func waitingCancelled() {
    let clock = ManualClock()
    let program = Pads.program(clock)
    program.dispatch(
      .pad(1, .first(.ask([.free("a", 100), .identified("b", id: 1, 100), .cancel(id: 1, 100)]))))
    program.dispatch(.replace(1))
    // Belongs to the new child with this key. The old child's cancelling command was cancelled.
    program.dispatch(.pad(1, .first(.ask([.identified("new", id: 1, 200)]))))
    clock.advance(by: .seconds(1))
    #expect(program.view[1] == ["new"])
  }

  private struct Owner: Module {
    enum Message: Sendable {
      case child(Later.Message)
      case end(milliseconds: Int)
    }
    struct Model: Initable { var child = Later.Model() }
    enum Command: Sendable {
      case child(Later.Command)
      case end(milliseconds: Int)
    }
    static let child = Embedding<Owner, Later>(at: \.child, message: Message.child, command: Command.child)
    static func update(for message: Message, model: inout Model) -> [Command] {
      switch message {
      case .child(let message): child.update(for: message, model: &model)
      case .end(let delay): [.end(milliseconds: delay)]
      }
    }
    static func view(for model: Model) -> String { child.view(for: model) }
    static func policy(for command: Command) -> CommandPolicy {
      switch command {
      case .child(let command): child.policy(for: command)
      case .end(let delay): .cancels(child.scope).after(.milliseconds(delay))
      }
    }
  }

  @Test("a parent's command that is to end a child later does not end with the child's commands")
  func endingLater() {
    let clock = ManualClock()
    let program = Owner.makeProgram(
      handler: .performing { command in
        if case .child(let own) = command { .child(.came(own.text)) } else { nil }
      }.timed(by: clock))
    program.dispatch(.end(milliseconds: 100))
    program.dispatch(.child(.ask([.free("a", 50)])))
    program.dispatch(.end(milliseconds: 0))
    program.dispatch(.child(.ask([.free("b", 50), .free("c", 150)])))
    clock.advance(by: .seconds(1))
    #expect(program.view == "b")
  }
}
