import ReactiveElm

final class LibraryWorld: FuzzWorld {
  private let script: FuzzScript
  private let isolation: any Actor
  private let clock = ManualClock()
  private var programs: [Program<FuzzModule>?] = []
  private let event = Event<Int>()
  private var subscribers: [FuzzSubscriber] = []
  private var subscriptions: [[Int]: Subscription] = [:]
  /// Subscribers being subscribed, which the call retains.
  private var subscribing = [0, 0, 0, 0]
  private var modelObservers: [Int: Subscription] = [:]
  private var dispatchers: [[Int]: Dispatcher<FuzzMessage>] = [:]
  private var parts: [Any] = []
  private var eventObservers = 0
  private var madeSubscribers = 0

  init(_ script: FuzzScript, on isolation: any Actor) {
    self.script = script
    self.isolation = isolation
    for _ in 0..<4 { subscribers.append(makeSubscriber()) }
  }

  private func makeSubscriber() -> FuzzSubscriber {
    madeSubscribers += 1
    return FuzzSubscriber(madeSubscribers, script, self)
  }

  var programCount: Int { programs.count }

  func makeProgram() {
    let index = programs.count
    let traits = script.traits()
    programs.append(nil)
    let program = makeProgram(index, traits)
    programs[index] = program
    if traits.watchesModelPart {
      let part = program.modelBehavior(\.shown)
      part.sink { [unowned self] in notified("\(index) part of the model", $0) }
      parts.append(part)
    }
    if traits.watchesViewPart {
      let part = program.viewBehavior(\.isOdd)
      part.sink { [unowned self] in notified("\(index) part of the view", $0 ? 1 : 0) }
      parts.append(part)
    }
    script.add("made \(index)")
  }

  private func makeProgram(_ index: Int, _ traits: FuzzScript.Traits) -> Program<FuzzModule> {
    let flags = FuzzModule.Flags(
      program: index, script: script, commands: traits.commands, sources: traits.sources)
    let listen: (Int, Dispatcher<FuzzMessage>) throws -> Subscription = { [unowned self] source, dispatch in
      dispatchers[[index, source]] = dispatch
      script.add("\(index) starts \(source)")
      script.act(in: self)
      if let error = script.failure() { throw error }
      return Subscription { [unowned self] in
        script.add("\(index) stops \(source)")
        script.act(in: self)
      }
    }
    if case .handler = traits.performer {
      return makeProgram(
        flags,
        .performing { [unowned self] command in
          script.add("\(index) handles \(command)")
          script.act(in: self)
          switch script.answer() {
          case .nothing: return nil
          case .message(let message): return message
          case .failure(let error): throw error
          }
        }, listen)
    }
    // Without a handler, the first commands need a receiver, which is added in the same batch.
    return ReactiveElm.batch {
      let program = makeProgram(flags, .subscribers, listen)
      programs[index] = program
      switch traits.performer {
      case .handler: break
      case .observer: program.commands.sink { [unowned self] in notified("\(index) commands", $0) }
      case .asked: _ = program.commands
      case .subscriber(let subscriber): subscribe(subscriber, to: index)
      }
      return program
    }
  }

  /// As `Module.makeProgram`, in the script's isolation.
  private func makeProgram(
    _ flags: FuzzModule.Flags, _ handler: CommandHandler<FuzzModule>, _ listen: @escaping SourceStarter<FuzzModule>
  ) -> Program<FuzzModule> {
    Program(
      FuzzModule.start(with: flags), home: IsolationReference(isolation), performing: handler.timed(by: clock),
      listening: listen)
  }

  private func notified(_ name: String, _ value: Int) {
    script.add("\(name) \(value)")
    script.act(in: self)
  }

  func dispatch(_ message: FuzzMessage, to program: Int) { programs[program]?.dispatch(message) }
  func send(_ message: FuzzMessage, bySource source: Int, of program: Int) { dispatchers[[program, source]]?(message) }
  func batch(_ body: () -> Void) { ReactiveElm.batch(body) }
  func advance(by seconds: Int) { clock.advance(by: .seconds(seconds)) }
  func trigger(_ payload: Int) { event.trigger(payload) }
  func observeEvent() {
    eventObservers += 1
    let name = "event \(eventObservers)"
    event.sink { [unowned self] in notified(name, $0) }
  }
  func subscribe(_ subscriber: Int, to program: Int) {
    guard let target = programs[program] else { return }
    let index = subscriber
    let subscriber = subscribers[subscriber]
    subscribing[index] += 1
    subscriptions[[subscriber.number, program]] = target.subscribe(subscriber)
    subscribing[index] -= 1
  }
  func cancel(_ subscriber: Int, of program: Int) {
    if subscribing[subscriber] == 0 { cancel(subscribers[subscriber], of: program) }
  }
  private func cancel(_ subscriber: FuzzSubscriber, of program: Int) {
    subscriptions[[subscriber.number, program]]?.cancel()
  }
  func drop(_ subscriber: Int) {
    if subscribing[subscriber] > 0 { return }
    if script.isTidy { for program in programs.indices { cancel(subscriber, of: program) } }
    subscribers[subscriber] = makeSubscriber()
  }
  func observeModel(of program: Int) {
    guard let target = programs[program], modelObservers[program] == nil else { return }
    modelObservers[program] = target.modelBehavior.sink { [unowned self] in notified("\(program) model", $0.last) }
  }
  func cancelModelObserver(of program: Int) { modelObservers.removeValue(forKey: program)?.cancel() }
  func view(of program: Int) -> Int { programs[program]?.view ?? -1 }
  func model(of program: Int) -> Int { programs[program]?.model.last ?? -1 }
  func end() {
    // The end of a program may make another.
    var index = 0
    while index < programs.count {
      let last = programs[index]
      programs[index] = nil
      withExtendedLifetime(last) {}
      index += 1
    }
    parts = []
  }
}

final class FuzzSubscriber: Subscriber {
  let number: Int
  private let script: FuzzScript
  private unowned let world: LibraryWorld

  init(_ number: Int, _ script: FuzzScript, _ world: LibraryWorld) {
    self.number = number
    self.script = script
    self.world = world
  }
  func update(presenting view: Int) {
    script.add("\(number) shows \(view)")
    script.act(in: world)
  }
  func update(performing command: Int) {
    script.add("\(number) performs \(command)")
    script.act(in: world)
  }
}
