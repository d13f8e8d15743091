/// Runs the script in a model of the specification.
final class ModelWorld: FuzzWorld {
  private let script: FuzzScript
  private let thread = ModelThread()
  private let clock: ModelClock
  private let fault: PlantedFault?
  private var programs: [ModelProgram?] = []
  /// Like `programs`, but filled before the first command and never emptied: sources refer to their program from the
  /// start.
  private var listeners: [Int: ModelProgram] = [:]
  private let event = ModelObservers()
  private var eventObservers = 0
  private var subscribers = [1, 2, 3, 4]
  private var madeSubscribers = 4
  private var subscriptions: [[Int]: [ModelObservers.Observer]] = [:]
  private var subscribing = [0, 0, 0, 0]
  private var modelSubscriptions: [Int: ModelObservers.Observer] = [:]

  init(_ script: FuzzScript, fault: PlantedFault? = nil) {
    self.script = script
    self.fault = fault
    clock = ModelClock(thread, fault)
  }

  var programCount: Int { programs.count }

  func makeProgram() {
    let index = programs.count
    let traits = script.traits()
    let program = ModelProgram(index, script, thread, clock, self, fault, traits)
    // Not reachable before it is complete.
    programs.append(nil)
    listeners[index] = program
    if case .handler = traits.performer {
      program.begin(traits.commands)
      programs[index] = program
    } else {
      thread.batch {
        program.begin(traits.commands)
        programs[index] = program
        switch traits.performer {
        case .handler, .asked: break
        case .observer: _ = program.commandObservers.add { [unowned self] in notified("\(index) commands", $0) }
        case .subscriber(let subscriber): subscribe(subscriber, to: index)
        }
      }
    }
    if traits.watchesModelPart { program.watchModelPart() }
    if traits.watchesViewPart { program.watchViewPart() }
    script.add("made \(index)")
  }

  func notified(_ name: String, _ value: Int) {
    script.add("\(name) \(value)")
    script.act(in: self)
  }

  func dispatch(_ message: FuzzMessage, to program: Int) { programs[program]?.dispatch(message) }
  func send(_ message: FuzzMessage, bySource source: Int, of program: Int) {
    listeners[program]?.send(message, bySource: source)
  }
  func batch(_ body: () -> Void) { thread.batch(body) }
  func advance(by seconds: Int) { clock.advance(by: seconds) }
  func trigger(_ payload: Int) { thread.notify(event.sending(payload)) }
  func observeEvent() {
    eventObservers += 1
    let name = "event \(eventObservers)"
    _ = event.add { [unowned self] in notified(name, $0) }
  }
  func subscribe(_ subscriber: Int, to program: Int) {
    guard let target = programs[program] else { return }
    let number = subscribers[subscriber]
    if let present = subscriptions[[number, program]], !present[0].isCancelled { return }
    let view = target.view
    subscriptions[[number, program]] = [
      target.commandObservers.add { [unowned self] in notified("\(number) performs", $0) },
      target.viewObservers.add(seen: target.presentViewVersion) { [unowned self] in notified("\(number) shows", $0)
      },
    ]
    subscribing[subscriber] += 1
    thread.notifyFirst { notified("\(number) shows", view) }
    subscribing[subscriber] -= 1
  }
  func cancel(_ subscriber: Int, of program: Int) {
    if subscribing[subscriber] > 0 { return }
    for observer in subscriptions[[subscribers[subscriber], program]] ?? [] { observer.isCancelled = true }
  }
  func drop(_ subscriber: Int) {
    if subscribing[subscriber] > 0 { return }
    for program in programs.indices { cancel(subscriber, of: program) }
    madeSubscribers += 1
    subscribers[subscriber] = madeSubscribers
  }
  func observeModel(of program: Int) {
    guard let target = programs[program], modelSubscriptions[program] == nil else { return }
    modelSubscriptions[program] = target.modelObservers.add(seen: target.presentModelVersion) { [unowned self] in
      notified("\(program) model", $0)
    }
  }
  func cancelModelObserver(of program: Int) { modelSubscriptions.removeValue(forKey: program)?.isCancelled = true }
  func view(of program: Int) -> Int { programs[program]?.view ?? -1 }
  func model(of program: Int) -> Int { programs[program]?.model ?? -1 }
  func end() {
    var index = 0
    while index < programs.count {
      let last = programs[index]
      programs[index] = nil
      last?.end()
      index += 1
    }
  }
}
