// Tests: TrackedParts

#if canImport(Observation)
import Observation
import ReactiveBindings
import ReactiveCore
import ReactiveTestSupport
import ReactiveTracking
import Testing

@Suite("tracked(object, path)")
@MainActor
struct TrackedPartsTests {
  @Observable
  fileprivate final class Gauge {
    var level = 0
  }

  private actor Display {
    func begin() -> Int {
      let gauge = Gauge()
      let level = Behavior(observing: gauge, \.level)
      let (turn, isOn, written) = (atom(0), atom(false), atom(0))
      let many = (0..<3_000).map { atom($0) }
      let shown = derive { isOn.value ? level.value : 0 }
      var runs = 0
      let effect = Effect {
        runs += 1
        let number = turn.value
        _ = shown.value
        if number == 0 {
          for (index, atom) in many.enumerated() {
            _ = atom.value
            if index == 1_500 { _ = written.value }
          }
        } else if !isOn.peek() {
          written.value = 1
          isOn.value = true
        }
      }
      turn.value = 1
      effect.cancel()
      return runs
    }
  }

  // The address sanitizer finds a use of a link that is not there any more.
  @Test("an effect that writes what it no longer reads, and what makes its derivation begin to read an object")
  func writesAndBegins() async {
    let runs = await Display().begin()
    #expect((2...3).contains(runs))
  }

  @Test("a derivation has the object's present value at each read, and an effect follows it, at the end of a batch")
  func follows() {
    let screen = Screen()
    let text = derive { "\(tracked(screen, \.title)) \(tracked(screen, \.count))" }
    #expect(text.value == "start 0")
    screen.count = 1
    #expect(text.value == "start 1")
    var log: [String] = []
    let effect = Effect { log.append(text.value) }
    batch {
      screen.title = "end"
      screen.count = 2
      screen.other = 5
    }
    batch { screen.count = 2 }
    #expect(log == ["start 1", "end 2"])
    withExtendedLifetime(effect) {}
  }

  @Test("outside of a batch an effect runs in the next turn of the actor")
  func nextTurn() async {
    let screen = Screen()
    var log: [Int] = []
    let effect = Effect { log.append(tracked(screen, \.count)) }
    screen.count = 1
    screen.count = 2
    await untilTrue { log.count > 1 }
    #expect(log == [0, 2])
    withExtendedLifetime(effect) {}
  }

  @MainActor
  final class Model {
    let screen: Screen
    @Atom var factor = 2
    @Derived({ (me: Model) in me.factor * tracked(me.screen, \.count) }) var product: Int
    lazy var text = derive { [unowned self] in tracked(screen, \.title) }
    init(_ screen: Screen) { self.screen = screen }
  }

  @Test("in the function of a @Derived and of a lazy property, where Swift knows of no isolation")
  func declared() async {
    let model = Model(Screen())
    #expect(model.product == 0 && model.text.value == "start")
    model.screen.count = 1
    model.screen.title = "next"
    #expect(model.product == 2 && model.text.value == "next")
    var log: [String] = []
    let effect = Effect { log.append("\(model.product) \(model.text.value)") }
    model.screen.count = 2
    await untilTrue { log.count > 1 }
    model.screen.title = "end"
    await untilTrue { log.count > 2 }
    #expect(log == ["2 next", "4 next", "4 end"])
    withExtendedLifetime(effect) {}
  }

  @Test("law 5: a write before that turn runs an effect with the object's present value in all that it reads")
  func writeBeforeTheTurn() async {
    let screen = Screen()
    let other = atom(0)
    let plain = derive { tracked(screen, \.count) }
    let mixed = derive { tracked(screen, \.count) + other.value * 0 }
    var log: [String] = []
    let effect = Effect { log.append("\(plain.value) \(mixed.value)") }
    screen.count = 1
    other.value = 1
    #expect(log == ["0 0", "1 1"])
    screen.count = 2
    batch { other.value = 2 }
    #expect(log == ["0 0", "1 1", "2 2"])
    screen.count = 3
    screen.count = 4
    #expect(derive { mixed.value }.value == 4)
    #expect(log == ["0 0", "1 1", "2 2", "4 4"])
    await turns()
    #expect(log.count == 4)
    withExtendedLifetime(effect) {}
  }

  @Test("so it is for several objects and for a property that is computed from an atom")
  func computedBeforeTheTurn() async {
    let screens = (0..<3).map { _ in Screen() }
    let choice = Choice()
    let label = OpenBehavior("")
    let sums = (0..<3).map { place in derive { (0...place).reduce(0) { $0 + tracked(screens[$1], \.count) } } }
    let text = derive { label.value + tracked(choice, \.chosen) }
    let plain = derive { tracked(choice, \.first) }
    var log: [String] = []
    let effect = Effect { log.append("\(text.value) \(plain.value) \(sums.map(\.value))") }
    for screen in screens { screen.count = 1 }
    choice.first = "other"
    label.value = "a "
    #expect(log == ["first first [0, 0, 0]", "a other other [1, 2, 3]"])
    choice.useFirst.value = false
    #expect(log.last == "a second other [1, 2, 3]")
    await turns()
    #expect(log.count == 3)
    withExtendedLifetime(effect) {}
  }

  @Test("a write by another handler, before the object has made the change, loses nothing")
  func writeInTheWindow() async {
    let screen = Screen()
    nonisolated(unsafe) let other = atom(0)
    let plain = derive { tracked(screen, \.count) }
    let mixed = derive { unsafe tracked(screen, \.count) + other.value * 0 }
    var log: [String] = []
    let effect = Effect { log.append("\(plain.value) \(mixed.value)") }
    withObservationTracking {
      _ = screen.count
    } onChange: {
      unsafe other.value = 1
    }
    screen.count = 1
    #expect(log == ["0 0"])
    await untilTrue { log.count > 1 }
    await turns()
    #expect(log == ["0 0", "1 1"])
    #expect(unsafe other.value == 1)
    withExtendedLifetime(effect) {}
  }

  @Test("what a run does not read any more is not followed, and an object that takes the place of another is")
  func branches() {
    let one = Screen()
    let other = Screen()
    let shown = atom(one)
    var runs = 0
    let count = derive { () -> Int in
      runs += 1
      return tracked(shown.value, \.count)
    }
    #expect(count.value == 0)
    shown.value = other
    #expect(count.value == 0 && runs == 2)
    batch { one.count = 7 }
    #expect(count.value == 0 && runs == 2)
    other.count = 3
    #expect(count.value == 3 && runs == 3)
    shown.value = one
    #expect(count.value == 7)
  }

  @Test("of values that cannot be compared every write is a change")
  func loose() {
    let screen = Screen()
    var runs = 0
    let effect = Effect {
      runs += 1
      _ = tracked(screen, \.loose)
    }
    batch { screen.loose = Person.Loose() }
    batch { screen.loose = Person.Loose() }
    #expect(runs == 3)
    withExtendedLifetime(effect) {}
  }

  @Test("an object that any isolation writes is followed, too")
  func shared() async {
    let settings = SharedSettings()
    let theme = derive { tracked(settings, \.theme) }
    var log: [Int] = []
    let effect = Effect { log.append(theme.value) }
    await Task.detached { settings.theme = 4 }.value
    await untilTrue { log.count > 1 }
    #expect(theme.value == 4)
    #expect(log == [0, 4])
    withExtendedLifetime(effect) {}
  }

  @Test("it keeps no object; what it follows ends with the derivation, and runs leave nothing behind")
  func lifetime() {
    weak var last: Screen?
    var screens = [Screen()]
    let index = atom(0)
    let count = derive { [unowned index] in index.value < 0 ? -1 : tracked(screens[0], \.count) }
    for number in 1...200 {
      #expect(count.value == 0)
      last = screens[0]
      screens = [Screen()]
      index.value = number
      #expect(last == nil)
    }
    _ = count.value
    last = screens[0]
    screens = []
    index.value = -1
    #expect(count.value == -1 && last == nil)
  }

  @MainActor @Observable
  final class Shelf {
    var numbers = [1, 2, 3]
    subscript(key: Key) -> Int { numbers[key.place] }
  }
  struct Key: Hashable {
    let place: Int
    static nonisolated(unsafe) var look: () -> Void = {}
    static func == (one: Key, other: Key) -> Bool {
      unsafe look()
      return one.place == other.place
    }
    func hash(into hasher: inout Hasher) {
      unsafe Key.look()
      hasher.combine(place % 2)
    }
  }

  @Test("a key path whose argument tracks, too, when it is compared and hashed")
  func hostileKeys() {
    let shelf = Shelf()
    let screen = Screen()
    var isLooking = false
    unsafe Key.look = {
      if isLooking { return }
      isLooking = true
      _ = MainActor.assumeIsolated { tracked(screen, \.count) }
      isLooking = false
    }
    let sum = derive { (0..<3).reduce(0) { $0 + tracked(shelf, \.[Key(place: $1)]) } }
    #expect(sum.value == 6)
    shelf.numbers = [2, 3, 4]
    #expect(sum.value == 9)
    unsafe Key.look = {}
  }

  @Test("outside of an evaluation it is the property")
  func outside() {
    let screen = Screen()
    #expect(tracked(screen, \.title) == "start")
    #expect(hearsOf({ screen.title = "end" }, reading: { _ = tracked(screen, \.title) }) == 1)
    let effect = Effect { _ = untracked { tracked(screen, \.title) } }
    #expect(effect.dependencies.isEmpty)
  }

  @Test("1,000 objects in one evaluation: each run looks each of them up at the same price")
  func many() {
    let screens = (0..<1000).map { _ in Screen() }
    let sum = derive { screens.reduce(0) { $0 + tracked($1, \.count) } }
    #expect(sum.value == 0)
    for screen in screens { screen.count = 1 }
    #expect(sum.value == 1000)
    #expect(sum.dependencies.count == 1000)
  }
}
#endif
