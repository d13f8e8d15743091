import ReactiveDerived
import ReactiveTestSupport
import Testing

/// Operators over time, chained at random, against a model that goes from one tick to the next.
@MainActor
@Suite("Operators over time and a naive model")
struct TimeFuzzTests {
  @Test("every payload comes when the model says, with the same value", arguments: 0..<FuzzSettings.parts)
  func randomPrograms(part: UInt64) {
    for seed in FuzzSettings.seeds(ofPart: part) {
      if let failure = TimeFuzzer(seed: seed, fault: nil).run() {
        Issue.record("seed \(seed): \(failure)")
        return
      }
    }
  }

  @Test("a fault in the model is found", arguments: TimeFault.allCases)
  func planted(fault: TimeFault) {
    #expect((0..<300).contains { TimeFuzzer(seed: $0, fault: fault).run() != nil })
  }
}

/// What the model does wrong, so that the comparison shows that it can fail.
enum TimeFault: CaseIterable {
  case debouncesFirst, throttleForgetsLatest, delayReorders, timeoutRepeats, groupsGoOn, everyDrifts
  case keepsWhatWaitsAtCancel
}

/// A chain of operators, and what the model makes of it.
@MainActor
private final class TimeFuzzer {
  private var generator: SeededGenerator
  private let clock = ManualClock()
  private let source = Event<Int>()
  private let stages: [TimeModel]
  private let stream: EventStream<Int>
  private var ticks = 0
  private var subscription: Subscription?
  private var seen: [String] = []
  private var expected: [String] = []
  private var steps: [String] = []

  init(seed: UInt64, fault: TimeFault?) {
    generator = SeededGenerator(seed: seed)
    var stream: EventStream<Int> = source
    var stages: [TimeModel] = []
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let kind = TimeModel.Kind.allCases.randomElement(using: &generator)!
      let time = Int.random(in: 1...6, using: &generator)
      stages.append(TimeModel(kind, time, fault))
      stream = kind.apply(to: stream, .seconds(time), clock)
    }
    self.stream = stream
    self.stages = stages
  }

  /// Returns how the two differ.
  func run() -> String? {
    defer { subscription?.cancel() }
    for _ in 0..<40 {
      step()
      if seen != expected {
        return """
          \(stages.map { "\($0.kind) \($0.time)" }) after \(steps.joined(separator: ", ")): \
          \(seen.suffix(4)), where the model has \(expected.suffix(4))
          """
      }
      let waits = subscription != nil && stages.contains(where: \.waits)
      if clock.sleeperCount != (waits ? 1 : 0) { return "\(clock.sleeperCount) sleepers after \(steps)" }
    }
    return nil
  }

  private func step() {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0..<3:
      let payload = Int.random(in: 0..<100, using: &generator)
      steps.append("\(payload)")
      if subscription != nil { pass(payload, to: 0) }
      source.trigger(payload)
    case 3:
      let payloads = (0..<3).map { _ in Int.random(in: 0..<100, using: &generator) }
      steps.append("batch \(payloads)")
      for payload in payloads where subscription != nil { pass(payload, to: 0) }
      batch { for payload in payloads { source.trigger(payload) } }
    case 4..<7:
      let count = Int.random(in: 1...8, using: &generator)
      steps.append("+\(count)")
      for _ in 0..<count {
        ticks += 1
        for index in stages.indices where subscription != nil {
          for output in stages[index].tick(ticks) { pass(output, to: index + 1) }
        }
      }
      clock.advance(by: .seconds(count))
    default:
      if let subscription {
        steps.append("cancel")
        subscription.cancel()
        self.subscription = nil
        for stage in stages { stage.stop() }
      } else {
        steps.append("observe")
        for stage in stages { stage.start(ticks) }
        subscription = stream.sink { [unowned self] in seen.append("\($0) at \(clock.now.offset)") }
      }
    }
  }

  private func pass(_ payload: Int, to index: Int) {
    if index == stages.count { return expected.append("\(payload) at \(Duration.seconds(ticks))") }
    for output in stages[index].receive(payload, ticks) { pass(output, to: index + 1) }
  }
}

/// One operator, from tick to tick: what it emits now, and nothing about sleepers or deadlines that move.
private final class TimeModel {
  enum Kind: CaseIterable {
    case debounce, throttle, throttleFirst, delay, timeout, collect, collectThree, pairs, merged

    @MainActor
    func apply(to stream: EventStream<Int>, _ time: Duration, _ clock: ManualClock) -> EventStream<Int> {
      switch self {
      case .debounce: stream.debounce(for: time, clock: clock)
      case .throttle: stream.throttle(for: time, clock: clock)
      case .throttleFirst: stream.throttle(for: time, latest: false, clock: clock)
      case .delay: stream.delay(by: time, clock: clock)
      case .timeout: stream.timeout(after: time, clock: clock).map { -1 }
      case .collect: stream.collect(for: time, clock: clock).map { $0.reduce(0) { $0 &* 31 &+ $1 } }
      case .collectThree: stream.collect(for: time, limit: 3, clock: clock).map { $0.reduce(0) { $0 &* 31 &+ $1 } }
      case .pairs: stream.collect(2).map { $0[0] &+ $0[1] }
      case .merged: stream.merge(EventStream.every(time, clock: clock).map { -2 })
      }
    }
  }

  let kind: Kind
  let time: Int
  private let fault: TimeFault?
  /// What came, and when.
  private var waiting: [(payload: Int, since: Int)] = []
  private var begin: Int?

  init(_ kind: Kind, _ time: Int, _ fault: TimeFault?) {
    self.kind = kind
    self.time = time
    self.fault = fault
  }

  var waits: Bool {
    switch kind {
    case .debounce, .delay, .collect: !waiting.isEmpty
    // The sleep of a group that was full before its time goes on.
    case .collectThree: begin != nil
    case .throttle, .throttleFirst, .timeout, .merged: begin != nil
    case .pairs: false
    }
  }

  func start(_ now: Int) { if kind == .timeout || kind == .merged { begin = now } }

  func stop() {
    begin = nil
    if fault != .keepsWhatWaitsAtCancel { waiting = [] }
  }

  func receive(_ payload: Int, _ now: Int) -> [Int] {
    switch kind {
    case .debounce:
      if fault != .debouncesFirst || waiting.isEmpty { waiting = [(payload, now)] }
    case .throttle, .throttleFirst:
      if begin == nil {
        begin = now
        return [payload]
      }
      if kind == .throttle && (fault != .throttleForgetsLatest || waiting.isEmpty) { waiting = [(payload, now)] }
    case .delay: waiting.append((payload, now))
    case .timeout: begin = now
    case .collect: waiting.append((payload, now))
    case .collectThree:
      if waiting.isEmpty { begin = now }
      waiting.append((payload, now))
      if waiting.count == 3 { return takeGroup() }
    case .pairs:
      waiting.append((payload, now))
      if waiting.count == 2 {
        defer { waiting = [] }
        return [waiting[0].payload &+ waiting[1].payload]
      }
    case .merged: return [payload]
    }
    return []
  }

  func tick(_ now: Int) -> [Int] {
    switch kind {
    case .debounce:
      if let last = waiting.last, now - last.since == time {
        waiting = []
        return [last.payload]
      }
    case .throttle, .throttleFirst:
      guard let begin, now - begin == time else { return [] }
      let last = waiting.last
      waiting = []
      self.begin = last == nil ? nil : now
      return last.map { [$0.payload] } ?? []
    case .delay:
      let due = waiting.filter { now - $0.since == time }.map(\.payload)
      waiting.removeAll { now - $0.since == time }
      return fault == .delayReorders ? due.reversed() : due
    case .timeout:
      guard let begin, now - begin == time else { return [] }
      self.begin = fault == .timeoutRepeats ? now : nil
      return [-1]
    case .collect, .collectThree:
      if let begin, now - begin == time { self.begin = nil }
      let first = fault == .groupsGoOn ? waiting.last : waiting.first
      if let first, now - first.since == time { return takeGroup() }
    case .pairs: break
    case .merged:
      guard let begin, now - begin == time else { return [] }
      self.begin = fault == .everyDrifts ? now + 1 : now
      return [-2]
    }
    return []
  }

  private func takeGroup() -> [Int] {
    defer { waiting = [] }
    return [waiting.map(\.payload).reduce(0) { $0 &* 31 &+ $1 }]
  }
}
