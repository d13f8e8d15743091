public import ReactiveCore

/// Starts a source.
@usableFromInline
package typealias SourceStarter<M: Module> = (M.Source, Dispatcher<M.Message>) throws -> Subscription

/// A program's operations: asynchronous commands, delayed commands, and sources.
///
/// Envelopes carry their operation's number, and are dropped once it has ended.
@usableFromInline
final class Operations<M: Module> {
  /// Nil once the program has ended.
  @usableFromInline weak var program: Program<M>?
  private let home: IsolationReference
  // Guarded, since a handler may hold another program, and so on in a long chain.
  @usableFromInline let handler: ReleaseGuard<CommandHandler<M>>
  private let starter: ReleaseGuard<Starter>

  private struct Starter {
    let start: SourceStarter<M>?
  }
  /// Made when needed, which is rare.
  private var openMailbox: AwaitedMailbox<Envelope<M.Message>>?
  /// Made with the mailbox of a program without an isolation.
  private var unreadAnswers: UnreadAnswers?
  private(set) var lastNumber = 0
  /// Made for the first delayed command.
  private var openTimer: CommandTimer<M>?

  struct RunningCommand {
    let command: M.Command
    /// The places of its ids in the index.
    var places: [Int] = []
    /// The kind to perform when due; nil if it does not wait.
    let whenDue: CommandPolicy.Kind?
    let cancel: () -> Void
  }
  /// Running and waiting commands, by number. Numbers increase in start order.
  private(set) var runningCommands: [Int: RunningCommand] = [:]
  private let index = CommandIndex()

  struct RunningSource {
    let source: M.Source
    var subscription: Subscription?
  }
  /// Running sources, likewise.
  private(set) var runningSources: [Int: RunningSource] = [:] {
    didSet { sourceChanges += 1 }
  }
  /// The number of changes of `runningSources`.
  private(set) var sourceChanges = 0
  @safe @exclusivity(unchecked) @usableFromInline private(set) var wanted: [M.Source] = []

  @usableFromInline
  init(home: IsolationReference, handler: CommandHandler<M>, starter: SourceStarter<M>?) {
    self.home = home
    self.handler = ReleaseGuard(handler)
    self.starter = ReleaseGuard(Starter(start: starter))
  }

  var mailbox: AwaitedMailbox<Envelope<M.Message>> {
    if let openMailbox { return openMailbox }
    // Weak, since another thread may release the program while an envelope is fetched.
    let new = AwaitedMailbox<Envelope<M.Message>>(home: home) { [weak program] in program?.operations.receive() }
    openMailbox = new
    if case .nowhere = home { unreadAnswers = UnreadAnswers(to: program?.name ?? "\(M.self)") }
    return new
  }

  var inbox: Inbox<M.Message> {
    let mailbox = mailbox
    return Inbox(mailbox, unreadAnswers)
  }

  /// Called by a task that waits for the program, or a test program, which reads envelopes from the returned mailbox.
  func beginReading() -> AwaitedMailbox<Envelope<M.Message>> {
    let mailbox = mailbox
    unreadAnswers?.end()
    return mailbox
  }

  func nextNumber() -> Int {
    // The program may have been sent. It ends in the isolation of its operations.
    program?.liveModel.moveHere()
    lastNumber += 1
    return lastNumber
  }

  @usableFromInline
  func endAll() {
    program = nil
    openMailbox?.close()
    unreadAnswers?.end()
    let timer = openTimer
    openTimer = nil
    defer { withExtendedLifetime(timer) {} }
    let ended = EndedOperations(commands: runningCommands, sources: runningSources, wanted: wanted)
    (runningCommands, runningSources, wanted) = ([:], [:], [])
    for (number, places) in ended.places { index.remove(number, at: places) }
    if !ended.isEmpty { Context.deliverFirst { ended.cancel() } }
  }

  // Commands

  // Inlinable, to specialize the call of the handler's closure (benchmark: "dispatch, a command, a handler").
  @inlinable @inline(__always)
  func perform(_ command: M.Command, by kind: consuming CommandPolicy.Kind) {
    var id: AnyHashable?
    switch consume kind {
    case .free: break
    case .identified(let own, let cancelInFlight):
      if cancelInFlight { cancel(own) }
      id = own
    case .cancels(let other): return cancel(other)
    }
    guard let perform = handler.content?.perform else { return expectPerformers(of: command) }
    // A delivery, like a subscriber's notification: messages that the handler dispatches to other programs are handled
    // after it.
    Context.deliverFirst {
      do { try perform(command, id, self) } catch { program?.dispatch(failure(of: command, error)) }
    }
  }

  /// Stops if no subscriber or observer performs the command instead of a handler.
  @usableFromInline @inline(never)
  func expectPerformers(of command: M.Command) {
    guard let program, !program.hasPerformers else { return }
    stop(
      """
      \(M.self) wants \(command) to be performed, but its program was made without a handler, and nothing has \
      subscribed to it or asked for its commands. Give makeProgram(performing:) a function. To perform the first \
      commands by a subscriber, make the program and subscribe to it in one batch.
      """)
  }

  /// Records a running or waiting command, until it ends or is cancelled.
  func begin(
    _ command: M.Command, _ id: AnyHashable?, number: Int, whenDue: CommandPolicy.Kind? = nil,
    cancel: @escaping () -> Void
  ) {
    runningCommands[number] = RunningCommand(command: command, whenDue: whenDue, cancel: cancel)
    guard let id else { return }
    for id in CommandScope.identities(of: id) {
      let place = index.add(number, of: id)
      // The hash of the id may have ended the command.
      if runningCommands[number] == nil { return index.remove(number, at: [place]) }
      runningCommands[number]?.places.append(place)
    }
  }

  /// Removes the record of a command and returns it; nil if the command does not run.
  private func end(_ number: Int) -> RunningCommand? {
    guard let running = runningCommands.removeValue(forKey: number) else { return nil }
    // A caller may be waiting.
    openMailbox?.wake()
    index.remove(number, at: running.places)
    return running
  }

  @usableFromInline
  func cancel(_ id: AnyHashable) { for number in index.numbers(of: id) { end(number)?.cancel() } }

  // Delayed commands

  /// Performs `command` when it is due.
  @usableFromInline @inline(never)
  func putOff(_ command: M.Command, by policy: CommandPolicy) {
    guard let timer else { return }
    let number = nextNumber()
    // The new wait begins before the replaced one ends, so that the sleep behind it goes on.
    let endWait = timer.wait(command, number, policy.delay, self)
    if case .identified(let id, cancelInFlight: true) = policy.kind { cancel(id) }
    begin(command, policy.idOfWaiting, number: number, whenDue: policy.whenDue, cancel: endWait)
  }

  private var timer: CommandTimer<M>? {
    if let openTimer { return openTimer }
    if let make = handler.content?.makeTimer {
      openTimer = make(home)
    } else if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *) {
      openTimer = .live(ContinuousClock(), home)
    }
    return openTimer
  }

  /// Performs a delayed command in its own turn, unless it is cancelled before.
  func performDue(_ number: Int) {
    program?.performBetweenGenerations { program in
      guard let kind = self.runningCommands[number]?.whenDue, let waiting = self.end(number) else { return }
      program.performedCommands.trigger(waiting.command)
      self.perform(waiting.command, by: kind)
    }
  }

  /// Posts from anywhere that a command is due.
  var postDue: @Sendable (Int) -> Void {
    let mailbox = mailbox
    let unreadAnswers = unreadAnswers
    unreadAnswers?.expect()
    return { number in
      mailbox.post(.due(number))
      unreadAnswers?.arrive()
    }
  }

  @usableFromInline
  func failure(of command: M.Command, _ error: any Error) -> M.Message {
    if let message = M.message(for: error, performing: command) { return message }
    stop(
      """
      \(M.self): performing \(command) threw \(error), and the module has no message for it. Give it one in \
      message(for:performing:), or catch the error where the command is performed.
      """)
  }

  // Sources

  /// Stops sources that `model` no longer has, keeps the others, and starts new ones.
  // Inlinable, to specialize the comparison of sources (benchmark: "dispatch, the same sources").
  @inlinable
  func evaluateSources(for model: M.Model) {
    let now = M.subscriptions(for: model)
    if now != wanted { listen(to: now) }
  }

  @usableFromInline @inline(never)
  func listen(to now: [M.Source]) {
    let all = Set(now)
    // A source that was wanted before is not new, even if it failed: it restarts only after it was absent.
    var new = all.subtracting(wanted)
    wanted = now
    for (number, running) in runningSources.sorted(by: { $0.key < $1.key }) where !all.contains(running.source) {
      Context.deliverFirst { removeRunningSource(number)?.cancel() }
    }
    for source in now where new.remove(source) != nil {
      Context.deliverFirst { listen(to: source) }
    }
  }

  private func removeRunningSource(_ number: Int) -> Subscription? {
    runningSources.removeValue(forKey: number)?.subscription
  }

  private func listen(to source: M.Source) {
    guard let start = starter.content?.start else {
      stop(
        """
        \(M.self) wants to listen to \(source), but its program was made without a way to. Give makeProgram a \
        function for listening.
        """)
    }
    let number = nextNumber()
    runningSources[number] = RunningSource(source: source)
    let dispatcher = Dispatcher<M.Message>(inbox: inbox, number: number) { [weak self] message in
      guard let self, runningSources[number] != nil else { return }
      program?.dispatch(message)
    }
    do {
      let subscription = try start(source, dispatcher)
      // The program's end may have stopped the source meanwhile.
      if runningSources[number] == nil { return subscription.cancel() }
      runningSources[number]?.subscription = subscription
    } catch {
      _ = removeRunningSource(number)
      program?.dispatch(failure(of: source, error))
    }
  }

  private func failure(of source: M.Source, _ error: any Error) -> M.Message {
    if let message = M.message(for: error, listeningTo: source) { return message }
    stop(
      """
      \(M.self): listening to \(source) failed with \(error), and the module has no message for it. Give it one in \
      message(for:listeningTo:), or catch the error where the source is started.
      """)
  }

  // Answers

  /// Dispatches the messages of waiting envelopes as one generation.
  func receive() { receive(mailbox.takeAll()) }

  func receive(_ envelopes: [Envelope<M.Message>]) {
    guard let program else { return }
    var messages: [M.Message] = []
    for envelope in envelopes {
      switch envelope {
      case .message(let message, let number):
        if number == 0 || runningCommands[number] != nil || runningSources[number] != nil { messages.append(message) }
      case .ended(let number):
        _ = end(number)
      case .failed(let number, let error):
        if let running = end(number) {
          messages.append(failure(of: running.command, error))
        } else if let source = runningSources[number]?.source {
          messages.append(failure(of: source, error))
          // The messages wait before any that the cancellation dispatches.
          Context.deliverFirst {
            program.dispatch(messages)
            removeRunningSource(number)?.cancel()
          }
          messages = []
        }
      case .due(let number):
        // The messages before it are handled first.
        program.dispatch(messages)
        messages = []
        for number in openTimer?.numbersDue(number) ?? [] { performDue(number) }
      }
    }
    program.dispatch(messages)
  }
}

extension Operations where M.Message: Sendable {
  func makeSender(number: Int) -> Sender<M.Message> {
    let inbox = inbox
    inbox.expectMessages()
    return Sender(inbox: inbox, number: number)
  }

  @usableFromInline
  func launch(
    _ command: M.Command, _ id: AnyHashable?, _ body: @escaping @Sendable (Sender<M.Message>) async throws -> Void
  ) {
    let number = nextNumber()
    let sender = makeSender(number: number)
    let task = Task { await sender.run(body) }
    begin(command, id, number: number) { task.cancel() }
  }
}
