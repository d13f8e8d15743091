/// A place to wait at until it is opened, or the task is cancelled.
final class Latch: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func open() { continuation.finish() }

  func pass() async { for await _ in stream {} }

  /// Waits also when the task is cancelled.
  func passPatiently() async { await Task { await pass() }.value }
}
