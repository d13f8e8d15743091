/// Blocks tasks until it is opened or they are cancelled.
final class Latch: Sendable {
  private let stream: AsyncStream<Void>
  private let continuation: AsyncStream<Void>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func open() { continuation.finish() }

  func pass() async { for await _ in stream {} }

  /// Waits even if the task is cancelled.
  func passPatiently() async { await Task { await pass() }.value }
}
