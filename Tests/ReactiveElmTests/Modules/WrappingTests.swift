// Tests: Wrapping, Place

import ReactiveElm
import ReactiveTestSupport
import Testing

private struct Plain: Module {
  enum Message { case save }
  struct Model: Initable {}
  enum Command { case save, log }
  static func update(for message: Message, model: inout Model) -> [Command] { [.save, .log] }
  static func view(for model: Model) {}
}

private struct Careful: Module {
  typealias Message = Plain.Message
  typealias Model = Plain.Model
  typealias Command = Plain.Command
  static func update(for message: Message, model: inout Model) -> [Command] { [.save, .log] }
  static func view(for model: Model) {}
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .save: .identified(by: "save", cancelInFlight: true)
    case .log: .free
    }
  }
}

/// A child with only delayed commands.
private struct Late: Module {
  typealias Message = Plain.Message
  typealias Model = Plain.Model
  typealias Command = Plain.Command
  static func update(for message: Message, model: inout Model) -> [Command] { [.save] }
  static func view(for model: Model) {}
  static func policy(for command: Command) -> CommandPolicy { .free.after(.seconds(2)) }
}

/// A parent that shortens its child's delays.
private struct Hasty: Module {
  struct Model: Initable { var child = Late.Model() }
  static var child: Embedding<Hasty, Late> { Embedding(at: \.child, message: { $0 }, command: { $0 }) }
  static func update(for message: Late.Message, model: inout Model) -> [Late.Command] {
    child.update(for: message, model: &model)
  }
  static func view(for model: Model) {}
  static func policy(for command: Late.Command) -> CommandPolicy { .free.after(.seconds(1)) }
}

/// Parents without a policy.
private struct Silent<Child: Module>: Module where Child.Model: Initable, Child.Flags == Void, Child.Source == Never {
  enum Message {
    case child(Child.Message)
    case extra(Child.Message)
    case row(Int, Child.Message)
  }
  struct Model: Initable {
    var child = Child.Model()
    var extra: Child.Model? = Child.Model()
    var rows = [1: Child.Model()]
  }
  enum Command {
    case child(Child.Command)
    case extra(Child.Command)
    case row(Int, Child.Command)
  }
  static var child: Embedding<Silent, Child> {
    Embedding(at: \.child, message: Message.child, command: Command.child)
  }
  static var extra: OptionalEmbedding<Silent, Child> {
    OptionalEmbedding(at: \.extra, message: Message.extra, command: Command.extra)
  }
  static var rows: KeyedEmbedding<Silent, Child, [Int: Child.Model]> {
    KeyedEmbedding(at: \.rows, message: Message.row, command: Command.row)
  }
  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .child(let message): child.update(for: message, model: &model)
    case .extra(let message): extra.update(for: message, model: &model)
    case .row(let key, let message): rows.update(for: message, of: key, model: &model)
    }
  }
  static func view(for model: Model) {}
}

private struct Deciding<Child: Module>: Module where Child.Model: Initable, Child.Source == Never {
  enum Message {
    case child(Child.Message)
    case leave
  }
  struct Model: Initable { var child = Child.Model() }
  enum Command {
    case child(Child.Command)
    case leave
  }
  static var child: Embedding<Deciding, Child> {
    Embedding(at: \.child, message: Message.child, command: Command.child)
  }
  private static var answer: CommandPolicy { Child.self == Plain.self ? .free : .identified(by: "the parent's own") }
  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .child(let message): child.update(for: message, model: &model)
    case .leave: [.leave]
    }
  }
  static func view(for model: Model) {}
  static func policy(for command: Command) -> CommandPolicy {
    switch command {
    case .child: answer
    case .leave: .cancels(child.scope)
    }
  }
}

@Suite("A child's policy")
struct WrappingTests {
  #if os(macOS) || os(Linux) || os(Windows)
  @Test("that the parent does not forward stops at the first command, whatever the embedding, and names both modules")
  func lost() async throws {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var model = Silent<Careful>.Model()
        _ = Silent<Careful>.update(for: .child(.save), model: &model)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var model = Silent<Careful>.Model()
        _ = Silent<Careful>.update(for: .extra(.save), model: &model)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var model = Silent<Careful>.Model()
        _ = Silent<Careful>.update(for: .row(1, .save), model: &model)
      },
    ]
    for result in results {
      try expectStop(
        result,
        says: [
          "swift-reactive: Silent<Careful> runs the command", "of its child Careful without asking it how",
          "the child's policy is .identified(by: save, cancelInFlight: true), and "
            + "Silent<Careful>.policy(for:) answers .free",
          "Forward it", "policy(for:) of the embedding",
        ])
    }
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("is lost, its scope at least, where a parent that says how its commands run does not ask it")
  func lostScope() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var model = Deciding<Plain>.Model()
      _ = Deciding<Plain>.update(for: .child(.save), model: &model)
    }
    try expectStop(
      result, says: ["Deciding<Plain> runs the command child(", "of its child Plain without asking it how"])
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("that is lost further out stops as well")
  func lostFurtherOut() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      struct Outer: Module {
        enum Message { case shelf(Downloads.Message) }
        struct Model: Initable { var shelf = Downloads.Model(main: Download.Model(name: "a")) }
        enum Command { case shelf(Downloads.Command) }
        enum Source: Hashable { case shelf(Downloads.Source) }
        static let shelf = Embedding<Outer, Downloads>(
          at: \.shelf, message: Message.shelf, command: Command.shelf, source: Source.shelf)
        static func update(for message: Message, model: inout Model) -> [Command] {
          switch message {
          case .shelf(let message): shelf.update(for: message, model: &model)
          }
        }
        static func view(for model: Model) {}
        static func subscriptions(for model: Model) -> [Source] { [] }
      }
      var model = Outer.Model()
      _ = Outer.update(for: .shelf(.main(.begin)), model: &model)
    }
    try expectStop(result, says: ["Outer runs the command shelf(", "of its child Downloads without asking it how"])
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("of which a delay is lost, and nothing else, stops as well")
  func lostDelay() async throws {
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var model = Silent<Late>.Model()
        _ = Silent<Late>.update(for: .child(.save), model: &model)
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var model = Hasty.Model()
        _ = Hasty.update(for: .save, model: &model)
      },
    ]
    try expectStop(
      results[0],
      says: ["the child's policy is .free.after(2.0 seconds), and Silent<Late>.policy(for:) answers .free. Forward"])
    // A policy of the parent's own is as wrong as `.free`: neither is the child's.
    try expectStop(
      results[1],
      says: ["policy is .free.after(2.0 seconds), and Hasty.policy(for:) answers .free.after(1.0 seconds). Forward"])
  }
  #endif

  @Test("is not missed where neither says anything, nor where the parent has another one")
  func notLost() {
    var silent = Silent<Plain>.Model()
    #expect(Silent<Plain>.update(for: .child(.save), model: &silent).count == 2)
    #expect(Silent<Plain>.update(for: .extra(.save), model: &silent).count == 2)
    #expect(Silent<Plain>.update(for: .row(1, .save), model: &silent).count == 2)
    var deciding = Deciding<Careful>.Model()
    #expect(Deciding<Careful>.update(for: .child(.save), model: &deciding).count == 2)
  }

  @Test("of which nothing is said is free")
  func unstated() {
    #expect(Plain.policy(for: .save) == .free)
    #expect(Plain.policy(for: .save).hashValue == CommandPolicy.free.hashValue)
  }
}
