import ReactiveBindings
import ReactiveTestSupport
import Testing

@Suite("A KVO property against a naive model")
struct KVOStateModelTests {
  @Test("shows and notifies the same in random runs of writes from both sides", arguments: KVOCorrector.allCases)
  func random(corrector: KVOCorrector) {
    for seed in 0..<150 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let isOptional = generator.once(in: 2)
      let program = KVOProgram(count: 12, using: &generator)
      var model = KVOModel(corrector, isOptional: isOptional)
      program.run(&model)
      if isOptional {
        let run = KVORun(OpenBehavior<Int?>(0), corrector) { $0 }
        compare(run.outcome(of: program), model, seed)
      } else {
        let run = KVORun(OpenBehavior(0), corrector) { $0 ?? 0 }
        compare(run.outcome(of: program), model, seed)
      }
    }
  }

  private func compare(_ outcome: KVOModel, _ model: KVOModel, _ seed: Int) {
    #expect(outcome.notified == model.notified, "seed \(seed)")
    #expect(outcome.messages == model.messages, "seed \(seed)")
    #expect(outcome.parent == model.parent && outcome.shown == model.shown, "seed \(seed)")
    #expect(model.parent == model.shown, "seed \(seed): the model itself")
  }
}

/// Keeps the parent's value at 100 or below: nothing, or an observer older or younger than the property.
enum KVOCorrector: CaseIterable {
  case none, older, younger
}

private enum KVOStep {
  case parent(Int?)
  case write(Int?)
  case writeText
  case batch([KVOStep])
  case delivery([KVOStep])
}

private struct KVOProgram {
  var steps: [KVOStep]

  init(count: Int, using generator: inout SeededGenerator) {
    steps = (0..<count).map { _ in Self.step(depth: 0, &generator) }
  }

  private static func step(depth: Int, _ generator: inout SeededGenerator) -> KVOStep {
    // Few values, so that they recur.
    let numbers = [0, 1, 3, 5, 10, 16, 100, 101, 150]
    let number = generator.once(in: 8) ? nil : numbers[generator.below(numbers.count)]
    switch generator.below(depth == 0 ? 10 : 7) {
    case 0, 1, 2: return .parent(number)
    case 3, 4, 5: return .write(number)
    case 6: return .writeText
    case 7, 8: return .batch((0..<4).map { _ in step(depth: 1, &generator) })
    default: return .delivery((0..<4).map { _ in step(depth: 1, &generator) })
    }
  }

  func run(_ model: inout KVOModel) {
    for step in steps { model.take(step) }
  }
}

/// The reaction of the property's observer to this value.
private enum KVOAnswer {
  case nothing, next, text

  init(to value: Int?) {
    switch value {
    case let value? where value < 50 && value % 7 == 3: self = .next
    case let value? where value < 50 && value % 11 == 5: self = .text
    default: self = .nothing
    }
  }
}

/// The rules without a graph: the stored value, the shown value, and the deliveries.
private struct KVOModel {
  var parent: Int? = 0
  var shown: Int? = 0
  var notified: [String] = []
  var messages = 0
  private let corrector: KVOCorrector
  private let isOptional: Bool
  private var isRefusalDue = false

  init(_ corrector: KVOCorrector, isOptional: Bool) {
    self.corrector = corrector
    self.isOptional = isOptional
  }

  init(parent: Int?, shown: Int?, notified: [String], messages: Int) {
    self.init(.none, isOptional: true)
    (self.parent, self.shown, self.notified, self.messages) = (parent, shown, notified, messages)
  }

  /// Outside batches and deliveries.
  mutating func take(_ step: KVOStep) {
    switch step {
    case .batch(let steps):
      let before = parent
      for step in steps { takeInside(step) }
      if parent != before { deliver() } else { settle() }
    case .delivery(let steps):
      for step in steps { takeInside(step) }
      deliver()
    case .parent(let number):
      if store(number) { deliver() }
    case .write(let number):
      guard number != nil || isOptional else { return refuse() }
      let before = notified.count
      if store(number) { deliver() }
      if notified.count == before && parent != number { refuseQuietly() }
    case .writeText: refuse()
    }
  }

  /// In a batch or a delivery: the parent's observers must wait.
  private mutating func takeInside(_ step: KVOStep) {
    switch step {
    case .parent(let number): _ = store(number)
    case .write(let number):
      guard number != nil || isOptional else { return refuse() }
      _ = store(number)
      settle()
    case .writeText: refuse()
    case .batch, .delivery: break
    }
  }

  private mutating func store(_ number: Int?) -> Bool {
    let number = isOptional ? number : number ?? 0
    defer { parent = number }
    return number != parent
  }

  private mutating func deliver() {
    if corrector == .older { correct() }
    settle()
    if corrector == .younger && correct() { settle() }
  }

  @discardableResult
  private mutating func correct() -> Bool {
    guard let value = parent, value > 100 else { return false }
    parent = 100
    return true
  }

  private mutating func refuse() {
    messages += 1
    if parent == shown { refuseQuietly() } else { settle() }
  }

  private mutating func refuseQuietly() {
    isRefusalDue = true
    settle()
  }

  private mutating func settle() {
    while parent != shown || isRefusalDue {
      let isRefusal = parent == shown
      isRefusalDue = false
      notified.append("\(shown, default: "nil") -> \(parent, default: "nil")")
      shown = parent
      switch KVOAnswer(to: shown) {
      case .nothing: break
      case .next: parent = shown.map { $0 + 1 }
      case .text:
        messages += 1
        isRefusalDue = !isRefusal
      }
    }
  }
}

private struct KVORun<Value> {
  let parent: OpenBehavior<Value>
  let probe: KVOProbe
  let value: (Int?) -> Value

  init(_ parent: OpenBehavior<Value>, _ corrector: KVOCorrector, _ value: @escaping (Int?) -> Value) {
    self.parent = parent
    self.value = value
    func correct() {
      parent.sink { [unowned parent] _ in
        if let number = parent.value as? Int, number > 100 { parent.value = value(100) }
      }
    }
    if corrector == .older { correct() }
    probe = KVOProbe(sharing: parent)
    if corrector == .younger { correct() }
    probe.observers = [
      { probe in
        switch KVOAnswer(to: probe.number) {
        case .nothing: break
        case .next: probe.write(probe.number! + 1)
        case .text: probe.write("text")
        }
      }
    ]
  }

  func outcome(of program: KVOProgram) -> KVOModel {
    for step in program.steps { take(step) }
    return KVOModel(
      parent: parent.value as? Int, shown: probe.number, notified: probe.news(), messages: probe.messages.count)
  }

  private func take(_ step: KVOStep) {
    switch step {
    case .parent(let number): parent.value = value(number)
    case .write(let number): probe.write(number)
    case .writeText: probe.write("text")
    case .batch(let steps): batch { for step in steps { take(step) } }
    case .delivery(let steps):
      let event = Event<Void>()
      event.sink { for step in steps { take(step) } }
      event.trigger()
    }
  }
}
