// Tests: Program, CaseName

import ReactiveElm
import ReactiveTestSupport
import Testing

@Suite("Programs")
struct ProgramTests {
  @Test("model and view are there to read, at once after a dispatch")
  func reading() {
    let counter = Counter.makeProgram()
    counter.dispatch(.increment)
    counter.dispatch(.increment)
    counter.dispatch(.decrement)
    #expect(counter.model.count == 1)
    #expect(counter.view == "Count: 1")
    #expect(counter.modelBehavior.peek().count == 1)
    #expect(counter.viewBehavior.value == "Count: 1")
    #expect("\(counter.viewBehavior)" == "Count: 1")
  }

  @Test("the model notifies after each generation, whether it differs or not")
  func model() {
    let program = Scripted.makeProgram(flags: .init())
    var notified: [String] = []
    program.modelBehavior.observe { notified.append($0.messages) }
    program.dispatch("a")
    program.dispatch("")
    batch {
      program.dispatch("b")
      program.dispatch("c")
    }
    #expect(notified == ["", "a", "a", "abc"])
  }

  @Test("its behaviors and its events are named after the module")
  func names() {
    let counter = Counter.makeProgram()
    #expect(counter.modelBehavior.name == "Counter's model")
    #expect(counter.viewBehavior.name == "Counter's view")
    #expect(counter.commands.name == "Counter's commands")
  }

  @Test("observers of the commands are notified before the handler, in the order of the commands")
  func commands() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init()) { command in
      journal.add("handler \(command)")
      return nil
    }
    let watcher = Watcher(journal)
    program.commands.sink { journal.add("observer \($0)") }
    program.subscribe(watcher)
    _ = journal.take()
    program.dispatch(Scripted.Message("a", commands: ["x", "y"], view: ""))
    #expect(
      journal.take() == [
        "observer x", "watcher performs x", "handler x", "observer y", "watcher performs y", "handler y",
      ])
    withExtendedLifetime(watcher) {}
  }

  @Test("commands of several messages that wait together are performed in order, after the one view")
  func commandsOfGeneration() {
    let journal = Journal()
    let program = Scripted.makeProgram(flags: .init())
    let watcher = Watcher(journal)
    program.subscribe(watcher)
    _ = journal.take()
    batch {
      for name in ["a", "b", "c"] {
        program.dispatch(Scripted.Message(name, commands: ["\(name)1", "\(name)2"]))
      }
    }
    #expect(
      journal.take() == ["watcher shows abc"] + ["a1", "a2", "b1", "b2", "c1", "c2"].map { "watcher performs \($0)" })
    withExtendedLifetime(watcher) {}
  }

  @Test("the views and commands can be awaited")
  func values() async {
    let program = Scripted.makeProgram(flags: .init())
    var views = program.viewBehavior.values.makeAsyncIterator()
    #expect(await views.next() == "")
    program.dispatch("a")
    #expect(await views.next() == "a")
  }

  @Test("a burst of 1,000,000 messages (short: 100,000) gives its memory back")
  func burst() throws {
    let program = Counter.makeProgram()
    batch { for _ in 0..<TestSize.large { program.dispatch(.increment) } }
    #expect(program.model.count == TestSize.large)
    let capacities = Mirror(reflecting: program).children.compactMap { ($0.value as? [Counter.Message])?.capacity }
    #expect(capacities.count >= 2)
    #expect(capacities.allSatisfy { $0 <= 8192 })
  }
}
