// Tests: AsyncBehavior, Asker, Answers
import ReactiveCore
import ReactiveTestSupport
import Testing

@MainActor
@Suite("AsyncBehavior")
struct AsyncBehaviorTests {
  private let desk = AnswerDesk()
  private let clock = ManualClock()
  private let text = OpenBehavior<String?>(nil)

  private func make(
    after delay: Duration = .zero, start: AsyncStart = .whileObserved, onFailure policy: FailurePolicy = .show,
    clock other: (any Clock<Duration>)? = nil
  ) -> AsyncBehavior<String, any Error> {
    let terms = AskingTerms(after: delay, other ?? clock, start, policy, MainActor.shared, "made")
    let question = ComputedBehavior { [text] in text.value }
    return AsyncBehavior(question, terms, name: "birds", file: #fileID, line: #line) { [desk] in
      try await desk.answer($0)
    }
  }

  private func answerNext(of birds: AsyncBehavior<String, any Error>) async throws {
    desk.resolve(await desk.next())
    try await birds.settled()
  }

  private nonisolated static func shown(_ state: Loadable<String, any Error>) -> String {
    switch state {
    case .idle: "idle"
    case .loading(let last): "loading \(last ?? "-")"
    case .loaded(let value): value
    case .failed(_, let last): "failed \(last ?? "-")"
    }
  }

  @Test("a question is asked when it is observed, and its answer shown; a read asks nothing")
  func asks() async throws {
    let birds = make()
    text.value = "wren"
    #expect(Self.shown(birds.value) == "loading -" && !desk.hasArrivals)
    var log: [String] = []
    let subscription = birds.observe { log.append(Self.shown($0)) }
    #expect(await desk.next() == "wren")
    desk.resolve("wren")
    #expect(try await birds.settled() == "wren!")
    text.value = "owl"
    #expect(log == ["loading -", "wren!", "loading wren!"])
    #expect(await desk.next() == "owl")
    desk.resolve("owl")
    try await birds.settled()
    text.value = nil
    #expect(log == ["loading -", "wren!", "loading wren!", "owl!", "idle"] && desk.cancelled.isEmpty)
    text.value = "kite"
    #expect(log.last == "loading -")
    subscription.cancel()
  }

  @Test("the question and its loading change in one, near and far")
  func together() async throws {
    let birds = make()
    let pair = ComputedBehavior<String>(Equality(.equal()), name: nil, file: #fileID, line: #line) { [text] in
      "\(text.value ?? "-"): \(Self.shown(birds.value))"
    }
    var log: [String] = []
    let subscription = pair.sink { log.append($0) }
    text.value = "wren"
    try await answerNext(of: birds)
    batch {
      text.value = "owl"
      #expect(pair.value == "owl: loading wren!")
    }
    #expect(log == ["wren: loading -", "wren: wren!", "owl: loading wren!"])
    subscription.cancel()
  }

  @Test("answers in reverse order: that of the last question counts, and the others are cancelled")
  func reverse() async throws {
    let birds = make()
    let subscription = birds.sink { _ in }
    for question in ["a", "b", "c"] {
      text.value = question
      #expect(await desk.next() == question)
    }
    #expect(Set(desk.cancelled) == ["a", "b"])
    desk.resolve("c")
    desk.resolve("b")
    desk.resolve("a")
    #expect(try await birds.settled() == "c!")
    subscription.cancel()
  }

  @Test("a batch that takes a question back starts nothing, and one task answers what a batch ends with")
  func batches() async throws {
    let birds = make()
    text.value = "a"
    let subscription = birds.sink { _ in }
    try await answerNext(of: birds)
    batch {
      text.value = "b"
      _ = birds.value
      text.value = "a"
    }
    #expect(Self.shown(birds.value) == "a!" && !desk.hasArrivals)
    batch { for question in ["b", "c", "d"] { text.value = question } }
    #expect(await desk.next() == "d" && !desk.hasArrivals)
    subscription.cancel()
  }

  @Test("a batch that takes a question back leaves the answer, whatever was read in it")
  func batchReadTwice() async throws {
    let birds = make()
    text.value = "a"
    var log: [String] = []
    let subscription = birds.sink { log.append(Self.shown($0)) }
    try await answerNext(of: birds)
    batch {
      text.value = "b"
      #expect(Self.shown(birds.value) == "loading a!")
      text.value = "a"
      #expect(Self.shown(birds.value) == "a!")
    }
    #expect(Self.shown(birds.value) == "a!" && log == ["a!"])
    #expect(try await birds.settled() == "a!" && !desk.hasArrivals)
    subscription.cancel()
  }

  @Test("an observer of loading may write the question")
  func writes() async throws {
    let birds = make()
    let subscription = birds.sink { [text] in if $0.isLoading && text.peek() == "a" { text.value = "b" } }
    text.value = "a"
    #expect(await desk.next() == "b" && !desk.hasArrivals)
    desk.resolve("b")
    #expect(try await birds.settled() == "b!")
    subscription.cancel()
  }

  @Test("the last observer's end cancels the task; the next observer asks again, but not what has been answered")
  func unobserved() async throws {
    let birds = make()
    text.value = "a"
    birds.sink { _ in }.cancel()
    await desk.waitForCancel()
    #expect(Self.shown(birds.value) == "loading -")
    _ = await desk.next()
    let reaction = Reaction { _ = birds.isLoading.value }
    reaction.start()
    desk.resolve(await desk.next())
    #expect(try await birds.settled() == "a!")
    reaction.cancel()
    birds.sink { _ in }.cancel()
    birds.last.sink { _ in }.cancel()
    #expect(!desk.hasArrivals && birds.last.value == "a!" && !birds.isLoading.value)
    text.value = "b"
    #expect(!desk.hasArrivals && Self.shown(birds.value) == "loading a!")
    birds.last.sink { _ in }.cancel()
    #expect(await desk.next() == "b")
  }

  @Test("a reload asks again, in silence or shown; waiting for it waits for its answer")
  func reload() async throws {
    let birds = make()
    birds.reload()
    var log: [String] = []
    let subscription = birds.sink { log.append(Self.shown($0)) }
    text.value = "a"
    try await answerNext(of: birds)
    birds.reload()
    #expect(await desk.next() == "a" && log == ["loading -", "a!"])
    desk.resolve("a", .success("A"))
    #expect(try await birds.settled() == "A")
    birds.reload(showing: true)
    birds.reload(showing: true)
    _ = await desk.next()
    #expect(await desk.next() == "a")
    #expect(log == ["loading -", "a!", "A", "loading A"])
    desk.resolve("a", .success("A"))
    try await birds.settled()
    batch {
      birds.reload()
      text.value = "b"
    }
    #expect(await desk.next() == "b" && !desk.hasArrivals)
    subscription.cancel()
    text.value = nil
  }

  @Test("settled() waits for a reload that begins after the running batch")
  func reloadInBatch() async throws {
    let birds = make()
    let subscription = birds.sink { _ in }
    text.value = "a"
    try await answerNext(of: birds)
    for isAsked in [false, true] {
      var waiting: Task<String?, any Error>?
      batch {
        birds.reload()
        waiting = Task.immediate { try await birds.settled() }
      }
      desk.resolve(await desk.next(), .success("\(isAsked)"))
      #expect(try await waiting?.value == "\(isAsked)")
    }
    subscription.cancel()
    // The last observer ends before the reload begins.
    let last = make()
    text.value = "b"
    let observer = last.sink { _ in }
    try await answerNext(of: last)
    batch {
      last.reload()
      observer.cancel()
    }
    _ = await desk.next()  // of the reload, which is cancelled
    let waiting = Task { try await last.settled() }
    desk.resolve(await desk.next(), .success("B"))
    #expect(try await waiting.value == "B")
  }

  @Test("settled() waits for the reload of an unobserved behavior that was asked for in the running delivery")
  func reloadUnobserved() async throws {
    let birds = make()
    text.value = "a"
    let answers = Task { try await birds.settled() }
    try await answerNext(of: birds)
    #expect(try await answers.value == "a!")
    let event = Event<Void>()
    var waiting: Task<String?, any Error>?
    event.sink {
      birds.reload()
      waiting = Task.immediate { try await birds.settled() }
    }
    event.trigger()
    // If it does not wait, this observer causes the reload.
    let observer = birds.sink { _ in }
    desk.resolve(await desk.next(), .success("A"))
    #expect(try await waiting?.value == "A")
    observer.cancel()
    birds.reload()
    text.value = nil
    #expect(try await birds.settled() == nil && !desk.hasArrivals)
  }

  @Test("a failure is shown with the last value, and equals itself")
  func failure() async throws {
    let birds = make()
    var log: [String] = []
    let subscription = birds.sink { log.append(Self.shown($0)) }
    text.value = "a"
    try await answerNext(of: birds)
    birds.reload()
    desk.resolve(await desk.next(), .failure(Surprise()))
    await #expect(throws: Surprise.self) { try await birds.settled() }
    birds.reload()
    desk.resolve(await desk.next(), .failure(CancellationError()))
    await #expect(throws: CancellationError.self) { try await birds.settled() }
    #expect(log == ["loading -", "a!", "failed a!", "failed a!"])
    subscription.cancel()
  }

  @Test("a failure is retried, by the clock, and the last one shown; a new question ends the waiting")
  func retries() async throws {
    let birds = make(onFailure: .retry(times: 2, after: .seconds(1)))
    let subscription = birds.sink { _ in }
    text.value = "a"
    for delay in [1, 2] {
      desk.resolve(await desk.next(), .failure(Surprise()))
      await clock.waitForSleepers()
      #expect(birds.value.isLoading)
      clock.advance(by: .seconds(delay))
    }
    desk.resolve(await desk.next(), .failure(Surprise()))
    await #expect(throws: Surprise.self) { try await birds.settled() }
    text.value = "b"
    desk.resolve(await desk.next(), .failure(Surprise()))
    await clock.waitForSleepers()
    text.value = "c"
    desk.resolve(await desk.next())
    #expect(try await birds.settled() == "c!" && clock.sleeperCount == 0)
    subscription.cancel()
  }

  @Test("on a clock that fails, retries come at once")
  func retriesOnFailingClock() async throws {
    let terms = AskingTerms(
      after: .zero, FailingClock(), .whileObserved, .retry(times: 2, after: .seconds(1000)), MainActor.shared, "made")
    let question = ComputedBehavior { [text] in text.value }
    let birds = AsyncBehavior(question, terms, name: nil, file: #fileID, line: #line) { [desk] (text: String) in
      try await desk.answer(text)
    }
    let subscription = birds.sink { _ in }
    text.value = "a"
    for _ in 1...2 { desk.resolve(await desk.next(), .failure(Surprise())) }
    try await answerNext(of: birds)
    #expect(birds.value.value == "a!")
    subscription.cancel()
  }

  @Test("with a delay a question is asked when it has not changed for so long, and loading is said at once")
  func delay() async throws {
    let birds = make(after: .milliseconds(300))
    let subscription = birds.sink { _ in }
    for question in ["w", "wr", "wre"] {
      text.value = question
      #expect(birds.value.isLoading)
      clock.advance(by: .milliseconds(299))
    }
    #expect(!desk.hasArrivals)
    clock.advance(by: .milliseconds(1))
    #expect(await desk.next() == "wre")
    desk.resolve("wre")
    try await birds.settled()
    birds.reload()
    #expect(await desk.next() == "wre")
    text.value = "x"
    text.value = nil
    #expect(clock.sleeperCount == 0 && Self.shown(birds.value) == "idle")
    subscription.cancel()
  }

  @Test("a question that changes during its delay moves a deadline: one sleep serves all", arguments: [false, true])
  func delayMoves(isCleared: Bool) async throws {
    let clock = TestClock()
    let birds = make(after: .seconds(1), clock: clock)
    let subscription = birds.sink { _ in }
    for number in 0..<100 {
      text.value = "\(number)"
      if isCleared { text.value = nil }
      text.value = "\(number)!"
      await clock.wait(forSleepers: 1)
      clock.advance(by: .milliseconds(1))
      await Task.yield()
    }
    #expect(clock.sleepCount == 1 && !desk.hasArrivals)
    clock.advance(by: .milliseconds(900))
    while clock.sleepCount < 2 { await Task.yield() }
    #expect(!desk.hasArrivals)
    await clock.wait(forSleepers: 1)
    clock.advance(by: .seconds(1))
    #expect(await desk.next() == "99!")
    desk.resolve("99!")
    try await birds.settled()
    text.value = "last"
    await clock.wait(forSleepers: 1)
    subscription.cancel()
    await clock.wait(forSleepers: 0)
    #expect(!desk.hasArrivals)
  }

  @Test("the delay of a question that was withdrawn does not count for the next one")
  func delayOfWithdrawnQuestion() async {
    let birds = make(after: .seconds(1))
    let subscription = birds.sink { _ in }
    text.value = "a"
    clock.advance(by: .milliseconds(600))
    text.value = nil
    text.value = "b"
    clock.advance(by: .milliseconds(600))
    #expect(!desk.hasArrivals)
    birds.reload()
    #expect(await desk.next() == "b")
    clock.advance(by: .seconds(2))
    #expect(!desk.hasArrivals && clock.sleeperCount == 0)
    subscription.cancel()
  }

  @Test("what it releases at its end may advance the clock")
  func endsWhileTimePasses() {
    final class Answer: Sendable {
      let clock: ManualClock
      init(_ clock: ManualClock) { self.clock = clock }
      deinit { clock.advance(by: .seconds(10)) }
    }
    var birds: AsyncBehavior<Int, Never>?
    do {
      let terms = AskingTerms(after: .seconds(1), clock, .eager, .show, MainActor.shared, "made")
      let answer = Answer(clock)
      birds = AsyncBehavior(
        ComputedBehavior<Int?> { 1 }, terms, name: "birds", file: #fileID, line: #line
      ) { number in withExtendedLifetime(answer) { number } }
    }
    #expect(clock.sleeperCount == 1 && birds != nil)
    birds = nil
    #expect(clock.sleeperCount == 0 && clock.now.offset == .seconds(10))
  }

  @Test(
    "a delay of zero or less is none: the question is asked at once, and nothing sleeps",
    arguments: [Duration.zero, .nanoseconds(-1), .seconds(-1), .seconds(Int64.min)])
  func noDelay(delay: Duration) async throws {
    let birds = make(after: delay)
    var log: [String] = []
    let subscription = birds.sink { log.append(Self.shown($0)) }
    text.value = "wren"
    #expect(clock.sleeperCount == 0)
    try await answerNext(of: birds)
    text.value = "owl"
    #expect(await desk.next() == "owl" && clock.sleeperCount == 0)
    desk.resolve("owl")
    #expect(try await birds.settled() == "owl!")
    #expect(log == ["loading -", "wren!", "loading wren!", "owl!"])
    #expect(desk.cancelled.isEmpty && !desk.hasArrivals)
    subscription.cancel()
  }

  @Test("a delay beyond all times is waited for, and ends with the question")
  func endlessDelay() {
    let birds = make(after: .seconds(Int64.max))
    let subscription = birds.sink { _ in }
    text.value = "wren"
    clock.advance(by: .seconds(1_000_000_000))
    #expect(birds.value.isLoading && !desk.hasArrivals && clock.sleeperCount == 1)
    text.value = nil
    #expect(Self.shown(birds.value) == "idle" && clock.sleeperCount == 0)
    subscription.cancel()
  }

  @Test("one that is eager asks from the beginning")
  func eager() async throws {
    text.value = "a"
    let birds = make(start: .eager)
    desk.resolve(await desk.next())
    #expect(try await birds.settled() == "a!")
    text.value = "b"
    #expect(await desk.next() == "b")
    withExtendedLifetime(birds) {}
  }

  @Test("one that is released while its question waits asks nothing, and leaves nothing behind")
  func droppedWaiting() {
    text.value = "a"
    weak var last: AsyncBehavior<String, any Error>?
    do {
      let birds = make(after: .seconds(1), start: .eager)
      last = birds
      #expect(clock.sleeperCount == 1 && birds.value.isLoading)
    }
    #expect(last == nil && clock.sleeperCount == 0)
    clock.advance(by: .seconds(1))
    #expect(!desk.hasArrivals)
  }

  @Test("dropped in flight it is gone, and its task cancelled")
  func dropped() async throws {
    weak var gone: AsyncBehavior<String, any Error>?
    weak var goneState: Behavior<Bool>?
    do {
      let birds = make()
      gone = birds
      text.value = "a"
      let isLoading = birds.isLoading
      goneState = isLoading
      isLoading.sink { _ in }.store(in: SubscriptionBag())
      _ = await desk.next()
    }
    await desk.waitForCancel()
    #expect(gone == nil && goneState == nil)
    text.value = "b"
    #expect(!desk.hasArrivals)
  }

  @Test("a question whose time comes in the batch that changes it is not asked")
  func changedInTime() async throws {
    let birds = make(after: .seconds(1))
    let subscription = birds.sink { _ in }
    text.value = "a"
    batch {
      clock.advance(by: .seconds(1))
      text.value = "b"
    }
    clock.advance(by: .seconds(1))
    #expect(await desk.next() == "b" && desk.cancelled.isEmpty)
    subscription.cancel()
  }

  @Test("waiting for it ends when the waiting task is cancelled")
  func cancelledWait() async throws {
    let birds = make()
    text.value = "a"
    let waiting = Task { try await birds.settled() }
    _ = await desk.next()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { _ = try await waiting.value }
    await desk.waitForCancel()
  }

  @Test("without a question it is settled")
  func noQuestion() async throws {
    #expect(try await make().settled() == nil)
  }

  @Test("many questions leave nothing behind")
  func many() async throws {
    let birds = make()
    let subscription = birds.sink { _ in }
    for number in 0..<1000 { text.value = "\(number)" }
    while await desk.next() != "999" {}
    desk.resolve("999")
    #expect(try await birds.settled() == "999!")
    subscription.cancel()
  }

  @Test("the question may throw away what asks it, in each of its runs", arguments: 0..<6)
  func thrownAway(by run: Int) {
    let (held, text, other) = (Box<AsyncBehavior<String, any Error>?>(nil), OpenBehavior("a"), OpenBehavior(0))
    var runs = 0
    let terms = AskingTerms(after: .zero, clock, .eager, .show, MainActor.shared, "made")
    let question = ComputedBehavior<String?> {
      _ = other.value
      if runs == run { held.value = nil }
      runs += 1
      // Every other run invalidates the question.
      if runs % 2 == 1 { other.value += 1 }
      return text.value
    }
    held.value = AsyncBehavior(question, terms, name: nil, file: #fileID, line: #line) { try await desk.answer($0) }
    for next in ["b", "c", "d"] { text.value = next }
    held.value = nil
  }
}
