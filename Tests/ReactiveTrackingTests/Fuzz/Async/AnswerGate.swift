import ReactiveCore
import ReactiveTracking

/// An answer of the fuzzer. Only its number is compared.
struct GateAnswer: Equatable, Sendable {
  let number: Int
  let token: GateToken
  static func == (one: GateAnswer, other: GateAnswer) -> Bool { one.number == other.number }
}

/// A failure of the fuzzer. Only its number is compared.
struct GateFailure: Error, Equatable {
  let number: Int
  let token: GateToken
  static func == (one: GateFailure, other: GateFailure) -> Bool { one.number == other.number }
}

/// Says at its end that it has ended.
final class GateToken: Sendable {
  private let whenOver: @Sendable () -> Void
  init(whenOver: @escaping @Sendable () -> Void) { self.whenOver = whenOver }
  deinit { whenOver() }
}

/// Where the tasks of a program wait for their answers, which the program gives in any order.
final class AnswerGate: Sendable {
  typealias Answer = Result<GateAnswer, GateFailure>

  /// How far the tasks have come.
  struct Progress: Equatable {
    /// How often a task has come to the gate, and how many of those that stood there have been cancelled.
    var visits = 0
    var cancelled = 0
    /// How many answers of cancelled tasks have been thrown away.
    var dropped = 0
    /// How much sleeps on the clock: tasks that repeat a question, and the behaviors that wait with one.
    var sleepers = 0
    /// How many answers have come back, and have not been taken in.
    var returned = 0
  }

  private struct Visitor {
    let asker: Int
    let continuation: CheckedContinuation<Answer, Never>
    var isCancelled = false
  }
  private struct State {
    var visitors: [Int: Visitor] = [:]
    var cancelledEarly: Set<Int> = []
    var progress = Progress()
    var lastNumber = 0
    /// Functions that answer and are still alive: those of behaviors, and those of tasks that have not ended.
    var functions = 0
    /// Nothing waits any more.
    var isOpen = false
  }
  private let state = Locked(State())
  private let announcers = Locked([Task<Void, Never>]())
  private let stage: Stage
  private let clock: ManualClock
  /// A cancelled task goes at once, and does not wait for its answer.
  private let isPolite: Bool

  init(_ stage: Stage, _ clock: ManualClock, isPolite: Bool) {
    self.stage = stage
    self.clock = clock
    self.isPolite = isPolite
  }

  var progress: Progress {
    var progress = state.withLock { $0.progress }
    progress.sleepers = clock.sleeperCount
    progress.returned = stage.waitingJobs
    return progress
  }
  var functions: Int { state.withLock { $0.functions } }

  /// The function that answers the questions of one behavior.
  func function(of asker: Int) -> @Sendable (Int) async throws(GateFailure) -> GateAnswer {
    state.withLock { $0.functions += 1 }
    let token = GateToken { [self] in
      state.withLock { $0.functions -= 1 }
      stage.sign()
    }
    return { [self] _ throws(GateFailure) in
      let answer = await visit(asker)
      withExtendedLifetime(token) {}
      return try answer.get()
    }
  }

  private func visit(_ asker: Int) async -> Answer {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let leaves = state.withLock { state in
          state.progress.visits += 1
          let isCancelled = state.cancelledEarly.contains(number)
          if isCancelled && isPolite || state.isOpen { return true }
          state.visitors[number] = Visitor(asker: asker, continuation: continuation, isCancelled: isCancelled)
          return false
        }
        if leaves { continuation.resume(returning: goodbye) }
        stage.sign()
      }
    } onCancel: {
      let leaver = state.withLock { state -> Visitor? in
        state.progress.cancelled += 1
        guard var visitor = state.visitors.removeValue(forKey: number) else {
          state.cancelledEarly.insert(number)
          return nil
        }
        if isPolite { return visitor }
        visitor.isCancelled = true
        state.visitors[number] = visitor
        return nil
      }
      leaver?.continuation.resume(returning: goodbye)
      stage.sign()
    }
  }
  private var goodbye: Answer { .failure(GateFailure(number: 9, token: GateToken {})) }

  /// Gives an answer to the task of this behavior that has not been cancelled.
  func answer(_ asker: Int, succeeds: Bool, _ number: Int) {
    resume({ $0.asker == asker && !$0.isCancelled }, succeeds, number, GateToken {})
  }

  /// Gives an answer to a task that was cancelled.
  func answerLate(_ asker: Int, succeeds: Bool, _ number: Int) {
    let token = GateToken { [self] in
      state.withLock { $0.progress.dropped += 1 }
      stage.sign()
    }
    resume({ $0.asker == asker && $0.isCancelled }, succeeds, number, token)
  }

  /// Answers all that wait, and whatever comes later.
  func open() {
    let visitors = state.withLock { state in
      state.isOpen = true
      defer { state.visitors = [:] }
      return Array(state.visitors.values)
    }
    for visitor in visitors { visitor.continuation.resume(returning: goodbye) }
  }

  private func resume(_ isMeant: (Visitor) -> Bool, _ succeeds: Bool, _ number: Int, _ token: GateToken) {
    let visitor = state.withLock { state -> Visitor? in
      let place = state.visitors.filter { isMeant($0.value) }.keys.min()
      return place.flatMap { state.visitors.removeValue(forKey: $0) }
    }
    let answer: Answer =
      succeeds
      ? .success(GateAnswer(number: number, token: token)) : .failure(GateFailure(number: number, token: token))
    visitor?.continuation.resume(returning: answer)
  }

  /// Has the program that waits look again when so many sleep.
  func announceSleepers(_ count: Int) {
    let announcer = Task.detached { [clock, stage] in
      await clock.waitForSleepers(count)
      stage.sign()
    }
    announcers.withLock { $0.append(announcer) }
  }

  /// What has not been announced never will be.
  func endAnnouncements() {
    for announcer in announcers.withLock({ $0 }) { announcer.cancel() }
  }
}
