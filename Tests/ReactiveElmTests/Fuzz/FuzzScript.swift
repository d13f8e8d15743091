import ReactiveTestSupport

/// The actions and the log of a random program; see ``RandomChoices``.
final class FuzzScript {
  /// The command that cancels others. Handlers do not receive it.
  static let cancelling = 4
  /// The command that is cancelled, and the one that cancels it and can itself be cancelled.
  static let identified = 2
  static let replacing = 3
  let choices: RandomChoices
  /// The remaining actions, so that every program ends.
  private var budget: Int
  private var lastMessage = 0
  /// Whether subscribers are cancelled before they are released. If not, a view may be computed once without need.
  let isTidy: Bool

  init(seed: UInt64, skipping skipped: Set<UInt64> = []) {
    choices = RandomChoices(seed: seed, skipping: skipped)
    budget = 8 + choices.below(24)
    isTidy = !choices.once(in: 3)
  }

  func add(_ event: String) { choices.note(event) }

  /// Logs that a program's view is computed.
  func addView(of program: Int) { if isTidy { add("\(program) view") } }

  func message() -> FuzzMessage {
    lastMessage += 1
    return FuzzMessage(
      number: lastMessage,
      commands: (0..<choices.below(3)).map { _ in command() },
      sources: choices.once(in: 2) ? nil : (0..<choices.below(4)).map { _ in choices.below(4) },
      shown: choices.once(in: 3) ? nil : choices.below(4))
  }

  private func command() -> Int { choices.below(5) + (choices.once(in: 2) ? 10 * choices.below(4) : 0) }

  enum Answer {
    case nothing
    case message(FuzzMessage)
    case failure(FuzzError)
  }
  func answer() -> Answer {
    switch choices.below(6) {
    case 0: .message(message())
    case 1: .failure(FuzzError(message: message()))
    default: .nothing
    }
  }

  /// The error with which a source fails to start; nil if it starts.
  func failure() -> FuzzError? { choices.once(in: 5) ? FuzzError(message: message()) : nil }

  enum Performer {
    case handler
    /// An observer of its commands, without a handler.
    case observer
    /// No handler: `commands` was read, but is not observed.
    case asked
    /// The subscriber with this index, while it is subscribed. No handler.
    case subscriber(Int)
  }

  struct Traits {
    let watchesModelPart: Bool
    let watchesViewPart: Bool
    let commands: [Int]
    let sources: [Int]
    let performer: Performer
  }
  func traits() -> Traits {
    Traits(
      watchesModelPart: choices.once(in: 3), watchesViewPart: choices.once(in: 3),
      commands: (0..<choices.below(2)).map { _ in command() },
      sources: (0..<choices.below(2)).map { _ in choices.below(4) }, performer: performer())
  }
  private func performer() -> Performer {
    switch choices.below(8) {
    case 0: .observer
    case 1: .asked
    case 2: .subscriber(choices.below(4))
    default: .handler
    }
  }

  /// A few random actions inside the current callback.
  func act(in world: some FuzzWorld, atMost limit: Int = 3) {
    for _ in 0..<choices.below(limit) {
      if budget == 0 { return }
      budget -= 1
      choices.part { actOnce(in: world) }
    }
  }

  private func actOnce(in world: some FuzzWorld) {
    let program = choices.below(world.programCount)
    switch choices.below(22) {
    case 0..<6: world.dispatch(message(), to: program)
    case 6, 7: world.batch { act(in: world, atMost: 4) }
    case 8: world.trigger(budget)
    case 9, 10: world.subscribe(choices.below(4), to: program)
    case 11: world.cancel(choices.below(4), of: program)
    case 12: world.drop(choices.below(4))
    case 13: add("reads view \(world.view(of: program))")
    case 14: add("reads model \(world.model(of: program))")
    case 15: world.observeModel(of: program)
    case 16: world.cancelModelObserver(of: program)
    case 17: world.send(message(), bySource: choices.below(4), of: program)
    case 18: world.observeEvent()
    case 19, 20: world.advance(by: 1 + choices.below(3))
    default: if world.programCount < 4 { world.makeProgram() }
    }
  }

  func run(in world: some FuzzWorld) {
    for _ in 0..<2 { world.makeProgram() }
    for step in 0..<12 {
      add("step \(step)")
      act(in: world, atMost: 5)
    }
    world.advance(by: 1)
    for program in 0..<world.programCount { add("ends with \(world.model(of: program)), \(world.view(of: program))") }
    // A program that ends may still act, but nothing may act on one that has ended.
    world.end()
  }
}

struct FuzzMessage: Sendable {
  let number: Int
  let commands: [Int]
  let sources: [Int]?
  let shown: Int?
}

struct FuzzError: Error {
  let message: FuzzMessage
}

/// Runs a script: the library or a model of it.
protocol FuzzWorld {
  var programCount: Int { get }
  func makeProgram()
  func dispatch(_ message: FuzzMessage, to program: Int)
  /// Acts as the source, if it is listened to.
  func send(_ message: FuzzMessage, bySource source: Int, of program: Int)
  func batch(_ body: () -> Void)
  func trigger(_ payload: Int)
  func advance(by seconds: Int)
  func observeEvent()
  func subscribe(_ subscriber: Int, to program: Int)
  func cancel(_ subscriber: Int, of program: Int)
  /// Releases a subscriber and replaces it.
  func drop(_ subscriber: Int)
  func observeModel(of program: Int)
  func cancelModelObserver(of program: Int)
  func view(of program: Int) -> Int
  func model(of program: Int) -> Int
  func end()
}
