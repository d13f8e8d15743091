public import ReactiveCore

/// A module that runs: it handles messages one at a time, shows views, performs commands and listens to sources.
///
/// ```swift
/// let counter = Counter.makeProgram()
/// counter.viewBehavior.observe { print($0) }  // prints "Count: 0"
/// counter.dispatch(.increment)                // prints "Count: 1"
/// ```
///
/// Messages that wait together are a generation. Of each generation all messages are updated, one after the other; then
/// the view is shown, once, if it has changed; then the commands are performed, in order; then the sources are
/// evaluated. What was dispatched meanwhile, by any code, is the next generation: nothing is nested, nothing is lost,
/// everything is first in, first out. Inside a delivery of any behavior or event, or in a ``/ReactiveCore/batch(_:)``,
/// a message waits for its end.
///
/// A program belongs to the isolation that made it, such as the main actor, where answers arrive. It holds its
/// subscribers weakly. Its last reference ends everything that it runs. Cost: about 1 kB; a dispatch takes about 20 ns
/// beside the module's own functions, and allocates nothing. From Elm (the seed, and Czaplicki's language).
@safe
public final class Program<M: Module> {
  /// The model. Observers are notified after each generation, whether the model differs or not; see
  /// ``modelBehavior(_:file:line:)`` for parts.
  public var modelBehavior: Behavior<M.Model> { liveModel }

  /// The view. Observers are notified when it changes, by ``Module/isDuplicate(_:_:)``. It runs when it is observed or
  /// read.
  public var viewBehavior: Behavior<M.View> { liveView }

  /// The commands, in the order in which they are performed; observers are notified before the handler is called.
  public var commands: EventStream<M.Command> {
    hasPerformers = true
    return performedCommands
  }

  /// What messages call it. Kept, since making it takes as long as 20 messages.
  @usableFromInline let name: String
  @usableFromInline let liveModel: OpenBehavior<M.Model>
  @usableFromInline let liveView: ViewBehavior<M>
  @usableFromInline let performedCommands: Event<M.Command>

  // The fields that every dispatch looks at are exclusivity-unchecked: the checks would take longer than the work. No
  // access to them is open while a function of the module's runs.

  /// Where a generation is being handled, or from where the program begins or continues as soon as that thread is idle;
  /// nil if the program rests.
  @safe @exclusivity(unchecked) @usableFromInline var busyIn: Context?
  /// Messages or turns are waiting.
  @safe @exclusivity(unchecked) @usableFromInline var hasMore = false
  /// Messages for the next generation.
  @safe @exclusivity(unchecked) @usableFromInline var waiting: [M.Message] = []
  /// The messages of a generation of several, kept for its memory.
  @usableFromInline var generation: [M.Message] = []
  /// How many messages were dropped, since their child is not there; see ``Embedding``.
  public internal(set) var droppedMessageCount = 0

  /// Commands and sources that are running.
  @usableFromInline let operations: Operations<M>
  /// What takes down what happens; see ``record(keeping:)``.
  @safe @exclusivity(unchecked) @usableFromInline var recorder: Recorder<M>?
  /// What is done between generations, each in its turn among the messages that wait.
  @usableFromInline var waitingTurns: [ProgramTurn<M>] = []
  @usableFromInline var subscribers = SubscriberTable()
  /// Something has subscribed, or asked for the commands, and so performs them.
  @usableFromInline var hasPerformers = false

  // Inlinable, so that the questions that the kernel asks of the model and the view are specialised (benchmark:
  // "dispatch, one subscriber").
  @inlinable
  package init(
    _ beginning: (model: M.Model, commands: [M.Command]), home: IsolationReference,
    performing handler: CommandHandler<M>,
    listening starter: SourceStarter<M>?
  ) {
    let (model, commands) = beginning
    name = String(describing: M.self)
    liveModel = OpenBehavior(model, Equality(.never()), name: "\(name)'s model", file: "", line: 0)
    liveView = ViewBehavior(of: liveModel, name: "\(name)'s view")
    performedCommands = Event(name: "\(name)'s commands")
    operations = Operations(home: home, handler: handler, starter: starter)
    start(with: commands)
  }

  @usableFromInline
  func start(with commands: [M.Command]) {
    operations.program = self
    liveModel.settleIn()
    busyIn = .current
    // Made in a delivery or a batch, it begins after it.
    callLater(after: .idleThread, label: name) { [weak operations] in operations?.program?.begin(with: commands) }
  }

  /// The current model. The read is tracked.
  public var model: M.Model { liveModel.value }

  /// The current view. The read is tracked.
  @inlinable
  public var view: M.View { liveView.value }

  /// Handles `message`: at once, or after the running generation, delivery or batch.
  ///
  /// 100,000 generations, each dispatched while the one before was handled, stop with the names of the last messages.
  @inlinable
  public func dispatch(_ message: M.Message) {
    let context = Context.current
    if isBusy || !context.isIdle { return enqueueWhenIdle(message) }
    busyIn = context
    handle(message, context)
    if hasMore { handleWaiting() }
    busyIn = nil
  }

  /// A dispatched message waits, behind those that wait already.
  @inlinable var isBusy: Bool { busyIn != nil }

  /// A generation of one message.
  @inlinable @inline(__always)
  func handle(_ message: M.Message, _ context: Context) {
    if let recorder { return handle(message, context, recordedBy: recorder) }
    settle(context, liveModel) { model in M.update(for: message, model: &model) }
  }

  /// A generation: what `update` says follows from its messages, one step after the other.
  ///
  /// `model` is not the program's own while a recorder shows an earlier step: then all happens, but is not shown.
  @inlinable @inline(__always)
  func settle(
    _ context: Context, _ model: OpenBehavior<M.Model>, _ update: (inout M.Model) -> [M.Command]
  ) {
    // A batch: the end of what the model releases may write, and dispatch to other programs, which may read this model.
    let (commands, isViewPending) = context.collect {
      // A message that was lost outside of a program is not counted. One that is lost here is counted before observers are
      // notified, and before another program counts it as its own.
      context.attachment(LostMessages.self)?.count = 0
      let commands = model.update(in: context, update)
      if let lost = context.attachment(LostMessages.self), lost.count != 0 { count(lost) }
      if model !== liveModel { return (commands, false) }
      if !liveView.hasDependents && !liveModel.isWatched && !context.hasCollected { return (commands, true) }
      // The observers of one may read the other as well.
      liveView.invalidate(.notifying)
      return (commands, false)
    }
    if isViewPending { liveView.follow(liveModel, in: context) }
    if !commands.isEmpty { perform(commands) }
    if M.Source.self != Never.self {
      // It may have been sent with what it listens to, and ends where that is.
      liveModel.moveHere()
      operations.evaluateSources(for: model.peek())
    }
  }

  @usableFromInline @inline(never)
  func count(_ lost: LostMessages) {
    droppedMessageCount += lost.count
    lost.count = 0
  }

  @inlinable @inline(never)
  func perform(_ commands: [M.Command]) {
    for command in commands {
      let policy = M.policy(for: command)
      if policy.isDelayed {
        operations.putOff(command, by: policy)
      } else {
        performedCommands.trigger(command)
        // Consumed, so that the id is not copied (instructions: "dispatch, 2 commands, a handler").
        operations.perform(command, by: (consume policy).kind)
      }
    }
  }

  private func begin(with commands: [M.Command]) {
    perform(commands)
    operations.evaluateSources(for: liveModel.peek())
    if hasMore { handleWaiting() }
    busyIn = nil
  }

  /// How many messages may wait that multiply, as many as the deliveries of a thread.
  @inlinable static var waitingLimit: Int { 1 << 22 }

  /// Keeps `message` for the next generation.
  @inlinable @inline(never)
  func enqueueWhenIdle(_ message: M.Message) {
    // A burst of any size has one message as its cause, or a few.
    if waiting.count == Self.waitingLimit && generation.count >= 16 { stopMultiplying(message) }
    waiting.append(message)
    comeBackWhenIdle()
  }

  /// Something waits, and is handled when the thread is idle. What would wait for another thread is lost there: the program
  /// was made or used in a call that is not over.
  @inlinable @inline(never)
  func comeBackWhenIdle() {
    hasMore = true
    if let busyIn { return Context.current.checkUse(of: name, heldBy: busyIn) }
    busyIn = .current
    callLater(after: .idleThread, label: name) { [weak operations] in operations?.program?.comeBack() }
  }

  @inlinable
  func comeBack() {
    handleWaiting()
    busyIn = nil
  }

  /// Handles `messages` as if they had waited together.
  func dispatch(_ messages: [M.Message]) {
    if messages.isEmpty { return }
    waiting.append(contentsOf: messages)
    comeBackWhenIdle()
  }

  /// Handles generations until nothing waits.
  // Inlinable, so that it is specialised (benchmark: "10 messages in a batch").
  @inlinable @inline(never)
  func handleWaiting() {
    let context = Context.current
    var generations = 0
    var lastNames: [String] = []
    // Turns that wait together are one generation, with the messages between them.
    var turnsOfGeneration = 0
    while hasMore {
      if turnsOfGeneration == 0 {
        generations += 1
        turnsOfGeneration = waitingTurns.count
        if generations > Context.roundLimit - 10 { watch(generations, &lastNames) }
      }
      if waitingTurns.isEmpty {
        swap(&waiting, &generation)
      } else if performTurn() {
        turnsOfGeneration -= 1
        hasMore = !waiting.isEmpty || !waitingTurns.isEmpty
        continue
      }
      hasMore = !waiting.isEmpty || !waitingTurns.isEmpty
      if generation.count == 1 {
        handle(generation.removeLast(), context)
        continue
      }
      if let recorder {
        handleGeneration(context, recordedBy: recorder)
      } else {
        settle(context, liveModel) { model in
          var all: [M.Command] = []
          for message in generation {
            let commands = M.update(for: message, model: &model)
            if !commands.isEmpty { all.append(contentsOf: commands) }
          }
          return all
        }
      }
      // A burst does not keep its memory.
      generation.removeAll(keepingCapacity: generation.count <= 4096)
    }
  }

  /// The limit is near. Keeps the names of the last messages, and stops behind it.
  @usableFromInline @inline(never)
  func watch(_ generations: Int, _ lastNames: inout [String]) {
    lastNames.append(waiting.last.map { caseName(of: $0) } ?? "a recorder's step or a delayed command")
    if generations > Context.roundLimit { stopEndlessLoop(lastNames) }
  }

  @usableFromInline @inline(never)
  func stopMultiplying(_ message: M.Message) -> Never {
    stop(
      """
      the messages of \(name) multiply: each of a generation had more than one dispatched, until more than \
      \(Self.waitingLimit) waited. The last ones: \(caseName(of: message)), while \(caseName(of: generation[0])) was \
      handled. Let one of them stop when nothing is left to do.
      """)
  }

  private func stopEndlessLoop(_ names: [String]) -> Never {
    stop(
      """
      the messages of \(name) did not settle in \(Context.roundLimit) generations, each dispatched while the one before was \
      handled. The last ones: \(names.suffix(10).joined(separator: ", ")). Let one of them stop when nothing is left to do.
      """)
  }

  /// Shows `subscriber` the view now and at each change, and has it perform every command that follows.
  ///
  /// A subscriber that is subscribed already keeps its place, and is not shown the view again. The subscriber is held
  /// weakly; all of them are notified in the order in which they subscribed. Cost: under 1 µs.
  ///
  /// - Returns: what ends it earlier.
  // Inlinable, so that what is called for each view is specialised (benchmark: "dispatch, 100 subscribers").
  @inlinable
  @discardableResult
  public func subscribe<S: Subscriber>(_ subscriber: S) -> Subscription
  where S.View == M.View, S.Command == M.Command {
    if let present = subscribers[subscriber] { return present }
    hasPerformers = true
    let performing = performedCommands.sink(with: subscriber) { $0.update(performing: $1) }
    let presenting = liveView.attach(with: subscriber) { $0.update(presenting: $1) }
    let both = Subscription(of: [performing, presenting])
    subscribers.add(subscriber, presenting, both)
    let view = liveView.peek()
    Context.deliverFirst { subscriber.update(presenting: view) }
    return both
  }

  deinit {
    liveModel.isolation.perform(atEndOf: self) { [recorder, liveModel, operations] in
      recorder?.end(with: liveModel.peek())
      operations.endAll()
    }
  }
}
