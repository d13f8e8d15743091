// Tests: Program+Turns

import ReactiveElm
import ReactiveTestSupport
import Testing

@Suite("The turns of a program")
@MainActor
struct ProgramTurnsTests {
  private let clock = ManualClock()

  @Test("a command that becomes due in a generation is performed behind the messages that wait")
  func insideOfGeneration() {
    let program = Later.program(clock)
    var log: [String] = []
    program.commands.sink { log.append("performs \($0.text)") }
    let subscription = program.modelBehavior.sink { [clock] model in
      log.append("model \(model.came)")
      if model.came == ["go"] {
        program.dispatch(.came("before"))
        clock.advance(by: .seconds(1))
        log.append("advanced")
      }
    }
    program.dispatch(.ask([.free("due", 100)]))
    log = []
    program.dispatch(.came("go"))
    #expect(
      log == [
        "model [\"go\"]", "advanced", "model [\"go\", \"before\"]", "performs due",
        "model [\"go\", \"before\", \"due\"]",
      ])
    subscription.cancel()
  }

  @Test("time that passes in a batch or a delivery makes nothing due before its end")
  func batches() {
    let program = Later.program(clock)
    program.dispatch(.ask([.free("a", 100), .free("b", 200)]))
    batch {
      clock.advance(by: .milliseconds(100))
      program.dispatch(.came("x"))
      #expect(program.model.came == [])
    }
    #expect(program.model.came.sorted() == ["a", "x"])
    let event = Event<Void>()
    event.sink { [clock] in
      clock.advance(by: .milliseconds(100))
      #expect(program.model.came.count == 2)
    }
    event.trigger()
    #expect(program.model.came.last == "b")
  }

  @Test("what is put off in a batch that the program begins in waits from the end of the batch")
  func beginning() {
    let program = batch {
      let program = Later.program(clock)
      program.dispatch(.ask([.free("a", 100)]))
      clock.advance(by: .milliseconds(50))
      return program
    }
    clock.advance(by: .milliseconds(99))
    #expect(program.model.came == [])
    clock.advance(by: .milliseconds(1))
    #expect(program.model.came == ["a"])
  }

  @Test("a command that cancels another one that is due at the same time comes first if it was put off first")
  func cancelling() {
    let program = Later.program(clock)
    program.dispatch(
      .ask([.identified("a", id: 1, 100), .cancel(id: 1, 100), .identified("b", id: 1, 100), .free("c", 100)]))
    clock.advance(by: .milliseconds(100))
    #expect(program.model.came == ["a", "c"])
  }

  @Test("a handler of what is due may have another one cancelled that is due at the same time")
  func cancellingHandler() {
    let program = Later.makeProgram(
      handler: .performing { $0.text == "a" ? .ask([.cancel(id: 1)]) : .came($0.text) }.timed(by: clock))
    program.dispatch(.ask([.free("a", 100), .identified("b", id: 1, 100), .free("c", 100)]))
    clock.advance(by: .milliseconds(100))
    #expect(program.model.came == ["c"])
  }

  @Test("programs with one clock perform in the order in which they put off")
  func twoPrograms() {
    var log: [String] = []
    let programs = (0..<2).map { _ in Later.program(clock) }
    for (index, program) in programs.enumerated() { program.commands.sink { log.append("\(index) \($0.text)") } }
    programs[0].dispatch(.ask([.free("a", 100), .free("d", 200)]))
    programs[1].dispatch(.ask([.free("b", 100), .free("e", 200)]))
    programs[0].dispatch(.ask([.free("c", 100)]))
    clock.advance(by: .seconds(1))
    withExtendedLifetime(programs) {}
    #expect(log == ["0 a", "1 b", "0 c", "0 d", "1 e"])
  }

  @Test("a program whose recorder shows an earlier step performs what is due, and arms nothing anew")
  func travelling() {
    let program = Later.program(clock)
    let recorder = program.record()
    program.dispatch(.ask([.free("a", 100), .free("b", 200)]))
    program.dispatch(.came("x"))
    recorder.jump(to: 1)
    clock.advance(by: .milliseconds(100))
    #expect(program.model.came == [])
    recorder.resume()
    #expect(program.model.came == ["x", "a"])
    recorder.rewind(to: 0)
    clock.advance(by: .milliseconds(100))
    #expect(program.model.came == ["b"])
    let other = Later.program(clock)
    try? other.record().load(recorder.recording)
    clock.advance(by: .seconds(10))
    #expect(other.model.came == ["b"])
    #expect(clock.sleeperCount == 0)
  }

  @Test("a policy that changes its answer counts as it was when the command began to wait")
  func fickle() {
    enum Fickle: Module {
      struct Model: Initable { var came: [String] = [] }
      nonisolated(unsafe) static var isLate = true
      static func update(for message: String, model: inout Model) -> [String] {
        if message == "ask" { return ["a"] }
        model.came.append(message)
        return []
      }
      static func view(for model: Model) -> [String] { model.came }
      static func policy(for command: String) -> CommandPolicy {
        unsafe isLate ? .identified(by: 1).after(.seconds(1)) : .cancels(1)
      }
    }
    let program = Fickle.makeProgram(handler: .performing { $0 }.timed(by: clock))
    program.dispatch("ask")
    program.dispatch("ask")
    unsafe Fickle.isLate = false
    clock.advance(by: .seconds(1))
    #expect(program.view == ["a", "a"])
    unsafe Fickle.isLate = true
    program.dispatch("ask")
    unsafe Fickle.isLate = false
    program.dispatch("ask")
    clock.advance(by: .seconds(1))
    #expect(program.view == ["a", "a"])
  }

  @Test("the handler of what is due may let time pass, and what is due then follows it")
  func advancing() {
    let program = Later.makeProgram(
      handler: .performing { [clock] command in
        if command.text == "a" { clock.advance(by: .seconds(1)) }
        return .came(command.text)
      }.timed(by: clock))
    program.dispatch(.ask([.free("a", 100), .free("b", 500), .free("c", 1_050)]))
    clock.advance(by: .milliseconds(100))
    #expect(program.model.came == ["a", "b", "c"])
    #expect(clock.now.offset == .milliseconds(1_100))
  }
}
