#if canImport(Observation)
import Observation
import ReactiveBindings
import ReactiveCore
import ReactiveTestSupport
import Testing

@MainActor
@Suite("observeChanges")
struct ObservedChangesTests {
  @Test("announces a change before it is made, and notifies after it: at the end of a batch, or in the next turn")
  func both() async {
    let screen = Screen()
    var log: [String] = []
    let changes = observeChanges(of: screen, at: \.title, isolation: #isolation) {
      log.append("will \(screen.title)")
    } changed: {
      log.append("has \(screen.title)")
    }
    batch {
      screen.title = "b"
      #expect(log == ["will start"])
    }
    #expect(log == ["will start", "has b"])
    log = []
    screen.title = "c"
    #expect(log == ["will b"])
    await untilTrue { log.count == 2 }
    #expect(log == ["will b", "has c"])
    log = []
    screen.title = "d"
    changes.cancel()
    screen.title = "e"
    await turns()
    #expect(log == ["will c"])
  }

  @Test("a write in changed is heard of, and ends")
  func feedback() async {
    let screen = Screen()
    var seen: [Int] = []
    let changes = observeChanges(of: screen, at: \.count, isolation: #isolation) {
    } changed: {
      seen.append(screen.count)
      if screen.count < 4 { screen.count += 1 }
    }
    screen.count = 1
    await untilTrue { seen.count == 4 }
    #expect(seen == [1, 2, 3, 4])
    changes.cancel()
  }

  @Test("a part of an object that has replaced another one is followed, in batches and in turns")
  func replaced() async {
    let screen = Screen()
    var seen: [String] = []
    let changes = observeChanges(of: screen, at: \.city.name, isolation: #isolation) {
    } changed: {
      seen.append(screen.city.name)
    }
    screen.city = City("Paris")
    await untilTrue { seen.count == 1 }
    screen.city.name = "Lyon"
    await untilTrue { seen.count == 2 }
    batch { screen.city = City("Rome") }
    batch { screen.city.name = "Turin" }
    #expect(seen == ["Paris", "Lyon", "Rome", "Turin"])
    changes.cancel()
  }

  @Test("outside of any actor, a part of an object that has replaced another one is followed")
  nonisolated func replacedAlone() {
    let person = Person()
    var seen: [String] = []
    let changes = observeChanges(of: person, at: \.city.name, isolation: nil) {
    } changed: {
      seen.append(person.city.name)
    }
    batch { person.city = City("Paris") }
    batch { person.city.name = "Lyon" }
    batch { person.city.name = "Nice" }
    #expect(seen == ["Paris", "Lyon", "Nice"])
    changes.cancel()
  }

  @Test("it keeps neither the object nor what it calls for longer than the subscription")
  func lifetime() async {
    let count = LiveCount()
    weak var last: Screen?
    var changes: Subscription?
    do {
      let screen = Screen()
      last = screen
      let tracked = count.make()
      changes = observeChanges(of: screen, at: \.title, isolation: #isolation) {
        tracked.touch()
      } changed: {
        tracked.touch()
      }
      screen.title = "b"
    }
    #expect(last == nil && count.alive == 1)
    await turns()
    changes?.cancel()
    changes = nil
    #expect(count.alive == 0)
  }

  @Test("written on another thread, both come in the next turn")
  func elsewhere() async {
    let settings = SharedSettings()
    var log: [String] = []
    // Its later looks, for writes that have not ended, do not come.
    let clock = ManualClock()
    let changes = observeChanges(of: settings, at: \.theme, isolation: #isolation, clock: clock) {
      log.append("will")
    } changed: {
      log.append("has \(settings.theme)")
    }
    // Waits for the thread, so the next turn comes behind the write.
    onThread { settings.theme = 1 }
    #expect(log == [])
    await untilTrue { log.count == 2 }
    #expect(log == ["will", "has 1"])
    changes.cancel()
  }

  @Test("outside of any actor, a change is announced, and notified if it is made in a batch")
  nonisolated func alone() {
    let person = Person()
    var log: [String] = []
    let changes = observeChanges(of: person, at: \.age, isolation: nil) {
      log.append("will")
    } changed: {
      log.append("has \(person.age)")
    }
    person.age = 1
    person.age = 2
    batch { person.age = 3 }
    #expect(log == ["will", "will", "will", "has 3"])
    changes.cancel()
  }
}
#endif
