import ReactiveElm
import Testing

@Suite("What performs a child's commands serves its parent as well")
@MainActor
struct InboxTests {
  private struct Failure: Error {}

  /// Written for a program of ``Download`` alone.
  private static func perform(_ command: Download.Command, _ send: Sender<Download.Message>) async throws {
    guard case .load(let name) = command else { return }
    if name == "bad" { throw Failure() }
    send(.loaded(1))
    send(.loaded(2))
  }

  private static func listen(to source: Download.Source, _ dispatch: Dispatcher<Download.Message>) -> Subscription {
    guard case .clock(let name) = source else { return Subscription {} }
    if name == "bad" { return dispatch.task { _ in throw Failure() } }
    return dispatch.task { send in
      send(.rename(name + "!"))
      send(.cancel)
    }
  }

  @Test("with a sender that wraps its answers")
  func sender() async {
    let program = Downloads.makeProgram(
      flags: "a",
      handler: .sending { command, send in
        switch command {
        case .main(let command): try await Self.perform(command, send.wrapping(Downloads.Message.main))
        case .row(let key, let command): try await Self.perform(command, send.wrapping { .row(key, $0) })
        default: break
        }
      }, listening: { _, _ in Subscription {} })
    program.dispatch(.addRow(1, "r"))
    program.dispatch(.addRow(2, "bad"))
    program.dispatch(.main(.begin))
    program.dispatch(.row(1, .begin))
    program.dispatch(.row(2, .begin))
    await program.settle()
    #expect(program.view == ["a [1, 2] done", "1: r [1, 2] done", "2: bad [] Failure()"])
  }

  @Test("and so does what listens to its sources, with a dispatcher that wraps their messages")
  func dispatcher() async {
    let program = Downloads.makeProgram(
      flags: "a", performing: { _ in nil },
      listening: { source, dispatch in
        switch source {
        case .main(let source): Self.listen(to: source, dispatch.wrapping(Downloads.Message.main))
        case .row(let key, let source): Self.listen(to: source, dispatch.wrapping { .row(key, $0) })
        case .extra: Subscription {}
        }
      })
    program.dispatch(.main(.begin))
    program.dispatch(.addRow(1, "bad"))
    program.dispatch(.row(1, .begin))
    await program.run { !$0.main.isRunning && $0.rows[1]?.error != nil }
    #expect(program.view.last == "1: bad [] no clock(\"bad\")")
    #expect(program.model.main.name.hasPrefix("a!"))
  }

  @Test("at once where a source dispatches at once, and not after it was stopped")
  func synchronous() {
    let keys = Event<String>()
    let program = Downloads.makeProgram(
      flags: "a", performing: { _ in nil },
      listening: { source, dispatch in
        let dispatch = dispatch.wrapping(Downloads.Message.main)
        keys.sink { dispatch(.rename($0)) }
        return Subscription {}
      })
    keys.trigger("nobody listens")
    program.dispatch(.main(.begin))
    keys.trigger("b")
    #expect(program.view == ["b [] running"])
    program.dispatch(.main(.cancel))
    keys.trigger("c")
    #expect(program.view == ["b [] done"])
  }

  @Test("an answer of a command that was cancelled is dropped, however often it is wrapped")
  func cancelled() async {
    let gate = Gate()
    let program = Shelf.makeProgram(
      handler: .sending { command, send in
        await gate.pass()
        guard case .left(.row(let key, let own)) = command else { return }
        let outer = send.wrapping(Shelf.Message.left)
        try await Self.perform(own, outer.wrapping { .row(key, $0) })
      }, listening: { _, _ in Subscription {} })
    for key in [1, 2] {
      program.dispatch(.left(.addRow(key, "r")))
      program.dispatch(.left(.row(key, .begin)))
    }
    program.dispatch(.left(.row(1, .cancel)))
    gate.open()
    await program.settle()
    #expect(program.view[0] == ["left [] done", "1: r [] done", "2: r [1, 2] done"])
  }
}
