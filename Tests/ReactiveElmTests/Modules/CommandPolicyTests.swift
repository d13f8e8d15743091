import ReactiveElm
import Testing

@Suite("Policies of commands")
struct CommandPolicyTests {
  private struct Mixed: Module {
    enum ID: Hashable { case one }
    enum Command: Sendable {
      case run(Int)
      case cancelText, cancelNumber, cancelCase
    }
    typealias Message = String
    static func start(with flags: Void) -> (model: [String], commands: [Command]) { ([], []) }
    static func update(for message: String, model: inout [String]) -> [Command] {
      switch message {
      case "begin": return [.run(0), .run(1), .run(2)]
      case "cancel text": return [.cancelText]
      case "cancel number": return [.cancelNumber]
      case "cancel case": return [.cancelCase]
      default: model.append(message)
      }
      return []
    }
    static func view(for model: [String]) -> [String] { model }
    static func policy(for command: Command) -> CommandPolicy {
      switch command {
      case .run(0): .identified(by: "1")
      case .run(1): .identified(by: 1)
      case .run: .identified(by: ID.one)
      case .cancelText: .cancels("1")
      case .cancelNumber: .cancels(1)
      case .cancelCase: .cancels(ID.one)
      }
    }
  }

  @MainActor
  @Test(
    "ids of different types are different ids",
    arguments: [("cancel text", ["1", "2"]), ("cancel number", ["0", "2"]), ("cancel case", ["0", "1"])])
  func types(message: String, rest: [String]) async {
    let latch = Latch()
    let program = Mixed.makeProgram { command in
      await latch.passPatiently()
      guard case .run(let number) = command else { return nil }
      return "\(number)"
    }
    program.dispatch("begin")
    program.dispatch(message)
    latch.open()
    await program.settle()
    #expect(program.model.sorted() == rest)
  }

  @Test("without a handler, policies are without effect and subscribers see every command")
  func withoutHandler() {
    var seen: [String] = []
    let program = Requests.makeProgram()
    program.commands.sink { seen.append("\($0)") }
    program.dispatch(.ask([.replacing("a", id: 1), .cancel(id: 1)]))
    #expect(seen == ["replacing(\"a\", id: 1)", "cancel(id: 1)"])
  }

  @Test("are values: compared, and written as in code")
  func values() {
    #expect(CommandPolicy.free == .free)
    #expect(CommandPolicy.identified(by: 1) == .identified(by: 1))
    #expect(CommandPolicy.identified(by: 1) != .identified(by: 1, cancelInFlight: true))
    #expect(CommandPolicy.identified(by: 1) != .identified(by: "1"))
    #expect(CommandPolicy.cancels("search") != .identified(by: "search"))
    #expect(Set([CommandPolicy.cancels(1), .cancels(1), .free]).count == 2)
    #expect("\(CommandPolicy.free)" == ".free")
    #expect("\(CommandPolicy.identified(by: 1))" == ".identified(by: 1)")
    #expect(
      CommandPolicy.identified(by: "a", cancelInFlight: true).description
        == ".identified(by: a, cancelInFlight: true)")
    #expect("\(CommandPolicy.cancels("a"))" == ".cancels(a)")
  }

  @Test("a policy is described as it is written")
  func description() {
    #expect("\(CommandPolicy.free)" == ".free")
    #expect("\(CommandPolicy.identified(by: 1))" == ".identified(by: 1)")
    #expect("\(CommandPolicy.identified(by: "a", cancelInFlight: true))" == ".identified(by: a, cancelInFlight: true)")
    #expect("\(CommandPolicy.cancels(1))" == ".cancels(1)")
  }

  @Test("a delay is a part of a policy: compared, hashed and written; none is none, and the last one counts")
  func delays() {
    let late = CommandPolicy.identified(by: "a", cancelInFlight: true).after(.milliseconds(300))
    #expect(late == .identified(by: "a", cancelInFlight: true).after(.milliseconds(300)))
    #expect(late != .identified(by: "a", cancelInFlight: true))
    #expect(late != .identified(by: "a", cancelInFlight: true).after(.milliseconds(301)))
    #expect(CommandPolicy.free.after(.seconds(1)) != .cancels("a").after(.seconds(1)))
    #expect(late.after(.seconds(1)) == .identified(by: "a", cancelInFlight: true).after(.seconds(1)))
    #expect(late.after(.zero) == .identified(by: "a", cancelInFlight: true))
    #expect(CommandPolicy.free.after(.seconds(-1)) == .free)
    #expect(Set([late, late.after(.seconds(1)), late.after(.seconds(1)), late.after(.zero)]).count == 3)
    #expect("\(late)" == ".identified(by: a, cancelInFlight: true).after(0.3 seconds)")
    #expect("\(CommandPolicy.free.after(.seconds(2)))" == ".free.after(2.0 seconds)")
    #expect("\(CommandPolicy.cancels(1).after(.seconds(2)))" == ".cancels(1).after(2.0 seconds)")
  }
}
