import ReactiveDerived
import ReactiveTestSupport
import Testing

@MainActor
@Suite("Observers of changes and observers of the behavior itself")
struct ChangesFuzzTests {
  @Test("both receive the same, wherever they are added", arguments: 0..<FuzzSettings.parts)
  func randomPrograms(part: UInt64) {
    for seed in FuzzSettings.seeds(ofPart: part) {
      if let failure = ChangesFuzzer(seed: seed, isLate: false).run() {
        Issue.record("seed \(seed): \(failure)")
        return
      }
    }
  }

  @Test("an observer that is added a step later is found")
  func planted() {
    #expect((0..<100).contains { ChangesFuzzer(seed: $0, isLate: true).run() != nil })
  }
}

/// Writes and adds observers in handlers, batches and effects of each other. No value comes twice.
@MainActor
private final class ChangesFuzzer {
  @MainActor
  private final class Pair {
    var name = ""
    var ofBehavior: [Int] = []
    var ofStream: [Int] = []
    var tokens: [Subscription] = []
  }
  private var generator: SeededGenerator
  private let isLate: Bool
  private let sources = (0..<3).map { OpenBehavior($0) }
  private var behaviors: [Behavior<Int>] = []
  private var streams: [[EventStream<Int>]] = []
  private var pairs: [Pair] = []
  private var drivers: [Subscription] = []
  private var steps: [String] = []
  private var late: [() -> Void] = []
  private var next = 10
  private var budget = 0
  private var handlerDepth = 0

  init(seed: UInt64, isLate: Bool) {
    generator = SeededGenerator(seed: seed)
    self.isLate = isLate
    let (a, b, c) = (sources[0], sources[1], sources[2])
    let pair = a.combine(b) { $0 * 1_000_003 + $1 }
    behaviors = [a, b, c, pair, pair.map { -$0 }, pair.combine(c) { $0 &* 31 &+ $1 }]
    let none = Event<Int>()
    streams = behaviors.map { behavior in
      let changes = behavior.changes
      let mapped = changes.map { $0 }
      return [changes, mapped, none.merge(mapped), mapped.filter { _ in true }, changes.scan(0) { $1 }]
    }
  }

  func run() -> String? {
    for behavior in behaviors where chance(1, 2) {
      let driver = behavior.sink { [unowned self] _ in
        handlerDepth += 1
        act(0)
        handlerDepth -= 1
      }
      drivers.append(driver)
    }
    for _ in 0..<12 {
      budget = 12
      act(0)
      let due = late
      late = []
      for add in due { add() }
      if let pair = pairs.first(where: { $0.ofBehavior != $0.ofStream }) {
        return "\(pair.name): \(pair.ofStream), but the behavior notified \(pair.ofBehavior); \(steps.suffix(20))"
      }
    }
    return nil
  }

  private func chance(_ count: Int, _ all: Int) -> Bool { Int.random(in: 0..<all, using: &generator) < count }

  private func act(_ depth: Int) {
    for _ in 0..<Int.random(in: 0...3, using: &generator) {
      if budget == 0 { return }
      budget -= 1
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<4: write()
      case 4..<7: add()
      // In a handler, one of the two may have been notified already.
      case 7 where handlerDepth == 0:
        if let pair = pairs.randomElement(using: &generator) {
          steps.append("cancel \(pair.name)")
          for token in pair.tokens { token.cancel() }
        }
      case 8 where depth < 3:
        steps.append("batch {")
        batch {
          act(depth + 1)
          steps.append("}")
        }
      default:
        steps.append("read")
        _ = behaviors.randomElement(using: &generator)?.peek()
      }
    }
  }

  private func write() {
    next += 1
    let index = Int.random(in: sources.indices, using: &generator)
    steps.append("\(index) = \(next)")
    sources[index].value = next
  }

  private func add() {
    let index = Int.random(in: behaviors.indices, using: &generator)
    let kind = Int.random(in: streams[index].indices, using: &generator)
    let pair = Pair()
    pair.name = "pair \(pairs.count), stream \(kind) of behavior \(index)"
    pairs.append(pair)
    steps.append(pair.name)
    let behavior = behaviors[index]
    let addFirst = { [unowned pair] in pair.tokens.append(behavior.sink { pair.ofBehavior.append($0) }) }
    if isLate { late.append(addFirst) } else { addFirst() }
    pair.tokens.append(streams[index][kind].sink { [unowned pair] in pair.ofStream.append($0) })
  }
}
