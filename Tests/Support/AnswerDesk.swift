import ReactiveCore

/// Answers questions when the test says so, in any order.
package final class AnswerDesk: Sendable {
  private struct State {
    var waiting: [(question: String, continuation: CheckedContinuation<String, any Error>)] = []
    var cancelled: [String] = []
    var cancelledEarly: Set<Int> = []
    var numbers: [Int] = []
    var lastNumber = 0
    var arrivals: [String] = []
    var visitor: CheckedContinuation<String, Never>?
    var cancelVisitor: CheckedContinuation<Void, Never>?
  }
  private let state = Locked(State())

  package init() {}

  package var cancelled: [String] { state.withLock { $0.cancelled } }

  package func answer(_ question: String) async throws -> String {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (isCancelled, visitor) = state.withLock { state -> (Bool, CheckedContinuation<String, Never>?) in
          let isCancelled = state.cancelledEarly.contains(number)
          if !isCancelled {
            state.waiting.append((question, continuation))
            state.numbers.append(number)
          }
          defer { state.visitor = nil }
          if state.visitor == nil { state.arrivals.append(question) }
          return (isCancelled, state.visitor)
        }
        visitor?.resume(returning: question)
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let (continuation, visitor) = state.withLock {
        state -> (CheckedContinuation<String, any Error>?, CheckedContinuation<Void, Never>?) in
        defer { state.cancelVisitor = nil }
        state.cancelled.append(question)
        guard let place = state.numbers.firstIndex(of: number) else {
          state.cancelledEarly.insert(number)
          return (nil, state.cancelVisitor)
        }
        state.numbers.remove(at: place)
        return (state.waiting.remove(at: place).continuation, state.cancelVisitor)
      }
      continuation?.resume(throwing: CancellationError())
      visitor?.resume()
    }
  }

  /// The next question in order of arrival, waiting for one if necessary.
  package func next(isolation: isolated (any Actor)? = #isolation) async -> String {
    await withCheckedContinuation { continuation in
      let arrived = state.withLock { state -> String? in
        if !state.arrivals.isEmpty { return state.arrivals.removeFirst() }
        state.visitor = continuation
        return nil
      }
      if let arrived { continuation.resume(returning: arrived) }
    }
  }

  /// Whether `next()` would return at once.
  package var hasArrivals: Bool { state.withLock { !$0.arrivals.isEmpty } }

  package func resolve(_ question: String, _ result: Result<String, any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<String, any Error>? in
      guard let place = state.waiting.firstIndex(where: { $0.question == question }) else { return nil }
      state.numbers.remove(at: place)
      return state.waiting.remove(at: place).continuation
    }
    continuation?.resume(with: result)
  }

  /// Answers with the question and an exclamation mark.
  package func resolve(_ question: String) { resolve(question, .success(question + "!")) }

  /// Returns when a task has been cancelled.
  package func waitForCancel(isolation: isolated (any Actor)? = #isolation) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if !state.cancelled.isEmpty { return true }
        state.cancelVisitor = continuation
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
