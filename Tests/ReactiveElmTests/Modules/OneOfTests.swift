import ReactiveElm
import Testing

private typealias Two = OneOf<Download, Search>
private typealias Three = OneOf<Counter, OneOf<Download, Search>>

@Suite("A child of several kinds")
struct OneOfTests {
  @Test("has the functions of the kind that is there")
  func functions() {
    typealias Twins = OneOf<Download, Download>
    var (model, commands) = Twins.start(with: .first("a"))
    #expect(commands == [.first(.log("start a"))])
    #expect(Twins.update(for: .first(.begin), model: &model) == [.first(.load("a"))])
    #expect(model == .first(Download.Model(name: "a", isRunning: true)))
    #expect(Twins.subscriptions(for: model) == [.first(.clock("a"))])
    #expect(Twins.view(for: model) == .first("a [] running"))
    #expect(
      Twins.message(for: CancellationError(), performing: .first(.stop)) == .first(.failed("CancellationError()")))
    #expect(
      Twins.message(for: CancellationError(), listeningTo: .first(.clock("a"))) == .first(.failed("no clock(\"a\")")))

    (model, commands) = Twins.start(with: .second("b"))
    #expect(commands == [.second(.log("start b"))])
    #expect(Twins.update(for: .second(.begin), model: &model) == [.second(.load("b"))])
    #expect(Twins.subscriptions(for: model) == [.second(.clock("b"))])
    #expect(Twins.view(for: model) == .second("b [] running"))
    #expect(
      Twins.message(for: CancellationError(), performing: .second(.stop)) == .second(.failed("CancellationError()")))
    #expect(
      Twins.message(for: CancellationError(), listeningTo: .second(.clock("a")))
        == .second(.failed("no clock(\"a\")")))
  }

  @Test("drops what is for the other kind, and leaves the one that is there as it is")
  func dropped() {
    let program = Three.makeProgram(flags: .first(()))
    program.dispatch(.first(.increment))
    program.dispatch(.second(.first(.begin)))
    program.dispatch(.second(.second(.cancel)))
    #expect(program.droppedMessageCount == 2)
    #expect("\(program.view)" == "first(\"Count: 1\")")
  }

  @Test("asks the kinds for their policies, and keeps their ids apart")
  func policies() {
    #expect(Two.policy(for: .first(.log("a"))) == .free)
    let load = Two.policy(for: .first(.load("a")))
    #expect(load == Two.policy(for: .first(.load("b"))))
    #expect(load != Download.policy(for: .load("a")))
    #expect(Two.policy(for: .first(.stop)) != Two.policy(for: .second(.cancelSearch)))
    #expect(
      OneOf<Search, Search>.policy(for: .first(.cancelSearch))
        != OneOf<Search, Search>.policy(for: .second(.cancelSearch)))
  }

  @MainActor
  @Test("runs the kinds' commands under their ids")
  func running() async {
    let gate = Gate()
    let program = OneOf<Download, Download>.makeProgram(flags: .first("a")) { command in
      guard case .first(.load(let name)) = command else { return nil }
      await gate.pass()
      return .first(.loaded(name.count))
    } listening: { _, _ in
      Subscription {}
    }
    for _ in 0..<3 { program.dispatch(.first(.begin)) }
    gate.open()
    await program.settle()
    #expect(program.view.value == "a [1] done")
    program.dispatch(.first(.begin))
    program.dispatch(.first(.cancel))
    await program.settle()
    #expect(program.view.value == "a [1] done")
  }

  @Test("cuts duplicates as its kinds do")
  func duplicates() {
    #expect(Three.isDuplicate(.first("a"), .first("a")))
    #expect(!Three.isDuplicate(.first("a"), .first("b")))
    #expect(Three.isDuplicate(.second(.second(["a"])), .second(.second(["a"]))))
    #expect(!Three.isDuplicate(.first("a"), .second(.first("a"))))
  }

  @Test("is changed where it lies, not copied")
  func inPlace() {
    let counter = Hoard.Counter()
    let program = OneOf<Counter, Hoard>.makeProgram(flags: .second((0, counter)))
    for element in 0..<10 { program.dispatch(.second(.append(element))) }
    #expect(counter.copies == 0)
  }
}
