import ReactiveElm
import Testing

private struct Station: Module {
  struct Request: Equatable, Sendable { var name: String }
  typealias Command = CancellableCommand<Request>
  enum Failure: Error { case noise }
  static func start(with stations: [String]) -> (model: [String], commands: [Command]) {
    ([], [.cancel("station")] + stations.map { .perform(Request(name: $0)) })
  }
  static func update(for message: String, model: inout [String]) -> [Command] {
    model.append(message)
    return message == "off" ? [.cancel("station")] : []
  }
  static func view(for model: [String]) -> String { model.joined(separator: " ") }
  static func subscriptions(for model: [String]) -> [String] { model.contains("off") ? [] : ["antenna"] }
  static func message(for error: any Error, performing command: Command) -> String? { "\(error)" }
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .perform: .identified(by: "station")
    case .cancel(let id): .cancels(id)
    }
  }
}

@Suite("Handlers of commands, as values")
@MainActor
struct CommandHandlerTests {
  private let journal = Journal()

  private func listen(_ source: String, _ dispatch: Dispatcher<String>) -> Subscription {
    journal.add("start \(source)")
    return Subscription { [journal] in journal.add("stop \(source)") }
  }

  @Test(".subscribers leaves the commands to subscribers, and sources are listened to all the same")
  func subscribers() {
    let program = batch {
      let program = Station.makeProgram(flags: ["a"], handler: .subscribers, listening: listen)
      program.commands.sink { [journal] in journal.add($0 == .cancel("station") ? "cancel" : "perform") }
      return program
    }
    #expect(journal.take() == ["cancel", "perform", "start antenna"])
    program.dispatch("off")
    #expect(journal.take() == ["cancel", "stop antenna"])
  }

  @Test(".requests is given the requests alone, at once; it answers with a message or none, or throws")
  func requests() {
    let handler = CommandHandler<Station>.requests { [journal] request in
      let name = request.name
      journal.add("tune \(name)")
      if name == "noise" { throw Station.Failure.noise }
      return name == "silence" ? nil : name
    }
    let program = Station.makeProgram(flags: ["a", "silence", "noise"], handler: handler, listening: listen)
    #expect(journal.take() == ["tune a", "tune silence", "tune noise", "start antenna"])
    #expect(program.view == "a noise")
    program.dispatch("off")
    #expect(journal.take() == ["stop antenna"])
  }

  @Test("one handler serves several programs, each with its own answers")
  func shared() async {
    let handler = CommandHandler<Station>.requestsSending { request, send in
      for answer in [request.name, "\(request.name)!"] { send(answer) }
    }
    let one = Station.makeProgram(flags: ["a"], handler: handler, listening: listen)
    let other = Station.makeProgram(flags: ["b"], handler: handler, listening: listen)
    for program in [one, other] { await program.settle() }
    #expect([one.view, other.view] == ["a a!", "b b!"])
  }

  @Test(".requestsSending runs in a task that a command cancels, and whose error is a message")
  func requestsSending() async {
    let gate = Gate()
    let program = Station.makeProgram(
      flags: ["a", "b"],
      handler: .requestsSending { request, send in
        await gate.pass()
        send("late")
      }, listening: listen)
    program.dispatch("off")
    gate.open()
    await program.settle()
    #expect(program.view == "off")
    let failing = Station.makeProgram(
      flags: ["a"], handler: .requestsSending { _, _ in throw Station.Failure.noise }, listening: listen)
    await failing.settle()
    #expect(failing.view == "noise")
  }

  @Test(".sending runs in a task of the command, and sends any number of answers, in their order")
  func sending() async {
    let program = Scripted.makeProgram(
      flags: .init(commands: ["a"]),
      handler: .sending { command, send in
        for turn in 1...3 { send(Scripted.Message("\(command)\(turn)")) }
      })
    #expect(program.model.messages == "")
    await program.settle()
    #expect(program.model.messages == "a1a2a3")
  }

  @Test(".performing is the closure that makeProgram is given, at once or in a task")
  func performing() async {
    let now = Station.makeProgram(
      flags: ["a"], handler: .performing { command in "\(command)" == "cancel" ? nil : "now" }, listening: listen)
    #expect(now.view == "now")
    let later = Requests.makeProgram(
      handler: .performing { command in
        await Task.yield()
        return .answered(command.text)
      })
    later.dispatch(.ask([.free("a")]))
    #expect(later.view == [])
    await later.settle()
    #expect(later.view == ["a"])
  }

  @Test(".timed gives a handler a clock, the last one counts, and several programs may have the same")
  func timed() {
    let (clock, unused) = (ManualClock(), ManualClock())
    let handler = CommandHandler<Later>.performing { .came($0.text) }.timed(by: unused).timed(by: clock)
    let programs = (0..<2).map { _ in Later.makeProgram(handler: handler) }
    programs[0].dispatch(.ask([.free("a", 100)]))
    programs[1].dispatch(.ask([.free("b", 200)]))
    #expect(unused.sleeperCount == 0)
    clock.advance(by: .milliseconds(100))
    #expect(programs.map(\.view) == ["a", ""])
    clock.advance(by: .milliseconds(100))
    #expect(programs.map(\.view) == ["a", "b"])
  }

  @Test(".sending(of:performing:) performs requests of commands that are not Sendable, and others end at once")
  func sendingOfRequests() async {
    let path = StackOf<Station>.makeProgram(
      flags: [["a", "b", "none"], ["never"]],
      handler: .sending(
        of: { [journal] command -> (key: Int, request: Station.Request)? in
          guard case .perform(.screen(let key, .perform(let request))) = command else {
            journal.add("asked for one that cancels")
            return nil
          }
          return request.name == "none" ? nil : (key: key, request: request)
        },
        performing: { item, send in
          if item.request.name == "never" { try await Task.sleep(nanoseconds: .max) }
          if item.request.name == "b" { throw Station.Failure.noise }
          send(.screen(item.key, item.request.name))
        }),
      listening: { _, _ in Subscription {} })
    path.dispatch(.close(1))
    await path.settle()
    #expect(path.view.map(\.view) == ["a noise"] || path.view.map(\.view) == ["noise a"])
    #expect(journal.take() == [])
  }
}
