#if canImport(Observation)
import Observation
import ReactiveBindings
import ReactiveCore
import ReactiveTestSupport
import Testing

@MainActor
@Suite("Observation and behaviors together")
struct ObservationInteropTests {
  @Test("Observations sees the values of a behavior through a box")
  func observations() async {
    let count = OpenBehavior(1)
    let box = count.observable
    var seen: [Int] = []
    for await value in Observations({ box.value }) {
      seen.append(value)
      if value == 4 { break }
      // The loop starts to wait for the next change only after its body, so the change is made in a later turn.
      Task { count.value = value + 1 }
    }
    #expect(seen == [1, 2, 3, 4])
  }

  @Test("Observations of a box of a behavior of an object, and the behavior's own values, end with the same value")
  func both() async {
    let screen = Screen()
    let title = Behavior(observing: screen, \.title)
    var values = title.values.makeAsyncIterator()
    #expect(await values.next() == "start")
    let box = title.observable
    var seen: [String] = []
    for await value in Observations({ box.value }) {
      seen.append(value)
      if value == "end" { break }
      Task { screen.title = "end" }
    }
    #expect(seen == ["start", "end"])
    #expect(await values.next() == "end")
  }

  @Test("a model's property that a behavior drives is read back through another")
  func driven() async {
    let screen = Screen()
    let source = OpenBehavior(1)
    source.observe(with: screen) { screen, count in screen.count = count }
    let back = Behavior(observing: screen, \.count)
    var notified: [Int] = []
    back.observe { notified.append($0) }
    source.value = 2
    #expect(back.value == 2)
    #expect(notified == [1, 2])
    batch {
      source.value = 3
      source.value = 4
    }
    #expect(notified == [1, 2, 4])
    screen.count = 9
    #expect(back.value == 9 && source.value == 4)
    await turns()
    #expect(notified == [1, 2, 4, 9])
  }

  /// Draws later, like SwiftUI: a change makes it dirty, and the next frame draws and registers again.
  private final class Renderer {
    private let body: @MainActor () -> String
    private let dirt = Locked(true)
    private(set) var frames: [String] = []

    init(_ body: @escaping @MainActor () -> String) { self.body = body }

    @MainActor
    func frame() {
      if !dirt.withLock({ $0 }) { return }
      let dirt = dirt
      dirt.withLock { $0 = false }
      frames.append(withObservationTracking(body) { dirt.withLock { $0 = true } })
    }
  }

  @Test("a renderer draws again when something that it shows has changed, and only then")
  func renderer() {
    let screen = Screen()
    let first = OpenBehavior("Ada")
    let isLong = OpenBehavior(false)
    let last = OpenBehavior("Lovelace")
    let renderer = Renderer {
      let name = first.observable.value
      return isLong.observable.value ? "\(name) \(last.observable.value) \(screen.count)" : name
    }
    renderer.frame()
    renderer.frame()
    last.value = "King"
    screen.count = 1
    renderer.frame()
    first.value = "Augusta"
    first.value = "Augusta Ada"
    renderer.frame()
    isLong.value = true
    renderer.frame()
    last.value = "Byron"
    renderer.frame()
    screen.count = 2
    renderer.frame()
    isLong.value = false
    renderer.frame()
    for name in ["b", "c", "d"] { last.value = name }
    renderer.frame()
    #expect(
      renderer.frames == [
        "Ada", "Augusta Ada", "Augusta Ada King 1", "Augusta Ada Byron 1", "Augusta Ada Byron 2", "Augusta Ada",
      ])
  }

  @Test("law 6: a box's registration runs a derivation for as long as it is looked at", arguments: [1, 5])
  func lazily(frames: Int) {
    let source = OpenBehavior(0)
    var runs = 0
    let half = ComputedBehavior(Equality(.equal()), name: nil, file: #fileID, line: #line) { () -> Int in
      runs += 1
      return source.value / 2
    }
    let renderer = Renderer { "\(half.observable.value)" }
    for number in 1...frames {
      renderer.frame()
      source.value = number * 2
    }
    #expect(runs == frames + 1)
    for number in 100...200 { source.value = number * 2 }
    #expect(runs == frames + 2)
  }

  // MARK: Random

  /// Random writes from both ends, inside and outside batches, against plain variables.
  @Test("random writes to objects and behaviors: every read is right, and observers end with the last value")
  func random() async {
    for seed in 1...150 as ClosedRange<UInt64> {
      var random = SeededGenerator(seed: seed)
      let screen = Screen()
      let source = OpenBehavior(0)
      let count = Behavior(observing: screen, \.count)
      let city = Behavior(observing: screen, \.city.name)
      let sum = ComputedBehavior(Equality(.equal()), name: nil, file: #fileID, line: #line) {
        "\(count.value + source.value) \(city.value)"
      }
      var notified: [String] = []
      var subscription: Subscription?
      let renderer = Renderer { "\(sum.observable.value) \(screen.other)" }
      var (countModel, sourceModel, cityModel) = (0, 0, "London")
      var present: String { "\(countModel + sourceModel) \(cityModel)" }

      func write() {
        switch random.below(5) {
        case 0:
          countModel = random.below(3)
          screen.count = countModel
        case 1:
          sourceModel = random.below(3)
          source.value = sourceModel
        case 2:
          cityModel = "Paris \(random.below(3))"
          screen.city = City(cityModel)
        case 3:
          cityModel = "Rome \(random.below(3))"
          screen.city.name = cityModel
        default: screen.other += 1
        }
      }
      // If a behavior was observed when the object was written, it changes when that write is delivered.
      var mayLag = false
      func check() {
        mayLag = mayLag || sum.isObserved
        switch random.below(4) {
        case 0: #expect(count.value == countModel, "seed \(seed)")
        case 1: #expect(city.value == cityModel, "seed \(seed)")
        case 2 where !mayLag: #expect(sum.value == present, "seed \(seed)")
        default: break
        }
      }
      for _ in 0..<40 {
        switch random.below(8) {
        case 0...2: write()
        case 3:
          batch {
            for _ in 0..<random.below(4) {
              write()
              check()
            }
          }
        case 4: renderer.frame()
        case 5 where subscription == nil: subscription = sum.observe { notified.append($0) }
        case 5:
          subscription?.cancel()
          subscription = nil
          notified = []
        case 6:
          await turns()
          mayLag = sum.isObserved
        default: check()
        }
        check()
      }
      await turns()
      #expect(sum.value == present && count.value == countModel && city.value == cityModel, "seed \(seed)")
      if subscription != nil { #expect(notified.last == present, "seed \(seed)") }
      for (one, next) in zip(notified, notified.dropFirst()) { #expect(one != next, "seed \(seed)") }
      renderer.frame()
      #expect(renderer.frames.last == "\(present) \(screen.other)", "seed \(seed)")
    }
  }
}
#endif
