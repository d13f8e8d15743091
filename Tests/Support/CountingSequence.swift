import ReactiveCore

/// Counts from 1 in each iteration, and counts its iterations.
package struct CountingSequence: AsyncSequence, Sendable {
  private let iterations = Locked(0)

  package init() {}

  package var iterationCount: Int { iterations.withLock { $0 } }

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate var last = 0
    package mutating func next() async -> Int? {
      last += 1
      await Task.yield()
      return Task.isCancelled ? nil : last
    }
  }
  package func makeAsyncIterator() -> Iterator {
    iterations.withLock { $0 += 1 }
    return Iterator()
  }
}

/// Waits for the end of a stream's iteration.
package struct Termination: Sendable {
  private let signals = AsyncStream.makeStream(of: Void.self)

  package init<Element>(of source: AsyncStream<Element>.Continuation) {
    source.onTermination = { [signals] _ in signals.continuation.yield() }
  }

  package func wait() async { for await _ in signals.stream { return } }
}
