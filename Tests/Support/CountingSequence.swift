import ReactiveCore

/// Counts from 1 on, in each iteration, and counts those.
package struct CountingSequence: AsyncSequence, Sendable {
  private let iterations = Locked(0)

  package init() {}

  /// How many have begun.
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

/// The end of a stream's iteration, to wait for.
package struct Termination: Sendable {
  private let signals = AsyncStream.makeStream(of: Void.self)

  package init<Element>(of source: AsyncStream<Element>.Continuation) {
    source.onTermination = { [signals] _ in signals.continuation.yield() }
  }

  package func wait() async { for await _ in signals.stream { return } }
}
