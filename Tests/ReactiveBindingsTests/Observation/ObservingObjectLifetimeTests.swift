#if canImport(Observation)
import Observation
import ReactiveBindings
import ReactiveTestSupport
import Testing

@MainActor
@Suite("Lifetime of Behavior(observing:)")
struct ObservingObjectLifetimeTests {
  @Test("it keeps the object, and nothing keeps it; written after its end, the object does not care")
  func lifetime() async {
    weak var lastScreen: Screen?
    weak var lastTitle: Behavior<String>?
    do {
      var title: Behavior<String>? = Behavior(observing: Screen(), \.title)
      title?.sink { _ in }
      #expect(title?.value == "start")
      lastTitle = title
      do {
        let screen = Screen()
        lastScreen = screen
        title = Behavior(observing: screen, \.title)
        #expect(lastTitle == nil)
      }
      lastTitle = title
      #expect(lastScreen != nil && title?.value == "start")
      lastScreen?.title = "on its way"
      title = nil
    }
    #expect(lastScreen == nil && lastTitle == nil)
    await turns()
    let screen = Screen()
    var title: Behavior<String>? = Behavior(observing: screen, \.title)
    #expect(title?.value == "start")
    title = nil
    screen.title = "nobody"
    await turns()
  }

  @Test("an object may keep a behavior of itself that observes it weakly; that stays at the last value")
  func weakly() {
    weak var last: Draft?
    var isEmpty: Behavior<Bool>?
    var part: Behavior<Person.Loose>?
    do {
      let draft = Draft()
      last = draft
      isEmpty = draft.isEmpty
      part = draft.part
      draft.text = "Dear"
      #expect(isEmpty?.value == false)
      draft.loose.number = 2
    }
    #expect(last == nil)
    #expect(isEmpty?.value == false)
    #expect(part?.value.number == 1)
  }

  @Test("registrations do not pile up, however often it is read or written")
  func registrations() async {
    let object = Counted()
    let value = Behavior(observing: object, \.value)
    value.sink { _ in }
    for number in 1...10 {
      object.number = number
      for _ in 0..<10 { #expect(value.value == number) }
      await turns()
    }
    #expect(object.reads <= 1 + 10 * 4)
    object.reads = 0
    for number in 11...20 { batch { object.number = number } }
    #expect(object.reads <= 10 * 2)
  }

  @Test("a long chain of objects, each kept by a behavior of the next one, goes without recursion")
  func chain() {
    let left = onThread(stackKibibytes: 512) { () -> [Int] in
      let live = LiveCount()
      var chain: Observing? = Observing(nil, live.make())
      for index in 1..<100_000 {
        let next = Observing(chain, live.make())
        if index % 2 == 0 { _ = next.behavior?.value }
        chain = next
      }
      let peak = live.peak
      chain = nil
      return [peak, live.alive]
    }
    #expect(left == [100_000, 0])
  }
}

@Observable
private final class Observing {
  var number = 0
  @ObservationIgnored let behavior: Behavior<Int>?
  @ObservationIgnored private let tracked: Tracked

  init(_ previous: Observing?, _ tracked: Tracked) {
    behavior = previous.map { Behavior(observing: $0, \.number, isolation: nil) }
    self.tracked = tracked
  }
}
#endif
