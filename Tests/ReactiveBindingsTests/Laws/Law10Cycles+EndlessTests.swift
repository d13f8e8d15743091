import ReactiveBindings
import ReactiveDerived
import ReactiveTestSupport
import Testing

#if canImport(Observation)
import Observation
#endif

#if os(macOS) || os(Linux) || os(Windows)
/// Law 10, the other half. Each case ends a process of its own. The number of steps is small enough for seconds, and
/// the number of pending deliveries small enough to need no memory.
@Suite("Two-way bindings that never agree stop with a message that names what is bound")
struct EndlessTwoWayTests {
  private final class Field {
    private let model: OpenBehavior<Int>
    private let writesEach: Int
    private var writes = 0
    let changed = Event<Void>(name: "changed")
    var onChange: () -> Void = {}
    init(_ model: OpenBehavior<Int>, writesEach: Int = 1) {
      self.model = model
      self.writesEach = writesEach
    }
    var number = 0 {
      didSet {
        writes += 1
        if writes > 200_000 { fatalError("too many steps") }
        for _ in 0..<writesEach { model.value = max(model.value, number) + 1 }
      }
    }
    /// Agrees with nine of ten values.
    var picky = 0 {
      didSet { if picky % 10 != 0 { number = picky } }
    }
  }

  private func check(
    _ result: ExitTest.Result?, names: String..., location: Testing.SourceLocation = #_sourceLocation
  ) throws {
    try expectStop(result, says: ["for 100000 rounds without settling"] + names, location: location)
  }

  @Test("a setter that writes the behavior")
  func setter() async throws {
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let model = OpenBehavior(0, name: "model")
        let field = Field(model)
        model.bindTwoWay(to: \.number, on: field, changes: .event(\.changed))
        model.value = 5
      }, names: "two-way bindings", "model -> ", "Field")
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let model = OpenBehavior(0, name: "model")
        let field = Field(model)
        model.bindTwoWay(to: \.number, on: field, changes: .callback(\.onChange))
        batch { model.value = 5 }
      }, names: "two-way bindings", "model -> ", "Field")
  }

  @Test("a chain of more bindings than rounds, though it would end")
  func longChain() async throws {
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let all = (0...100_010).map { OpenBehavior($0, name: "behavior \($0)") }
        for index in 1..<all.count { all[index - 1].bindTwoWay(to: all[index]) }
        all[0].value = 5
      }, names: "behavior 100")
  }

  @Test(
    "a setter that writes the behavior several times, and two that agree with most of what they are given",
    .runsInRelease)
  func multiplying() async throws {
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let model = OpenBehavior(0, name: "model")
        let field = Field(model, writesEach: 3)
        model.bindTwoWay(to: \.number, on: field, changes: .event(\.changed))
        model.value = 5
      }, names: "model", "Field")
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let model = OpenBehavior(0, name: "model")
        let first = Field(model)
        let second = Field(model)
        model.bindTwoWay(to: \.picky, on: first, changes: .event(\.changed))
        model.bindTwoWay(to: \.number, on: second, changes: .event(\.changed))
        model.value = 5
      }, names: "model", "Field")
  }

  @Test("a conversion that writes its own side, the other one, or fails each time", .runsInRelease)
  func conversion() async throws {
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let first = OpenBehavior(0, name: "first")
        let second = OpenBehavior(0, name: "second")
        first.bindTwoWay(
          to: second,
          converting: Conversion(
            forward: { [unowned first] in
              first.value += 1
              return $0
            }, back: { $0 }))
      }, names: "first", "second")
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let first = OpenBehavior(0, name: "first")
        let second = OpenBehavior(0, name: "second")
        first.bindTwoWay(
          to: second,
          converting: Conversion(
            forward: { [unowned second] in
              second.value += 1
              return $0
            },
            back: { [unowned first] in
              first.value += 1
              return $0
            }))
      }, names: "first", "second")
    struct Refused: Error {}
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let first = OpenBehavior(0, name: "first")
        let second = OpenBehavior(0, name: "second")
        let errors = Event<Refused>(name: "errors")
        errors.sink { _ in first.value += 1 }
        first.bindTwoWay(
          to: second, converting: Conversion(forward: { _ throws(Refused) in throw Refused() }, back: { $0 }),
          errors: errors)
      }, names: "first", "errors")
  }

  @Test("a ring of two behaviors and a property whose functions do not fit together", .runsInRelease)
  func ring() async throws {
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let first = OpenBehavior(0, name: "first")
        let second = OpenBehavior(0, name: "second")
        let field = PlainField(0)
        field.announcesWrites = true
        first.bindTwoWay(
          to: \.value, on: field, changes: .event(field.edited),
          converting: Conversion(forward: { $0 + 1 }, back: { $0 + 1 }))
        second.bindTwoWay(
          to: \.value, on: field, changes: .event(field.edited),
          converting: Conversion(forward: { $0 + 1 }, back: { $0 + 1 }))
        first.bindTwoWay(to: second, converting: Conversion(forward: { $0 + 1 }, back: { $0 + 1 }))
      }, names: "first")
  }

  @Test("a behavior that is computed from the one it is bound to, in either direction", .runsInRelease)
  func ownSource() async throws {
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let celsius = OpenBehavior(20, name: "celsius")
        let shown = LinkedProperty(celsius.map { $0 + 1 }, name: "shown")
        shown.bindTwoWay(to: celsius)
      }, names: "two-way bindings", "celsius", "shown")
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let celsius = OpenBehavior(20, name: "celsius")
        let shown = OpenBehavior(get: { celsius.value + 1 }, set: { celsius.value = $0 }, name: "shown")
        shown.bindTwoWay(to: celsius)
      }, names: "two-way bindings", "celsius", "shown")
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let celsius = OpenBehavior(20, name: "celsius")
        let shown = OpenBehavior(get: { celsius.value + 1 }, set: { celsius.value = $0 }, name: "shown")
        celsius.bindTwoWay(to: shown)
        celsius.value = 5
      }, names: "two-way bindings", "celsius", "shown")
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let celsius = OpenBehavior(20, name: "celsius")
        let shown = celsius.shifted(by: 1)
        shown.bindTwoWay(to: celsius)
        celsius.value = 5
      }, names: "two-way bindings", "celsius")
  }

  private struct Scale: Equatable {
    var raw = 0
    var shifted: Int {
      get { raw + 1 }
      set { raw = newValue }
    }
  }

  @Test("two behaviors computed from one source", .runsInRelease)
  func commonSource() async throws {
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let source = OpenBehavior(0, name: "source")
        let first = source.shifted(by: 1)
        let second = source.shifted(by: 2)
        first.bindTwoWay(to: second)
      }, names: "two-way bindings")
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let scale = OpenBehavior(Scale(), name: "scale")
        scale[\.shifted].bindTwoWay(to: scale[\.raw])
      }, names: "two-way bindings", "Law10Cycles+EndlessTests.swift")
  }

  @Test("several bindings that agree one by one, but not together", .runsInRelease)
  func together() async throws {
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let first = OpenBehavior(0, name: "first")
        let second = OpenBehavior(0, name: "second")
        let linked = LinkedProperty(first.map { $0 + 1 }, name: "linked")
        first.bindTwoWay(to: second)
        linked.bindTwoWay(to: second)
      }, names: "two-way bindings", "first", "second", "linked")
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let source = OpenBehavior(0, name: "source")
        let other = OpenBehavior(0, name: "other")
        let first = source.shifted(by: 1)
        let second = source.shifted(by: 2)
        first.bindTwoWay(to: other)
        second.bindTwoWay(to: other)
      }, names: "two-way bindings", "other")
  }

  #if canImport(Observation)
  @Test("an @Observable object whose setter writes the behavior", .runsInRelease)
  @MainActor
  func observation() async throws {
    try check(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { @MainActor in
        let model = OpenBehavior(0, name: "model")
        let card = Stubborn(model)
        model.bindTwoWay(to: \.number, on: card, changes: .observation())
        model.value = 5
      }, names: "model", "Stubborn")
  }
  #endif
}

#if canImport(Observation)
@Observable
@MainActor
private final class Stubborn {
  @ObservationIgnored let model: OpenBehavior<Int>
  init(_ model: OpenBehavior<Int>) { self.model = model }
  private var stored = 0
  var number: Int {
    get { stored }
    set {
      stored = newValue
      model.value = newValue + 1
    }
  }
}
#endif

extension OpenBehavior<Int> {
  /// A part that never has the value that was written to it.
  fileprivate func shifted(by number: Int) -> OpenBehavior<Int> {
    converted {
      $0 + number
    } back: {
      $0
    }
  }
}
#endif

/// Bindings that end are not mistaken for a loop.
@Suite("Two-way bindings that agree late")
struct LateTwoWayTests {
  @Test("a setter that writes the behavior until it has enough", arguments: [50, 150, 5_000, TestSize.rounds])
  func setter(limit: Int) {
    let model = OpenBehavior(0)
    let field = PlainField(0)
    field.accept = { [unowned model] in
      if $0 < limit { model.value = $0 + 1 }
      return $0
    }
    var notified: [Int] = []
    model.bindTwoWay(to: \.value, on: field, changes: .event(field.edited))
    model.sink { notified.append($0) }
    model.value = 1
    #expect(model.value == limit && field.value == limit)
    #expect(notified == Array(1...limit))
    model.value = 1
    #expect(model.value == limit, "the next write begins to count anew")
  }

  @Test("200,000 writes of the source of a bound behavior, each in a delivery of its own", .runsInRelease)
  func burstOfSource() {
    let event = Event<Int>()
    let source = OpenBehavior(0)
    let doubled = source.converted {
      $0 * 2
    } back: {
      $0 / 2
    }
    let other = OpenBehavior(0)
    let copy = OpenBehavior(0)
    doubled.bindTwoWay(to: other)
    other.bindTwoWay(to: copy)
    event.sink { source.value = $0 }
    batch { for number in 1...200_000 { event.trigger(number) } }
    #expect(copy.value == 400_000)
    for number in 1...200_000 { copy.value = 2 * number }
    #expect(source.value == 200_000)
  }

  @Test("200,000 writes of one delivery and a setter that writes 200,000 times are bursts", .runsInRelease)
  func burst() {
    let source = Event<Int>()
    let model = OpenBehavior(0)
    let field = PlainField(0)
    field.accept = { [unowned model] in
      if $0 == 1 { for number in 0..<200_000 { model.value = 10 + number } }
      return $0
    }
    model.bindTwoWay(to: \.value, on: field, changes: .event(field.edited))
    source.sink { model.value = $0 }
    batch { for number in 0..<200_000 { source.trigger(2 + number) } }
    #expect(field.value == 200_001)
    model.value = 1
    #expect(model.value == 200_009 && field.value == 200_009)
  }
}
