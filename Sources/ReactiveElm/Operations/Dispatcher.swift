public import ReactiveCore

/// Where a source dispatches its messages, in the program's isolation, for as long as it is listened to.
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
/// It keeps no program alive. What a source dispatches after it was stopped is dropped.
public struct Dispatcher<Message> {
  let inbox: Inbox<Message>
  let number: Int
  let deliver: (Message) -> Void

  /// Dispatches `message`: at once, or after the running generation, delivery or batch.
  public func callAsFunction(_ message: Message) { deliver(message) }
}

extension Dispatcher where Message: Sendable {
  /// Sends messages of this source from anywhere.
  public var sender: Sender<Message> {
    inbox.expectMessages()
    return Sender(inbox: inbox, number: number)
  }

  /// Runs `body` in a task that is cancelled with the source.
  ///
  /// An error that it throws becomes a message by ``Module/message(for:listeningTo:)``.
  public func task(_ body: @escaping @Sendable (Sender<Message>) async throws -> Void) -> Subscription {
    let sender = sender
    let task = Task { await sender.run(body) }
    return Subscription { task.cancel() }
  }
}
