/// Sends messages to a program from any thread, task or actor.
///
/// ```swift
/// let counter = Counter.makeProgram()
/// let send = counter.sender
/// await Task.detached { send(.increment) }.value
/// await counter.run { $0.count == 1 }
/// print(counter.view)  // Count: 1
/// ```
///
/// Messages arrive in the program's isolation, in order. Those of a cancelled command or source, or to an ended
/// program, are dropped. A sender does not retain the program. Cost: a lock, and one hop to the isolation for messages
/// that wait together.
public struct Sender<Message: Sendable>: Sendable {
  let inbox: Inbox<Message>
  let number: Int

  /// Sends `message`.
  public func callAsFunction(_ message: Message) { inbox.post(.message(message, from: number)) }

  /// Runs `body`, then posts its end or its error.
  func run(_ body: (Sender) async throws -> Void) async {
    do {
      try await body(self)
      inbox.post(.ended(number))
    } catch {
      inbox.post(.failed(number, error))
    }
  }
}
