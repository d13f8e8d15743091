import ReactiveTestSupport

/// What happens in a random program of the fuzzer, and what has happened; see ``RandomChoices``.
final class FuzzScript {
  /// The command that cancels others, and is given to no handler.
  static let cancelling = 4
  /// The command that is cancelled, and the one that cancels it and is cancelled as well.
  static let identified = 2
  static let replacing = 3
  let choices: RandomChoices
  /// How many actions are left; so that every program comes to an end.
  private var budget: Int
  private var lastMessage = 0
  /// Whether subscribers that go are cancelled first. Where not, a view may be computed once without need.
  let isTidy: Bool

  init(seed: UInt64, skipping skipped: Set<UInt64> = []) {
    choices = RandomChoices(seed: seed, skipping: skipped)
    budget = 8 + choices.below(24)
    isTidy = !choices.once(in: 3)
  }

  func add(_ event: String) { choices.note(event) }

  /// The view of a program is worked out.
  func addView(of program: Int) { if isTidy { add("\(program) view") } }

  /// A message that has not been there.
  func message() -> FuzzMessage {
    lastMessage += 1
    return FuzzMessage(
      number: lastMessage,
      commands: (0..<choices.below(3)).map { _ in command() },
      sources: choices.once(in: 2) ? nil : (0..<choices.below(4)).map { _ in choices.below(4) },
      shown: choices.once(in: 3) ? nil : choices.below(4))
  }

  /// A command, which may wait.
  private func command() -> Int { choices.below(5) + (choices.once(in: 2) ? 10 * choices.below(4) : 0) }

  /// What a handler answers.
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

  /// The error with which a source does not start; nil if it does.
  func failure() -> FuzzError? { choices.once(in: 5) ? FuzzError(message: message()) : nil }

  /// What performs a program's commands.
  enum Performer {
    case handler
    /// Without a handler, what observes its commands.
    case observer
    /// Without a handler, what has asked for its commands and does not observe them.
    case asked
    /// Without a handler, the subscriber with this index, as long as it stays one.
    case subscriber(Int)
  }

  /// What the program is made with.
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

  /// A few random actions, by the function that has been called.
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

  /// The whole random program.
  func run(in world: some FuzzWorld) {
    for _ in 0..<2 { world.makeProgram() }
    for step in 0..<12 {
      add("step \(step)")
      act(in: world, atMost: 5)
    }
    world.advance(by: 1)
    for program in 0..<world.programCount { add("ends with \(world.model(of: program)), \(world.view(of: program))") }
    // What goes may still do something; to what has gone, nothing.
    world.end()
  }
}

struct FuzzMessage: Sendable {
  let number: Int
  /// The commands that follow from it.
  let commands: [Int]
  /// The sources from then on, if it changes them.
  let sources: [Int]?
  /// What is shown from then on, if it changes that.
  let shown: Int?
}

/// Fails with the message that says so.
struct FuzzError: Error {
  let message: FuzzMessage
}

/// Where a script runs: in the library, or in a model of it.
protocol FuzzWorld {
  var programCount: Int { get }
  func makeProgram()
  func dispatch(_ message: FuzzMessage, to program: Int)
  /// As the source does, if it is listened to.
  func send(_ message: FuzzMessage, bySource source: Int, of program: Int)
  func batch(_ body: () -> Void)
  func trigger(_ payload: Int)
  /// Lets so many seconds pass.
  func advance(by seconds: Int)
  func observeEvent()
  func subscribe(_ subscriber: Int, to program: Int)
  func cancel(_ subscriber: Int, of program: Int)
  /// Lets go of a subscriber; another takes its place.
  func drop(_ subscriber: Int)
  func observeModel(of program: Int)
  func cancelModelObserver(of program: Int)
  func view(of program: Int) -> Int
  func model(of program: Int) -> Int
  /// Ends all programs, the first one first.
  func end()
}
