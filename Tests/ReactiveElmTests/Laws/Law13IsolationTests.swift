import Foundation
import ReactiveElm
import ReactiveTestSupport
import Testing

/// A permanent weak reference, visible to the leak sanitizer: objects keep their side table's address in a disguised
/// form.
nonisolated(unsafe) private weak var visibleReference: AnyObject?

/// Law 13: a program belongs to the isolation that made it, and runs everything there.
@Suite("Isolation")
struct IsolationTests {
  @globalActor
  private actor Elsewhere {
    static let shared = Elsewhere()
  }

  private struct Asking: Module {
    enum Message: Sendable { case start, answer, failed }
    struct Model {
      let check: () -> Void
      var messages: [Message] = []
    }
    typealias Source = String
    static func start(with check: @escaping () -> Void) -> (model: Model, commands: [String]) {
      (Model(check: check), ["first"])
    }
    static func update(for message: Message, model: inout Model) -> [String] {
      model.check()
      model.messages.append(message)
      return message == .start ? ["later", "fails"] : []
    }
    static func view(for model: Model) -> Int {
      model.check()
      return model.messages.count
    }
    static func subscriptions(for model: Model) -> [String] {
      model.check()
      return ["source"]
    }
    static func message(for error: any Error, performing command: String) -> Message? { .failed }
    static func message(for error: any Error, listeningTo source: String) -> Message? { .failed }
    struct Failure: Error {}
  }

  private static func work(_ command: String) async throws -> Asking.Message? {
    await Task.yield()
    if command == "fails" { throw Asking.Failure() }
    return .answer
  }

  /// Four answers, two of them failures, and one dispatched message.
  private static let expected = 5

  @MainActor
  @Test("a program that was made on the main actor does everything there")
  func mainActor() async {
    let check = { MainActor.preconditionIsolated() }
    let program = Asking.makeProgram(
      flags: check, performing: Self.work,
      listening: { _, dispatch in
        check()
        return dispatch.task { send in
          send(.answer)
          throw Asking.Failure()
        }
      })
    program.viewBehavior.observe { _ in check() }
    program.commands.sink { _ in check() }
    program.dispatch(.start)
    await program.run { $0.messages.count == Self.expected + 1 }
    #expect(program.view == Self.expected + 1)
  }

  @Elsewhere
  @Test("so does one that was made on a global actor of one's own")
  func globalActor() async {
    unsafe visibleReference = Elsewhere.shared
    let check = { Elsewhere.preconditionIsolated() }
    let program = Asking.makeProgram(
      flags: check, performing: Self.work,
      listening: { _, dispatch in
        check()
        return dispatch.task { send in
          send(.answer)
          throw Asking.Failure()
        }
      })
    program.viewBehavior.observe { _ in check() }
    program.dispatch(.start)
    await program.settle()
    await program.run { $0.messages.count == Self.expected + 1 }
    #expect(program.view == Self.expected + 1)
  }

  private actor Machine {
    var program: Program<Asking>?
    var isDone: CheckedContinuation<Void, Never>?
    let reports: Reports

    init(_ reports: Reports) { self.reports = reports }
    deinit { reports.add("gone") }

    /// Nothing waits for the program: its answers must arrive without help.
    func start() async {
      let program = Asking.makeProgram(
        flags: { [unowned self] in preconditionIsolated() }, performing: IsolationTests.work,
        listening: { _, dispatch in dispatch.task { _ in await Latch().pass() } })
      self.program = program
      program.viewBehavior.sink { [unowned self] count in
        preconditionIsolated()
        assumeIsolated { $0.finish(count) }
      }
      program.dispatch(.start)
      await withCheckedContinuation { isDone = $0 }
    }
    private func finish(_ count: Int) {
      if count < 4 { return }
      isDone?.resume()
      isDone = nil
    }
    var count: Int { program?.view ?? 0 }
    var sender: Sender<Asking.Message>? { program?.sender }
  }

  @Test("answers come back to an actor's instance, where nothing waits for them, and do not keep it alive")
  func instance() async {
    let reports = Reports()
    func run() async -> Sender<Asking.Message>? {
      let machine = Machine(reports)
      await machine.start()
      #expect(await machine.count == 4)
      return await machine.sender
    }
    let send = await run()
    #expect(await reports.next() == "gone")
    send?(.answer)
  }

  @Test("programs on many threads have nothing to do with each other")
  func threads() {
    let results = onThreads(8) { thread -> String in
      let program = Scripted.makeProgram(flags: .init()) { command in Scripted.Message(command) }
      var shown = ""
      program.viewBehavior.sink { shown = $0 }
      for _ in 0..<500 { program.dispatch(Scripted.Message("\(thread)", commands: ["x"])) }
      return shown
    }
    for (thread, result) in results.enumerated() {
      #expect(result == String(repeating: "\(thread)x", count: 500))
    }
  }

  #if os(macOS) || os(Linux) || os(Windows)
  private static func startElsewhere() {
    let program = Scripted.makeProgram(flags: .init()) { Scripted.Message($0) }
    Task.detached {
      program.dispatch(Scripted.Message("lost"))
      exit(EXIT_SUCCESS)
    }
  }

  @Test("a program made in a batch, and used on another thread before its end, stops and says what to write")
  func madeInOpenBatch() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      DispatchQueue(label: "another").async {
        batch {
          IsolationTests.startElsewhere()
          DispatchSemaphore(value: 0).wait()
        }
      }
      try await Task.sleep(for: .seconds(600))
    }
    try expectStop(result, says: ["Scripted is used in two isolations at once"])
  }
  #endif

  @Test("a program that belongs to no actor may go from thread to thread between two calls")
  func moving() async {
    let program = Requests.makeProgram { command in
      await Task.yield()
      return .answered(command.text)
    }
    var shown = 0
    let subscription = program.viewBehavior.sink { shown = $0.count }
    for round in 1...20 {
      program.dispatch(.ask([.free("\(round)")]))
      await program.settle()
      await Task.yield()
      #expect(shown == round)
    }
    subscription.cancel()
  }
}
