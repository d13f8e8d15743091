import ReactiveElm
import ReactiveTestSupport
import Testing

@Suite("Senders")
struct SenderTests {
  /// Receives numbers with their sender's name.
  private struct Numbers: Module {
    struct Model: Initable { var lists: [Int: [Int]] = [:] }
    static func update(for message: [Int], model: inout Model) -> [Never] {
      model.lists[message[0], default: []].append(message[1])
      return []
    }
    static func view(for model: Model) -> Int { 0 }
  }
  private static let count = 2_000

  @MainActor
  @Test("eight threads at once: everything arrives, in the order of each")
  func threads() async {
    let program = Numbers.makeProgram()
    let send = program.sender
    await Task.detached {
      _ = onThreads(8) { thread in for number in 0..<Self.count { send([thread, number]) } }
    }.value
    await program.run { $0.lists.values.allSatisfy { $0.count == Self.count } && $0.lists.count == 8 }
    for list in program.model.lists.values { #expect(list == Array(0..<Self.count)) }
  }

  @Test("eight tasks at once, to a program that belongs to no actor")
  func tasks() async {
    let program = Numbers.makeProgram()
    let send = program.sender
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 { group.addTask { for number in 0..<Self.count { send([task, number]) } } }
    }
    #expect(program.model.lists.isEmpty, "they have not been fetched")
    await program.run { $0.lists.count == 8 }
    for list in program.model.lists.values { #expect(list == Array(0..<Self.count)) }
  }

  @MainActor
  @Test("what has been sent while the actor was busy is one generation")
  func generation() async {
    let program = Counter.makeProgram()
    var shown: [String] = []
    program.viewBehavior.sink { shown.append($0) }
    for _ in 0..<1_000 { program.sender(.increment) }
    #expect(shown == [])
    await program.run { $0.count == 1_000 }
    #expect(shown == ["Count: 1000"])
  }

  @MainActor
  @Test("a message comes behind those that were sent before it, and a dispatched one at once")
  func besideDispatch() async {
    let program = Scripted.makeProgram(flags: .init())
    program.sender("2")
    program.sender("3")
    program.dispatch("1")
    await program.run { $0.messages.count == 3 }
    #expect(program.model.messages == "123")
  }

  @MainActor
  @Test("it keeps no program alive, and what is sent to one that is gone goes at once")
  func gone() {
    final class Token: Sendable {}
    struct Keeping: Module {
      struct Model: Initable {}
      static func update(for message: Token, model: inout Model) -> [Never] { [] }
      static func view(for model: Model) -> Int { 0 }
    }
    weak var program: Program<Keeping>?
    weak var early: Token?
    weak var late: Token?
    func sender() -> Sender<Token> {
      let strong = Keeping.makeProgram()
      let sender = strong.sender
      let token = Token()
      sender(token)
      program = strong
      early = token
      return withExtendedLifetime(strong) { sender }
    }
    let send = sender()
    #expect(program == nil)
    #expect(early == nil)
    do {
      let token = Token()
      late = token
      send(token)
    }
    #expect(late == nil)
  }
}
