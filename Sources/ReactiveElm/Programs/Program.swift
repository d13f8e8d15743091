public import ReactiveCore

/// Runs a module: handles messages one at a time, shows views, performs commands, and listens to sources.
///
/// ```swift
/// let counter = Counter.makeProgram()
/// counter.viewBehavior.observe { print($0) }  // prints "Count: 0"
/// counter.dispatch(.increment)                // prints "Count: 1"
/// ```
///
/// Messages that wait together form a generation. For each generation, the program
///
/// 1. updates the model with all messages, in order
/// 2. shows the view once, if it has changed
/// 3. performs the commands, in order
/// 4. evaluates the sources
///
/// Messages dispatched meanwhile form the next generation: nothing nests or is lost, and order is first in, first out.
/// In a delivery of any behavior or event, or in a ``/ReactiveCore/batch(_:)``, a message waits for its end.
///
/// A program belongs to the isolation that made it, such as the main actor, where answers arrive. It holds subscribers
/// weakly. Its commands and sources end with its last reference.
///
/// Cost: about 1 kB; a dispatch takes about 15 ns beyond the module's functions, and allocates nothing. From the Swift
/// library Elm, and Czaplicki's language.
@safe
public final class Program<M: Module>: EndsAtHome {
  /// The model. Notifies after each generation, even without a change; for parts see ``modelBehavior(_:file:line:)``.
  public var modelBehavior: Behavior<M.Model> { liveModel }

  /// The view. Notifies when it changes, by ``Module/isDuplicate(_:_:)``. Computed only when observed or read.
  public var viewBehavior: Behavior<M.View> { liveView }

  /// The commands, in the order performed. Observers are notified before the handler is called.
  public var commands: EventStream<M.Command> {
    hasPerformers = true
    return performedCommands
  }

  /// The name in diagnostics. Stored, since making it takes as long as 20 messages.
  @usableFromInline let name: String
  @usableFromInline let liveModel: OpenBehavior<M.Model>
  @usableFromInline let liveView: ViewBehavior<M>
  @usableFromInline let performedCommands: Event<M.Command>

  // For the fields that every dispatch uses, exclusivity checks would take longer than the work. No access is open
  // while a function of the module runs.

  /// The thread that handles a generation, or will when idle; nil if the program rests.
  @safe @exclusivity(unchecked) @usableFromInline var busyIn: Context?
  /// Messages or turns wait.
  @safe @exclusivity(unchecked) @usableFromInline var hasMore = false
  /// Messages for the next generation.
  @safe @exclusivity(unchecked) @usableFromInline var waiting: [M.Message] = []
  /// What waiting messages write to fields; nil if none ever waited.
  @safe @exclusivity(unchecked) @usableFromInline var waitingFields: WaitingFields?
  /// The messages of a generation of several, kept for its memory.
  @usableFromInline var generation: [M.Message] = []
  /// The number of messages dropped because their child was absent; see ``OptionalEmbedding``.
  public internal(set) var droppedMessageCount = 0

  @usableFromInline let operations: Operations<M>
  @safe @exclusivity(unchecked) @usableFromInline var recorder: Recorder<M>?
  /// Work between generations, and the messages that waited before it. Those in `waiting` come after all of it.
  @usableFromInline var waitingTurns: [ProgramTurn<M>] = []
  /// The number of messages in turns that wait.
  @usableFromInline var messagesInTurns = 0
  /// The number of messages and actions of the running generation; 0 at rest.
  @usableFromInline var generationSize = 0
  @usableFromInline var subscribers = SubscriberTable()
  /// Something has subscribed or read `commands`, and so performs commands.
  @usableFromInline var hasPerformers = false

  // Inlinable, to specialize the kernel's calls for the model and view (benchmark: "dispatch, one subscriber").
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
    // In a delivery or batch, the program begins after it.
    callLater(after: .idleThread, label: name) { [weak operations] in operations?.program?.begin(with: commands) }
  }

  /// The current model. The read is tracked.
  public var model: M.Model { liveModel.value }

  /// The current view. The read is tracked.
  @inlinable
  public var view: M.View { liveView.value }

  /// Handles `message`: at once, or after the running generation, delivery, batch or evaluation. Messages that wait
  /// when the program ends are dropped.
  ///
  /// After 100,000 generations, each dispatched during the one before, the process stops and names the last messages.
  @inlinable
  public func dispatch(_ message: M.Message) {
    let context = Context.current
    if isBusy || !context.isIdle { return enqueueWhenIdle(message) }
    busyIn = context
    handle(message, context)
    if hasMore { handleWaiting() }
    busyIn = nil
  }

  /// Whether a dispatched message has to wait.
  @inlinable var isBusy: Bool { busyIn != nil }

  @inlinable @inline(__always)
  func handle(_ message: M.Message, _ context: Context) {
    if let recorder { return handle(message, context, recordedBy: recorder) }
    settle(context, liveModel) { model in M.update(for: message, model: &model) }
  }

  /// While a recorder shows an earlier step, `model` is the recorder's: everything happens, but is not shown.
  @inlinable @inline(__always)
  func settle(
    _ context: Context, _ model: OpenBehavior<M.Model>, _ update: (inout M.Model) -> [M.Command]
  ) {
    // A batch: the `deinit` of a value that the model releases may write, or dispatch to another program, which may
    // read this model.
    let (commands, isViewPending) = context.collect {
      // Discards losses outside of a program. Losses here count before observers are notified, and before another
      // program counts them.
      context.attachment(LostMessages.self)?.count = 0
      let commands = model.update(in: context, update)
      if let lost = context.attachment(LostMessages.self), lost.count != 0 { count(lost) }
      if model !== liveModel { return (commands, false) }
      if !liveView.hasDependents && !liveModel.isWatched && !context.hasCollected { return (commands, true) }
      // Observers of the model may read the view, and vice versa.
      liveView.invalidate(.notifying)
      return (commands, false)
    }
    if isViewPending { liveView.follow(liveModel, in: context) }
    if !commands.isEmpty { perform(commands) }
    if M.Source.self != Never.self {
      // The program may have been sent with its sources, and ends in their isolation.
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
        // Consumed, to avoid a copy of the id (instructions: "dispatch, 2 commands, a handler").
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

  /// The number of messages that wait.
  @inlinable var waitingCount: Int { waiting.count + messagesInTurns }

  /// The limit of waiting messages that multiply, the same as for a thread's deliveries.
  @inlinable static var waitingLimit: Int { 1 << 22 }
  /// A smaller generation may cause a burst of any size.
  @inlinable static var multiplyingSize: Int { 16 }

  @inlinable @inline(never)
  func enqueueWhenIdle(_ message: M.Message) {
    if waitingCount == Self.waitingLimit && generationSize >= Self.multiplyingSize { stopMultiplying(message) }
    waiting.append(message)
    comeBackWhenIdle()
  }

  /// Handles waiting work when the thread is idle. Stops if the program was made or used in a call of another thread
  /// that has not returned, where the work would be lost.
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

  // Inlinable, to be specialized (benchmark: "10 messages in a batch").
  @inlinable @inline(never)
  func handleWaiting() {
    let context = Context.current
    var generations = 0
    var lastNames: [String] = []
    while hasMore {
      generations += 1
      if generations > Context.roundLimit - 10 { watch(generations, &lastNames) }
      if waitingTurns.isEmpty {
        waitingFields?.begin()
        swap(&waiting, &generation)
        hasMore = false
        generationSize = generation.count
        handleGeneration(context)
      } else {
        takeTurns(context)
      }
    }
    generationSize = 0
  }

  /// Handles `generation`.
  @inlinable
  func handleGeneration(_ context: Context) {
    let fields = waitingFields
    fields?.take(generation.count, isLast: waitingCount == 0)
    defer { fields?.finish() }
    if generation.count == 1 { return handle(generation.removeLast(), context) }
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
    // Releases the memory of a burst.
    generation.removeAll(keepingCapacity: generation.count <= 4096)
  }

  private static func name(of message: M.Message?) -> String {
    message.map { caseName(of: $0) } ?? "a recorder's step or a delayed command"
  }

  /// Near the limit, collects message names; past it, stops.
  @usableFromInline @inline(never)
  func watch(_ generations: Int, _ lastNames: inout [String]) {
    lastNames.append(Self.name(of: lastWaiting))
    if generations > Context.roundLimit { stopEndlessLoop(lastNames) }
  }

  @usableFromInline @inline(never)
  func stopMultiplying(_ last: M.Message?) -> Never {
    let (last, handled) = (Self.name(of: last), Self.name(of: generation.first))
    stop(
      """
      the messages of \(name) multiply: each of a generation had more than one dispatched, until more than \
      \(Self.waitingLimit) waited. The last ones: \(last), while \(handled) was handled. \
      Let one of them stop when nothing is left to do.
      """)
  }

  private func stopEndlessLoop(_ names: [String]) -> Never {
    stop(
      """
      the messages of \(name) did not settle in \(Context.roundLimit) generations, each dispatched while the one before was \
      handled. The last ones: \(names.suffix(10).joined(separator: ", ")). Let one of them stop when nothing is left to do.
      """)
  }

  /// Shows `subscriber` the view now and at each change, and has it perform every later command.
  ///
  /// Subscribing again has no effect. Subscribers are held weakly, and notified in subscription order. Cost: under 1
  /// µs.
  ///
  /// - Returns: A subscription to end it earlier.
  // Inlinable, to specialize the calls for each view (benchmark: "dispatch, 100 subscribers").
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
    if !waiting.isEmpty || !waitingTurns.isEmpty || waitingFields != nil { dropWaiting() }
    liveModel.isolation.perform(atEndOf: self) { [recorder, liveModel, operations] in
      recorder?.end(with: liveModel.peek())
      operations.endAll()
    }
  }

  /// Without recursion: a message may hold the next program of a long list.
  private func dropWaiting() {
    let dropped = ReleaseGuard((waiting, waitingTurns, waitingFields))
    (waiting, waitingTurns, waitingFields) = ([], [], nil)
    _ = consume dropped
  }
}
