import ReactiveCore
import ReactiveTestSupport
import ReactiveTracking

struct GateAnswer: Equatable, Sendable {
  let number: Int
  let token: GateToken
  static func == (one: GateAnswer, other: GateAnswer) -> Bool { one.number == other.number }
}

struct GateFailure: Error, Equatable {
  let number: Int
  let token: GateToken
  static func == (one: GateFailure, other: GateFailure) -> Bool { one.number == other.number }
}

final class GateToken: Sendable {
  private let whenOver: @Sendable () -> Void
  init(whenOver: @escaping @Sendable () -> Void) { self.whenOver = whenOver }
  deinit { whenOver() }
}

/// The tasks of a program wait here for their answers, which the program gives in any order.
final class AnswerGate: Sendable {
  typealias Answer = Result<GateAnswer, GateFailure>

  struct Progress: Equatable {
    /// The visits of tasks, and the number of waiting tasks that were cancelled.
    var visits = 0
    var cancelled = 0
    /// The discarded answers of cancelled tasks.
    var dropped = 0
    /// The sleepers on the clock: tasks that repeat a question, and behaviors that wait before asking one.
    var sleepers = 0
    /// The returned answers that are not yet taken in.
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
    /// The living answer functions: those of behaviors, and those of running tasks.
    var functions = 0
    var isOpen = false
  }
  private let state = Locked(State())
  private let announcers = Locked([Task<Void, Never>]())
  private let stage: Stage
  private let clock: ManualClock
  /// A cancelled task leaves at once, without its answer.
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

  /// Answers this behavior's task that was not cancelled.
  func answer(_ asker: Int, succeeds: Bool, _ number: Int) {
    resume({ $0.asker == asker && !$0.isCancelled }, succeeds, number, GateToken {})
  }

  func answerLate(_ asker: Int, succeeds: Bool, _ number: Int) {
    let token = GateToken { [self] in
      state.withLock { $0.progress.dropped += 1 }
      stage.sign()
    }
    resume({ $0.asker == asker && $0.isCancelled }, succeeds, number, token)
  }

  /// Answers all waiting and future tasks.
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

  /// Wakes the waiting program when there are this many sleepers.
  func announceSleepers(_ count: Int) {
    let announcer = Task.detached { [clock, stage] in
      await clock.waitForSleepers(count)
      stage.sign()
    }
    announcers.withLock { $0.append(announcer) }
  }

  func endAnnouncements() {
    for announcer in announcers.withLock({ $0 }) { announcer.cancel() }
  }
}
