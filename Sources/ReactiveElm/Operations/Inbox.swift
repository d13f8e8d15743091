internal import ReactiveCore

/// Posts envelopes into a program's mailbox, or for a child into its parent's inbox.
struct Inbox<Message>: Sendable {
  private enum Place: Sendable {
    case mailbox(AwaitedMailbox<Envelope<Message>>)
    case parent(@Sendable (Envelope<Message>) -> Void)
  }
  private let place: Place
  /// For a program without an isolation.
  private let unreadAnswers: UnreadAnswers?

  init(_ mailbox: AwaitedMailbox<Envelope<Message>>, _ unreadAnswers: UnreadAnswers?) {
    place = .mailbox(mailbox)
    self.unreadAnswers = unreadAnswers
  }

  private init(parent post: @escaping @Sendable (Envelope<Message>) -> Void, _ unreadAnswers: UnreadAnswers?) {
    place = .parent(post)
    self.unreadAnswers = unreadAnswers
  }

  /// Call before envelopes may be posted, in the program's isolation.
  func expectMessages() { unreadAnswers?.expect() }
}

extension Inbox where Message: Sendable {
  func post(_ envelope: Envelope<Message>) {
    switch place {
    case .mailbox(let mailbox):
      mailbox.post(envelope)
      unreadAnswers?.arrive()
    case .parent(let post): post(envelope)
    }
  }

  /// An inbox for a child, which wraps the child's messages.
  func wrapping<Child: Sendable>(_ wrap: @escaping @Sendable (Child) -> Message) -> Inbox<Child> {
    Inbox<Child>(
      parent: { envelope in
        switch envelope {
        case .message(let message, let number): post(.message(wrap(message), from: number))
        case .ended(let number): post(.ended(number))
        case .failed(let number, let error): post(.failed(number, error))
        case .due(let number): post(.due(number))
        }
      }, unreadAnswers)
  }
}

extension Sender {
  /// Returns a sender for performing a child's commands; `wrap` turns the child's messages into the parent's.
  ///
  /// ```swift
  /// struct Page: Module {
  ///   enum Message: Sendable { case counter(Counter.Message) }
  ///   struct Model: Initable { var counter = Counter.Model() }
  ///   typealias Command = Never
  ///
  ///   static let counter = Embedding<Page, Counter>(at: \.counter, message: Message.counter)
  ///   static func update(for message: Message, model: inout Model) -> [Command] {
  ///     switch message {
  ///     case .counter(let message): counter.update(for: message, model: &model)
  ///     }
  ///   }
  ///   static func view(for model: Model) -> String { counter.view(for: model) }
  /// }
  ///
  /// let page = Page.makeProgram()
  /// let send: Sender<Counter.Message> = page.sender.wrapping(Page.Message.counter)
  /// send(.increment)
  /// await page.run { $0.counter.count == 1 }
  /// print(page.view)  // Count: 1
  /// ```
  public func wrapping<Child: Sendable>(_ wrap: @escaping @Sendable (Child) -> Message) -> Sender<Child> {
    Sender<Child>(inbox: inbox.wrapping(wrap), number: number)
  }
}

extension Dispatcher where Message: Sendable {
  /// Returns a dispatcher for a child's sources; `wrap` turns the child's messages into the parent's.
  public func wrapping<Child: Sendable>(_ wrap: @escaping @Sendable (Child) -> Message) -> Dispatcher<Child> {
    let deliver = deliver
    return Dispatcher<Child>(inbox: inbox.wrapping(wrap), number: number) { deliver(wrap($0)) }
  }
}
