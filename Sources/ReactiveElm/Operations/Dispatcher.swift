public import ReactiveCore

/// Dispatches a source's messages in the program's isolation, while the source runs.
///
/// ```swift
/// struct Clock: Module {
///   enum Message: Sendable { case key(Character), tick }
///   struct Model: Initable { var seconds = 0, typed = "" }
///   enum Command {}
///   enum Source: Hashable { case keys, time }
///
///   static func update(for message: Message, model: inout Model) -> [Command] {
///     switch message {
///     case .key(let key): model.typed.append(key)
///     case .tick: model.seconds += 1
///     }
///     return []
///   }
///   static func view(for model: Model) -> String { "\(model.seconds) s \(model.typed)" }
///   static func subscriptions(for model: Model) -> [Source] { model.seconds < 60 ? [.keys, .time] : [.keys] }
/// }
///
/// let keys = Event<Character>()
/// let clock = Clock.makeProgram(handler: .subscribers, listening: { source, dispatch in
///   switch source {
///   case .keys:
///     return keys.sink { dispatch(.key($0)) }
///   case .time:
///     return dispatch.task { send in
///       while true {
///         try await Task.sleep(nanoseconds: 1_000_000_000)
///         send(.tick)
///       }
///     }
///   }
/// })
/// keys.trigger("a")
/// print(clock.view)  // 0 s a
/// ```
///
/// It does not retain the program. Messages after the source has stopped are dropped.
public struct Dispatcher<Message> {
  let inbox: Inbox<Message>
  let number: Int
  let deliver: (Message) -> Void

  /// Dispatches `message`: at once, or after the running generation, delivery or batch.
  public func callAsFunction(_ message: Message) { deliver(message) }
}

extension Dispatcher where Message: Sendable {
  /// Sends this source's messages from anywhere.
  public var sender: Sender<Message> {
    inbox.expectMessages()
    return Sender(inbox: inbox, number: number)
  }

  /// Runs `body` in a task that is cancelled with the source.
  ///
  /// ``Module/message(for:listeningTo:)`` handles the errors that it throws.
  public func task(_ body: @escaping @Sendable (Sender<Message>) async throws -> Void) -> Subscription {
    let sender = sender
    let task = Task { await sender.run(body) }
    return Subscription { task.cancel() }
  }
}
