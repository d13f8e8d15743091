import ReactiveCore
import ReactiveTestSupport
import Testing

/// Laws 2, 3 and 4 at once, against a model too slow to use and too simple to be wrong.
@Suite("Random programs do what the laws say")
struct ReferenceModelTests {
  /// Numbers are reduced to the indices that exist when the observer is called.
  private enum Action {
    case send(source: Int, payload: Int)
    case subscribe(source: Int)
    case observe(source: Int)
    case cancel(observer: Int)
  }

  private enum Kind { case event, behavior }

  /// Runs a program: the library, or its model.
  private protocol World: AnyObject {
    var observerCount: Int { get }
    func send(_ payload: Int, to source: Int)
    func subscribe(to source: Int, observesNow: Bool, _ handler: @escaping (Int) -> Void)
    func cancel(_ observer: Int)
  }

  private final class Library: World {
    private enum Source {
      case event(Event<Int>)
      case behavior(OpenBehavior<Int>)
    }
    private let sources: [Source]
    private var subscriptions: [Subscription?] = []
    var observerCount: Int { subscriptions.count }

    init(_ kinds: [Kind]) {
      sources = kinds.map { $0 == .event ? .event(Event()) : .behavior(OpenBehavior(0)) }
    }
    func send(_ payload: Int, to source: Int) {
      switch sources[source] {
      case .event(let event): event.trigger(payload)
      case .behavior(let behavior): behavior.value = payload
      }
    }
    func subscribe(to source: Int, observesNow: Bool, _ handler: @escaping (Int) -> Void) {
      // An observer gets its number before its first call.
      let number = subscriptions.count
      subscriptions.append(nil)
      switch sources[source] {
      case .event(let event): subscriptions[number] = observesNow ? event.observe(handler) : event.sink(handler)
      case .behavior(let behavior):
        subscriptions[number] = observesNow ? behavior.observe(handler) : behavior.sink(handler)
      }
    }
    func cancel(_ observer: Int) { subscriptions[observer]?.cancel() }
    func end() { for subscription in subscriptions { subscription?.cancel() } }
  }

  private final class Model: World {
    private struct Observer {
      var source: Int
      var handler: (Int) -> Void
      var isCancelled = false
    }
    private let kinds: [Kind]
    private var values: [Int]
    private var observers: [Observer] = []
    /// Whether the subscribing call has returned, so that the observer can be cancelled.
    private var isReturned: [Bool] = []
    private var waiting: [() -> Void] = []
    private var isBusy = false
    var observerCount: Int { observers.count }

    init(_ kinds: [Kind]) {
      self.kinds = kinds
      values = kinds.map { _ in 0 }
    }

    private func run(_ delivery: @escaping () -> Void) {
      waiting.append(delivery)
      if isBusy { return }
      isBusy = true
      while !waiting.isEmpty { waiting.removeFirst()() }
      isBusy = false
    }
    func send(_ payload: Int, to source: Int) {
      if kinds[source] == .behavior {
        if values[source] == payload { return }
        values[source] = payload
      }
      let count = observers.count
      run {
        for index in 0..<count where self.observers[index].source == source && !self.observers[index].isCancelled {
          self.observers[index].handler(payload)
        }
      }
    }
    func subscribe(to source: Int, observesNow: Bool, _ handler: @escaping (Int) -> Void) {
      let number = observers.count
      observers.append(Observer(source: source, handler: handler))
      isReturned.append(false)
      if observesNow && kinds[source] == .behavior {
        let value = values[source]
        if isBusy { handler(value) } else { run { handler(value) } }
      }
      isReturned[number] = true
    }
    func end() { observers = [] }
    func cancel(_ observer: Int) { if isReturned[observer] { observers[observer].isCancelled = true } }
  }

  /// Observers take their actions from one list, in call order.
  private struct Program {
    var kinds: [Kind]
    var main: [Action]
    var reactions: [[Action]]

    init(seed: Int) {
      var generator = SeededGenerator(seed: UInt64(seed))
      kinds = (0..<4).map { _ in Bool.random(using: &generator) ? .event : .behavior }
      func action() -> Action {
        let number = Int.random(in: 0..<1_000, using: &generator)
        switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1: return .subscribe(source: number % 4)
        case 2: return .observe(source: number % 4)
        case 3, 4: return .cancel(observer: number)
        default: return .send(source: number % 4, payload: Int.random(in: 0..<5, using: &generator))
        }
      }
      main = (0..<60).map { _ in action() }
      reactions = (0..<300).map { _ in
        (0..<Int.random(in: 0..<3, using: &generator)).map { _ in action() }
      }
    }

    /// The calls of observers, in order: "observer: payload".
    func run(in world: any World) -> [String] {
      var log: [String] = []
      var reactions = self.reactions[...]
      func perform(_ action: Action) {
        switch action {
        case .send(let source, let payload): world.send(payload, to: source)
        case .subscribe(let source): subscribe(source, observesNow: false)
        case .observe(let source): subscribe(source, observesNow: true)
        case .cancel(let observer):
          if world.observerCount > 0 { world.cancel(observer % world.observerCount) }
        }
      }
      func subscribe(_ source: Int, observesNow: Bool) {
        let number = world.observerCount
        world.subscribe(to: source, observesNow: observesNow) { payload in
          log.append("\(number): \(payload)")
          for action in reactions.popFirst() ?? [] { perform(action) }
        }
      }
      for source in 0..<4 { subscribe(source, observesNow: false) }
      for action in main { perform(action) }
      return log
    }
  }

  @Test("200 random programs of writes, triggers, subscriptions and cancellations, nested in each other")
  func randomPrograms() {
    var calls = 0
    for seed in 0..<200 {
      let program = Program(seed: seed)
      let library = Library(program.kinds)
      let log = program.run(in: library)
      let model = Model(program.kinds)
      #expect(log == program.run(in: model), "seed \(seed)")
      calls += log.count
      library.end()
      model.end()
    }
    #expect(calls > 20_000)
  }
}
