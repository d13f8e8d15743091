/// Sends messages to a program from anywhere: any thread, task or actor.
///
/// ```swift
/// let counter = Counter.makeProgram()
/// let send = counter.sender
/// await Task.detached { send(.increment) }.value
/// await counter.run { $0.count == 1 }
/// print(counter.view)  // Count: 1
/// ```
///
/// A message arrives in the program's isolation, behind those that were sent before it. Messages of a cancelled command
/// or source, and messages to a program that has ended, are dropped. It keeps no program alive. Cost: a lock, and a hop
/// to the isolation for the messages that wait together.
public struct Sender<Message: Sendable>: Sendable {
  let inbox: Inbox<Message>
  let number: Int

  /// Sends `message`.
  public func callAsFunction(_ message: Message) { inbox.post(.message(message, from: number)) }

  /// Sends what `body` sends, and then that it is done, or what it has thrown.
  func run(_ body: (Sender) async throws -> Void) async {
    do {
      try await body(self)
      inbox.post(.ended(number))
    } catch {
      inbox.post(.failed(number, error))
    }
  }
}
