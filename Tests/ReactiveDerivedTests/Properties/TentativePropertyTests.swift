import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("TentativeProperty")
struct TentativePropertyTests {
  @Test("has its parent's value, or the tentative one until that is reverted")
  func reverts() {
    let parent = StoredProperty(1)
    let property = TentativeProperty(parentProperty: parent)
    var notified: [Int] = []
    property.observe { notified.append($0) }
    parent.value = 2
    property.value = 10
    #expect(property.value == 10 && property.isTentative)
    parent.value = 3
    #expect(property.value == 10)
    property.revertTentative()
    #expect(property.value == 3 && !property.isTentative)
    property.revertTentative()
    parent.value = 4
    #expect(notified == [1, 2, 10, 3, 4])
  }

  @Test("a revert to an equal value is not delivered; one that differs is delivered once")
  func once() {
    let parent = StoredProperty(1)
    let property = TentativeProperty(parentProperty: parent, validFor: nil)
    var notified: [Int] = []
    property.sink { notified.append($0) }
    property.value = 2
    parent.value = 2
    property.revertTentative()
    #expect(notified == [2])
    property.value = 2
    parent.value = 3
    property.revertTentative()
    #expect(notified == [2, 3])
  }

  @Test("a revert of values that cannot be compared is delivered once, and without a tentative value not at all")
  func onceLoose() {
    struct Loose {}
    let property = TentativeProperty(parentProperty: StoredProperty(Loose()))
    var notified = 0
    property.sink { _ in notified += 1 }
    property.revertTentative()
    property.value = Loose()
    property.revertTentative()
    property.revertTentative()
    #expect(notified == 2)
  }

  @Test("an optional value can be tentatively nil")
  func tentativelyNil() {
    let property = TentativeProperty(parentProperty: StoredProperty<Int?>(1))
    property.value = nil
    #expect(property.value == nil && property.isTentative)
    property.revertTentative()
    #expect(property.value == 1)
  }

  @Test("no mixed state: the parent, the property and what combines them")
  func glitches() {
    let parent = StoredProperty(1)
    let property = TentativeProperty(parentProperty: parent)
    var pairs: [[Int]] = []
    let both = DerivedProperty(parent, property) { parent, property in
      pairs.append([parent, property])
      return parent + property
    }
    both.sink { _ in }
    parent.value = 2
    batch {
      parent.value = 3
      property.value = 9
    }
    property.revertTentative()
    #expect(pairs == [[1, 1], [2, 2], [3, 9], [3, 3]])
  }

  @Test("an observer may revert, and set another tentative value")
  func inObserver() {
    let property = TentativeProperty(parentProperty: StoredProperty(0))
    var notified: [Int] = []
    property.sink { value in
      notified.append(value)
      if value == 1 { property.revertTentative() }
      if value == 2 { property.value = 3 }
    }
    property.value = 1
    property.value = 2
    #expect(notified == [1, 0, 2, 3])
  }

  @MainActor
  @Test("reverts when its time is up, and notifies once")
  func expires() async {
    let clock = TestClock()
    let parent = StoredProperty(1)
    let property = TentativeProperty(parentProperty: parent, validFor: .seconds(5), clock: clock)
    var notified: [Int] = []
    property.sink { notified.append($0) }
    property.value = 2
    parent.value = 3
    await clock.wait(forSleepers: 1)
    clock.advance(by: .seconds(4))
    #expect(clock.sleeperCount == 1 && property.value == 2)
    clock.advance(by: .seconds(1))
    while property.isTentative { await Task.yield() }
    #expect(notified == [2, 3])
    property.revertTentative()
    #expect(notified == [2, 3])
  }

  @MainActor
  @Test("a newer tentative value begins the time anew")
  func restarts() async {
    let clock = TestClock()
    let property = TentativeProperty(parentProperty: StoredProperty(0), validFor: .seconds(5), clock: clock)
    var notified: [Int] = []
    property.sink { notified.append($0) }
    property.value = 1
    await clock.wait(forSleepers: 1)
    clock.advance(by: .seconds(3))
    property.value = 2
    // The first value would expire here: the sleeper wakes and sleeps on for the rest.
    clock.advance(by: .seconds(3))
    await clock.wait(forSleepers: 1)
    #expect(property.isTentative)
    clock.advance(by: .seconds(2))
    while property.isTentative { await Task.yield() }
    #expect(notified == [1, 2, 0])
  }

  @MainActor
  @Test("a revert by hand, and the end of the property, end the time")
  func ends() async {
    let clock = TestClock()
    var property: TentativeProperty<Int>? = TentativeProperty(
      parentProperty: StoredProperty(0), validFor: .seconds(5), clock: clock)
    weak var weakProperty: TentativeProperty<Int>?
    weakProperty = property
    property?.value = 1
    await clock.wait(forSleepers: 1)
    property?.revertTentative()
    await clock.wait(forSleepers: 0)
    property?.value = 2
    await clock.wait(forSleepers: 1)
    property = nil
    #expect(weakProperty == nil)
    await clock.wait(forSleepers: 0)
  }

  actor Account {
    private let serverName = StoredProperty("Ada")
    private var name: TentativeProperty<String>?

    func run(_ clock: TestClock) async -> [String] {
      let name = TentativeProperty(parentProperty: serverName, validFor: .seconds(1), clock: clock)
      self.name = name
      name.value = "Grace"
      let first = name.value
      await clock.wait(forSleepers: 1)
      clock.advance(by: .seconds(1))
      while name.isTentative { await Task.yield() }
      return [first, name.value]
    }
  }

  @Test("comes back to the actor that made it, and does not keep it alive")
  func onActor() async {
    weak var account: Account?
    do {
      let made = Account()
      account = made
      #expect(await made.run(TestClock()) == ["Grace", "Ada"])
    }
    while account != nil { await Task.yield() }
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a time outside of any actor stops with a message; none is fine there")
  func outsideOfActors() async {
    let property = TentativeProperty(parentProperty: StoredProperty(0), validFor: nil)
    property.value = 1
    #expect(property.value == 1)
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      func make() { _ = TentativeProperty(parentProperty: StoredProperty(0), validFor: .seconds(1), name: "draft") }
      make()
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("draft was given a time to revert after, outside of any actor"))
  }
  #endif

  private struct Draft { var text: String }

  @MainActor
  @Test("with a time, values that cannot be compared are delivered each time, others by a test of one's own")
  func timedKinds() async {
    let clock = TestClock()
    let parent = StoredProperty(Draft(text: "a"))
    let loose = TentativeProperty(parentProperty: parent, validFor: .seconds(5), clock: clock)
    let tested = TentativeProperty(
      parentProperty: parent, validFor: .seconds(5), clock: clock, isDuplicate: { $0.text == $1.text })
    var notified: [String] = []
    loose.sink { notified.append("loose " + $0.text) }
    tested.sink { notified.append("tested " + $0.text) }
    loose.value = Draft(text: "a")
    tested.value = Draft(text: "a")
    #expect(notified == ["loose a"])
    tested.value = Draft(text: "b")
    #expect(notified == ["loose a", "tested b"])
    await clock.wait(forSleepers: 2)
    clock.advance(by: .seconds(5))
    while loose.isTentative || tested.isTentative { await Task.yield() }
    #expect(notified.sorted() == ["loose a", "loose a", "tested a", "tested b"])
  }
}
