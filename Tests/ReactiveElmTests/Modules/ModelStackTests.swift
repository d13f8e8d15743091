import Foundation
import ReactiveElm
import ReactiveTestSupport
import Testing

@Suite("A stack of models")
struct ModelStackTests {
  private typealias Screen = OneOf<Download, Counter>

  private struct Navigation: Module {
    enum Message: Sendable {
      case open(Screen.Flags)
      case back, home
      case screen(Int, Screen.Message)
    }
    struct Model: Initable { var path = ModelStack<Screen.Model>() }
    enum Command: Sendable {
      case screen(Int, Screen.Command)
      case leave(Int)
    }
    enum Source: Hashable { case screen(Int, Screen.Source) }
    static let path = KeyedEmbedding<Navigation, Screen, ModelStack<Screen.Model>>(
      at: \.path, message: Message.screen, command: Command.screen, source: Source.screen)
    static func update(for message: Message, model: inout Model) -> [Command] {
      switch message {
      case .open(let flags): return path.push(with: flags, model: &model)
      case .back:
        return model.path.pop().map { [.leave($0.key)] } ?? []
      case .home: model.path.pop(to: 0)
      case .screen(let key, let message): return path.update(for: message, of: key, model: &model)
      }
      return []
    }
    static func view(for model: Model) -> [String] { path.views(for: model).map(\.value) }
    static func subscriptions(for model: Model) -> [Source] { path.subscriptions(for: model) }
    static func policy(for command: Command) -> CommandPolicy {
      switch command {
      case .screen(let key, let command): path.policy(for: command, of: key)
      case .leave(let key): .cancels(path.scope(of: key))
      }
    }
  }

  @Test("goes up and down, and has its order")
  func upAndDown() {
    var stack = ModelStack<String>()
    #expect(stack.isEmpty && stack.top == nil && stack.pop()?.value == nil)
    #expect(stack.push("a") == 0)
    #expect(stack.push("b") == 1)
    #expect(stack.values == ["a", "b"] && stack.keys == [0, 1] && stack.count == 2 && stack.top == "b")
    #expect(stack.pop() ?? (0, "") == (1, "b"))
    #expect(stack.push("c") == 2)
    stack.push("d")
    stack.pop(to: 7)
    #expect(stack.values == ["a", "c", "d"])
    stack.pop(to: 2)
    #expect(stack.values == ["a", "c"])
    stack.setKeyedValue("C", forKey: 2)
    stack.setKeyedValue("x", forKey: 9)
    #expect(stack.values == ["a", "C", "x"] && stack.push("y") == 10)
    #expect(stack.updateKeyedValue(forKey: 5) { _ in } == nil)
    #expect(stack == stack && ModelStack(["a", "b"]).keys == [0, 1])
  }

  @Test("decoded gives out no key again")
  func decoded() throws {
    var stack = ModelStack(["a", "b"])
    stack.pop()
    let data = try JSONEncoder().encode(stack)
    var copy = try JSONDecoder().decode(ModelStack<String>.self, from: data)
    #expect(copy == stack && copy.push("c") == 2)
    for entries in [#"{"key":2,"value":"a"}"#, #"{"key":1,"value":"a"},{"key":1,"value":"b"}"#] {
      let bad = Data(#"{"entries":[\#(entries)],"nextKey":2}"#.utf8)
      #expect(throws: DecodingError.self) { try JSONDecoder().decode(ModelStack<String>.self, from: bad) }
    }
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("stops with a message at the last key")
  func lastKey() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var stack = ModelStack<String>()
      stack.setKeyedValue("a", forKey: .max)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("ModelStack<String>: a value was to be added under the key Int.max"))
  }

  @Test("a push for which there is no key stops with a message; such a stack can still be encoded and decoded")
  func noKeyLeft() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var stack = ModelStack<String>()
      stack.setKeyedValue("a", forKey: .max - 1)
      stack.push("b")
    }
    try expectStop(result, says: ["ModelStack<String>: a value was to be added under the key Int.max"])
    var stack = ModelStack<String>()
    stack.setKeyedValue("a", forKey: .max - 1)
    #expect(try JSONDecoder().decode(ModelStack<String>.self, from: JSONEncoder().encode(stack)) == stack)
  }
  #endif

  @Test("of several kinds runs in a program: screens come and go, and late messages find none")
  func screens() {
    let program = Navigation.makeProgram(performing: { _ in nil }, listening: { _, _ in Subscription {} })
    program.dispatch(.open(.first("a")))
    program.dispatch(.open(.second(())))
    program.dispatch(.screen(1, .second(.increment)))
    #expect(program.view == ["a [] done", "Count: 1"])
    program.dispatch(.back)
    program.dispatch(.open(.second(())))
    program.dispatch(.screen(1, .second(.increment)))
    #expect(program.view == ["a [] done", "Count: 0"])
    #expect(program.droppedMessageCount == 1)
    program.dispatch(.home)
    #expect(program.view == ["a [] done"])
  }

  @MainActor
  @Test("what a screen had running ends with its scope")
  func ended() async {
    let gate = Gate()
    let program = Navigation.makeProgram { command in
      guard case .screen(let key, .first(.load)) = command else { return nil }
      await gate.pass()
      return .screen(key, .first(.loaded(key)))
    } listening: { _, _ in
      Subscription {}
    }
    for name in ["a", "b"] { program.dispatch(.open(.first(name))) }
    for key in [0, 1] { program.dispatch(.screen(key, .first(.begin))) }
    program.dispatch(.back)
    gate.open()
    await program.settle()
    #expect(program.view == ["a [0] done"])
    #expect(program.droppedMessageCount == 0)
  }
}
