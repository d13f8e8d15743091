#if REACTIVE_PEERS
import ReactiveSwift

/// ReactiveSwift: `MutableProperty`, `Property.map` and `Property.combineLatest`, observed by their `signal`.
enum ReactiveSwiftProperty: DerivingLibrary, EventLibrary {
  static let name = "ReactiveSwift"

  static func source(_ value: Int, named name: String) -> MutableProperty<Int> { MutableProperty(value) }
  static func node(_ source: MutableProperty<Int>) -> Property<Int> { Property(capturing: source) }
  static func read(_ source: MutableProperty<Int>) -> Int { source.value }
  static func write(_ value: Int, to source: MutableProperty<Int>) { source.value = value }

  static func observe(_ node: Property<Int>, _ handler: @escaping (Int) -> Void) -> (any Disposable)? {
    node.signal.observeValues(handler)
  }

  static func cancel(_ token: (any Disposable)?) { token?.dispose() }

  static func observe(_ node: Property<Int>, with owner: Owner, _ handler: @escaping (Int) -> Void) {
    let (lifetime, token) = Lifetime.make()
    node.signal.take(during: lifetime).observeValues(handler)
    owner.keep(token)
  }

  static func map(_ node: Property<Int>, _ function: @escaping (Int) -> Int) -> Property<Int> { node.map(function) }

  static func join(
    _ one: Property<Int>, _ other: Property<Int>, _ function: @escaping (Int, Int) -> Int
  ) -> Property<Int> {
    Property.combineLatest(one, other).map(function)
  }

  static func join(_ nodes: [Property<Int>], _ function: @escaping ([Int]) -> Int) -> Property<Int> {
    Property<Int>.combineLatest(nodes)!.map(function)
  }

  static func value(of node: Property<Int>) -> Int? { node.value }

  static func bindTwoWay(_ one: MutableProperty<Int>, _ other: MutableProperty<Int>) -> Any? {
    [other <~ one, one <~ other]
  }

  static func stream(named name: String) -> (Signal<Int, Never>, Signal<Int, Never>.Observer) { Signal.pipe() }
  static func send(_ payload: Int, to stream: (Signal<Int, Never>, Signal<Int, Never>.Observer)) {
    stream.1.send(value: payload)
  }
  static func sink(
    _ stream: (Signal<Int, Never>, Signal<Int, Never>.Observer), _ handler: @escaping (Int) -> Void
  ) -> (any Disposable)? {
    stream.0.observeValues(handler)
  }
}

extension ReactiveSwiftProperty: RowLibrary, TimedLibrary {
  static func rows(_ rows: [Row], counted observer: @escaping (Int) -> Void) -> (Int, Int) -> Void {
    let all = MutableProperty(rows)
    let count = all.map(countOfOdd)
    let disposable = count.signal.observeValues(observer)
    return { id, value in
      all.modify { $0[id].value = value }
      withExtendedLifetime((count, disposable)) {}
    }
  }

  static func debounced() -> (Int) -> Void {
    let (signal, input) = Signal<Int, Never>.pipe()
    let disposable = signal.debounce(1000, on: QueueScheduler.main).observeValues { _ in }
    return {
      input.send(value: $0)
      withExtendedLifetime(disposable) {}
    }
  }

  static func answered(_ observer: @escaping (Int) -> Void) -> (Int) -> Void {
    let question = MutableProperty(0)
    let answers = question.producer.flatMap(.latest) { value in
      SignalProducer<Int, Never> { answers, lifetime in
        nonisolated(unsafe) let answers = answers
        let task = Task { @MainActor in
          answers.send(value: await answer(to: value))
          answers.sendCompleted()
        }
        lifetime.observeEnded { task.cancel() }
      }
    }
    let disposable = answers.startWithValues(observer)
    return {
      question.value = $0
      withExtendedLifetime(disposable) {}
    }
  }
}
#endif
