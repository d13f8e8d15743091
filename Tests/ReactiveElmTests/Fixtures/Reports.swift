import Dispatch

/// Reports from tasks to a test, in order, each of which can be awaited.
final class Reports: Sendable {
  private let stream: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation
  private let semaphore = DispatchSemaphore(value: 0)

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func add(_ report: String) {
    continuation.yield(report)
    semaphore.signal()
  }

  /// Waits for a report without suspending the actor.
  func wait() { semaphore.wait() }

  func next(_ count: Int) async -> [String] {
    var reports: [String] = []
    if count == 0 { return reports }
    for await report in stream {
      reports.append(report)
      if reports.count == count { break }
    }
    return reports
  }

  func next() async -> String { await next(1).first ?? "cancelled" }
}
