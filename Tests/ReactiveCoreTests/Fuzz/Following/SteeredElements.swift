import ReactiveCore
import ReactiveTestSupport

/// The elements of a sequence, which a program gives one by one. Loops over it run on other threads.
final class SteeredElements: Sendable {
  enum Step: Sendable {
    case element(Int)
    case end, error
  }
  struct Failure: Error {}

  /// Of all iterations so far.
  struct Progress: Equatable {
    var begun = 0
    /// The requests for an element.
    var requests = 0
    var ended = 0
  }
  private struct State {
    var progress = Progress()
    var waiting: [Int: CheckedContinuation<Step, Never>] = [:]
    var cancelled: Set<Int> = []
  }
  private let state = Locked(State())
  private let stage: Stage

  init(_ stage: Stage) { self.stage = stage }

  var progress: Progress { state.withLock { $0.progress } }

  /// The latest iteration, which waits for an element, receives one, or ends.
  func give(_ step: Step) {
    let waiting = state.withLock { state in
      state.waiting.keys.max().flatMap { state.waiting.removeValue(forKey: $0) }
    }
    waiting?.resume(returning: step)
  }

  /// The iteration of one loop, which ends with it.
  final class Iteration: Sendable {
    private let number: Int
    private let elements: SteeredElements

    init(_ elements: SteeredElements) {
      self.elements = elements
      number = elements.state.withLock { state in
        state.progress.begun += 1
        return state.progress.begun
      }
      elements.stage.sign()
    }

    func next() async -> Step {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let isCancelled = elements.state.withLock { [number] state in
            state.progress.requests += 1
            if state.cancelled.contains(number) { return true }
            state.waiting[number] = continuation
            return false
          }
          if isCancelled { continuation.resume(returning: .end) }
          elements.stage.sign()
        }
      } onCancel: {
        let waiting = elements.state.withLock { [number] state in
          state.cancelled.insert(number)
          return state.waiting.removeValue(forKey: number)
        }
        waiting?.resume(returning: .end)
      }
    }

    deinit {
      elements.state.withLock { $0.progress.ended += 1 }
      elements.stage.sign()
    }
  }
}

/// A sequence of these elements that never throws. An error only ends it.
struct SteeredSequence: AsyncSequence, Sendable {
  let elements: SteeredElements
  struct Iterator: AsyncIteratorProtocol {
    fileprivate let iteration: SteeredElements.Iteration
    func next() async -> Int? {
      if case .element(let element) = await iteration.next() { element } else { nil }
    }
  }
  func makeAsyncIterator() -> Iterator { Iterator(iteration: SteeredElements.Iteration(elements)) }
}

/// A sequence of these elements that throws the errors.
struct ThrowingSteeredSequence: AsyncSequence, Sendable {
  let elements: SteeredElements
  struct Iterator: AsyncIteratorProtocol {
    fileprivate let iteration: SteeredElements.Iteration
    func next() async throws -> Int? {
      switch await iteration.next() {
      case .element(let element): return element
      case .end: return nil
      case .error: throw SteeredElements.Failure()
      }
    }
  }
  func makeAsyncIterator() -> Iterator { Iterator(iteration: SteeredElements.Iteration(elements)) }
}
