import ReactiveDerived
import ReactiveTestSupport
import Testing

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

  @Test("a fault in the model is found", arguments: TimeFault.ofStreams)
  func planted(fault: TimeFault) {
    #expect((0..<300).contains { TimeFuzzer(seed: $0, fault: fault).run() != nil })
  }
}

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
      let kind = TimeModel.Kind.streams.randomElement(using: &generator)!
      let time = Int.random(in: 1...6, using: &generator)
      stages.append(TimeModel(kind, time, fault))
      stream = kind.apply(to: stream, .seconds(time), clock, isolation: MainActor.shared)
    }
    self.stream = stream
    self.stages = stages
  }

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
