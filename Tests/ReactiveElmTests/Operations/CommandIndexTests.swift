import ReactiveElm
import Testing

@Suite("Commands by id")
@MainActor
struct CommandIndexTests {
  /// An id whose hash and whose end may run anything.
  private struct ID: Hashable, Sendable {
    let number: Int
    let end = End()
    static func == (a: ID, b: ID) -> Bool { a.number == b.number }
    func hash(into hasher: inout Hasher) {
      MainActor.assumeIsolated { Hook.call(.hash) }
      hasher.combine(number)
    }
  }
  private final class End: Sendable {
    deinit { MainActor.assumeIsolated { Hook.call(.end) } }
  }
  private enum Place { case hash, end }
  @MainActor
  private enum Hook {
    static var place: Place?
    static var body: () -> Void = {}
    static func call(_ place: Place) { if place == self.place { body() } }
  }

  private struct Loads: Module {
    enum Message: Sendable {
      case load(Int)
      case cancel(Int)
      case loaded(Int)
    }
    enum Command: Sendable {
      case load(Int)
      case cancel(Int)
    }
    struct Model: Initable { var loaded: [Int] = [] }
    static func update(for message: Message, model: inout Model) -> [Command] {
      switch message {
      case .load(let number): return [.load(number)]
      case .cancel(let number): return [.cancel(number)]
      case .loaded(let number): model.loaded.append(number)
      }
      return []
    }
    static func view(for model: Model) -> [Int] { model.loaded }
    static func policy(for command: Command) -> CommandPolicy {
      switch command {
      case .load(let number): .identified(by: ID(number: number))
      case .cancel(let number): .cancels(ID(number: number))
      }
    }
  }

  @Test("the hash or the end of an id may dispatch, and so begin and end commands", arguments: 1...3, [true, false])
  func reentrant(call: Int, isHash: Bool) async {
    let latch = Latch()
    let program = Loads.makeProgram { (command: Loads.Command) -> Loads.Message? in
      guard case .load(let number) = command else { return nil }
      await latch.passPatiently()
      return .loaded(number)
    }
    var calls = 0
    Hook.body = { [unowned program] in
      calls += 1
      if calls == call {
        program.dispatch(.load(3))
        program.dispatch(.cancel(2))
      }
    }
    Hook.place = isHash ? .hash : .end
    for number in [1, 2, 1] { program.dispatch(.load(number)) }
    latch.open()
    await program.settle()
    Hook.place = nil
    Hook.body = {}
    // The second command may not have begun when it is cancelled.
    let expected = calls < call ? [[1, 1, 2]] : [[1, 1, 3], [1, 1, 2, 3]]
    #expect(expected.contains(program.view.sorted()))
    if isHash { #expect(calls >= call) }
  }
}
