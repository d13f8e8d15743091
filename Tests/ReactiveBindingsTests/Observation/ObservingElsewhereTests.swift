// Tests: Behavior+ObservingObject, ObservedValue, ChangeWatch, JoiningChanges, IsolationReference+Here

#if canImport(Observation)
import Observation
import ReactiveBindings
import ReactiveCore
import ReactiveTestSupport
import Testing

private func derive<Value: Equatable>(_ compute: @escaping () -> Value) -> ComputedBehavior<Value> {
  ComputedBehavior(Equality(.equal()), name: nil, file: #fileID, line: #line, compute: compute)
}

@Suite("Behavior(observing:) outside of actors, on other actors, and of objects that are written elsewhere")
struct ObservingElsewhereTests {
  @Observable
  fileprivate final class Gauge {
    var level = 0.0
  }

  private actor Reader {
    func readNaN() -> Int {
      let gauge = Gauge()
      let level = Behavior(observing: gauge, \.level)
      var notifications = 0
      let subscription = level.sink { _ in notifications += 1 }
      gauge.level = .nan
      for _ in 0..<10 { _ = level.value }
      subscription.cancel()
      return notifications
    }
  }

  @Test("on an actor, a value that does not equal itself is no change at each read")
  func notANumber() async {
    let notifications = await Reader().readNaN()
    #expect((1...11).contains(notifications))
  }

  // MARK: Outside of any actor

  @Test("outside of actors, a read is right, and what is derived")
  func pull() {
    let person = Person()
    let name = Behavior(observing: person, \.name)
    var runs = 0
    let length = derive { () -> Int in
      runs += 1
      return name.value.count
    }
    #expect(name.value == "Ada" && length.value == 3)
    for text in ["Grace", "Edsger", "Alan"] {
      person.name = text
      #expect(length.value == text.count)
      #expect(name.value == text)
    }
    #expect(runs == 4)
  }

  @Test("outside of actors, observers are notified by a read, by a batch and by a delivery")
  func notified() {
    let person = Person()
    let age = Behavior(observing: person, \.age)
    let double = derive { age.value * 2 }
    var notified: [String] = []
    double.sink { notified.append("double \($0)") }
    age.sink { notified.append("age \($0)") }
    person.age = 1
    person.age = 2
    #expect(notified.isEmpty)
    #expect(age.value == 2)
    #expect(notified.sorted() == ["age 2", "double 4"])
    notified = []
    batch {
      person.age = 3
      #expect(double.value == 6)
      person.age = 4
    }
    #expect(notified.sorted() == ["age 4", "double 8"])
    notified = []
    person.age = 5
    batch { person.age = 6 }
    #expect(notified.sorted() == ["age 6", "double 12"])
    notified = []
    let source = OpenBehavior(0)
    source.sink { person.age = $0 }
    source.value = 7
    #expect(notified.sorted() == ["age 7", "double 14"])
  }

  @Test("law 5: outside of actors, a write of something else notifies with the object's present value everywhere")
  func mixed() {
    let person = Person()
    let other = OpenBehavior(0)
    let one = Behavior(observing: person, \.age)
    let same = Behavior(observing: person, \.age)
    let double = derive { one.value * 2 }
    let mixed = derive { same.value * 2 + other.value * 0 }
    let both = derive { "\(double.value) \(mixed.value)" }
    var notified: [String] = []
    both.sink { notified.append($0) }
    for age in 1...3 {
      person.age = -1
      person.age = age
      other.value += 1
    }
    #expect(notified == ["2 2", "4 4", "6 6"])
  }

  @Test("outside of actors, another handler that reads it before the change is made spoils nothing")
  func readInWindow() {
    let person = Person()
    let age = Behavior(observing: person, \.age)
    var notified: [Int] = []
    age.sink { notified.append($0) }
    let reader = IsolatedCall<Int> { [weak age] _ in _ = age?.value }
    for number in 1...20 {
      for _ in 0..<4 {
        withObservationTracking {
          _ = person.age
        } onChange: {
          reader.callInIsolation(0)
        }
      }
      person.age = number
      #expect(age.value == number)
      #expect(notified == Array(1...number))
    }
  }

  @Test("outside of actors, a derivation runs once for a change, also of values that cannot be compared")
  func runsOnce() {
    let person = Person()
    let loose = Behavior(observing: person, \.loose)
    var runs = 0
    let number = derive { () -> Int in
      runs += 1
      return loose.value.number
    }
    #expect(number.value == 0 && number.value == 0 && runs == 1)
    person.loose.number = 1
    #expect(number.value == 1 && number.value == 1 && runs == 2)
    var notified = 0
    loose.sink { _ in notified += 1 }
    #expect(number.value == 1 && runs == 2)
    batch { person.loose.number = 2 }
    #expect(notified == 1 && number.value == 2 && runs == 3)
    person.loose.number = 3
    #expect(notified == 1)
    #expect(loose.value.number == 3 && notified == 2 && number.value == 3)
  }

  @Test("a graph on a thread of its own, without a task")
  func thread() {
    let seen = onThread { () -> [String] in
      let person = Person()
      let name = Behavior(observing: person, \.name)
      let greeting = derive { "Hello, \(name.value)" }
      var seen = [greeting.value]
      person.name = "Grace"
      seen.append(greeting.value)
      name.sink { seen.append($0) }
      batch { person.name = "Edsger" }
      return seen
    }
    #expect(seen == ["Hello, Ada", "Hello, Grace", "Edsger"])
  }

  // MARK: On another actor

  private actor Owner {
    private let person = Person()
    private var name: Behavior<String>?
    private let notified = Box<[String]>([])

    func begin() -> String {
      let name = Behavior(observing: person, \.name)
      self.name = name
      return name.value
    }
    func rename(_ text: String) -> String? {
      person.name = text
      return name?.value
    }
    func observe() {
      let notified = notified
      name?.sink { notified.value.append($0) }
    }
    func write(_ texts: [String]) { for text in texts { person.name = text } }
    func firstNotified() async -> [String] {
      await untilTrue { !notified.value.isEmpty }
      defer { notified.value = [] }
      return notified.value
    }
  }

  @Test("on an actor of its own, a read is right, and observers are notified in the next turn")
  func onActor() async {
    weak var last: Owner?
    do {
      let owner = Owner()
      last = owner
      #expect(await owner.begin() == "Ada")
      for text in ["Grace", "Edsger", "Alan"] { #expect(await owner.rename(text) == text) }
      await owner.observe()
      await owner.write(["b", "c"])
      #expect(await owner.firstNotified() == ["c"])
      await owner.write(["d"])
      #expect(await owner.firstNotified() == ["d"])
      await owner.write(["e"])
    }
    while last != nil { await Task.yield() }
  }

  private final class Named {
    let person = Person()
    let name: Behavior<String>
    init() { name = Behavior(observing: person, \.name, isolation: nil) }
  }
  private actor Receiver {
    private var person: Person?
    private var name: Behavior<String>?
    private let notified = Box<[String]>([])

    func observe(_ named: sending Named) {
      (name, person) = (named.name, named.person)
      named.name.sink { [notified] in notified.value.append($0) }
    }
    func rename(_ name: String) { person?.name = name }
    func firstNotified() async -> [String] {
      await untilTrue { !notified.value.isEmpty }
      defer { notified.value = [] }
      return notified.value
    }
  }

  private actor QueueReceiver {
    private nonisolated let executor = QueueExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }
    private var named: Named?
    private let notified = Box<[String]>([])

    func observe(_ named: sending Named) {
      self.named = named
      named.name.sink { [notified] in notified.value.append($0) }
    }
    func rename(_ name: String) { named?.person.name = name }
    func firstNotified() async -> [String] {
      await untilTrue { !notified.value.isEmpty }
      defer { notified.value = [] }
      return notified.value
    }
  }

  @Test("law 13: so does what is sent to an actor with an executor of its own")
  func sentToExecutor() async {
    let (named, receiver) = (Named(), QueueReceiver())
    _ = named.name.value
    await receiver.observe(named)
    await receiver.rename("Grace")
    #expect(await receiver.firstNotified() == ["Grace"])
  }

  @Test("law 13: what was made outside of actors and read there reports changes on the actor to which it is sent")
  func sent() async {
    for _ in 0..<100 {
      let (named, receiver) = (Named(), Receiver())
      _ = named.name.value
      await receiver.observe(named)
      await receiver.rename("Grace")
      #expect(await receiver.firstNotified() == ["Grace"])
      await receiver.rename("Emmy")
      #expect(await receiver.firstNotified() == ["Emmy"])
    }
  }

  /// What is derived of a person's name, in two ways.
  private final class Greetings {
    let person = Person()
    let greeting: ComputedBehavior<String>
    let initial: ComputedBehavior<String>
    init() {
      let name = Behavior(observing: person, \.name, isolation: nil)
      greeting = derive { "Hello, \(name.value)" }
      initial = derive { [person] in String(tracked(person, \.name, isolation: nil).prefix(1)) }
    }
  }
  private actor Greeter {
    private var greetings: Greetings?
    private let notified = Box<[String]>([])

    nonisolated private func make() -> sending Greetings {
      let greetings = Greetings()
      greetings.greeting.sink { _ in }
      greetings.initial.sink { _ in }
      return greetings
    }
    func makeForOthers() -> sending Greetings {
      let greetings = make()
      _ = (greetings.greeting.value, greetings.initial.value)
      return greetings
    }
    func take(_ greetings: sending Greetings) {
      self.greetings = greetings
      greetings.greeting.sink { [unowned self] text in self.assumeIsolated { $0.notified.value.append(text) } }
      greetings.initial.sink { [unowned self] text in self.assumeIsolated { $0.notified.value.append(text) } }
    }
    func rename(_ name: String) { greetings?.person.name = name }
    func turn() {}
    func all() async -> [String] {
      await untilTrue { notified.value.count > 1 }
      defer { notified.value = [] }
      return notified.value.sorted()
    }
  }

  @Test("law 13: what an actor has read and sends to another one reports changes there alone")
  func sentByActor() async {
    for _ in 0..<100 {
      let (sender, receiver) = (Greeter(), Greeter())
      await receiver.take(sender.makeForOthers())
      for (name, initial) in [("Grace", "G"), ("Emmy", "E")] {
        await receiver.rename(name)
        await sender.turn()
        #expect(await receiver.all() == [initial, "Hello, \(name)"])
      }
    }
  }

  private actor Mixer {
    private let person = Person()
    private let other = OpenBehavior(0)
    private var notified: [String] = []
    private var all: Behavior<String>?

    func observe() {
      let one = Behavior(observing: person, \.age)
      let same = Behavior(observing: person, \.age)
      let double = derive { one.value * 2 }
      let mixed = derive { [other] in same.value * 2 + other.value * 0 }
      let both = derive { "\(double.value) \(mixed.value)" }
      both.sink { [unowned self] text in self.assumeIsolated { $0.notified.append(text) } }
      all = both
    }

    func write(_ age: Int, inBatch: Bool) -> [String] {
      if inBatch {
        batch {
          other.value += 1
          person.age = age
        }
      } else {
        person.age = age
        other.value += 1
      }
      return notified
    }
  }

  @Test("so it is on an actor of its own", arguments: [false, true])
  func mixedOnActor(inBatch: Bool) async {
    let mixer = Mixer()
    await mixer.observe()
    #expect(await mixer.write(1, inBatch: inBatch) == ["2 2"])
    #expect(await mixer.write(2, inBatch: inBatch) == ["2 2", "4 4"])
  }

  // MARK: Written elsewhere

  @Test("a shared object that is written on other threads and actors: the main actor has the last value in the end")
  @MainActor
  func shared() async {
    let settings = SharedSettings()
    let theme = Behavior(observing: settings, \.theme)
    let double = derive { theme.value * 2 }
    var notified: [Int] = []
    theme.sink { notified.append($0) }
    double.sink { _ in }
    await Task.detached {
      for number in 1...100 { settings.theme = number }
      // A batch of its own isolation, not of the behavior's.
      batch { settings.theme = 101 }
    }.value
    // Writes during the read of the value may become visible only with the next change.
    settings.theme = 102
    await untilTrue { notified.last == 102 }
    #expect(notified == notified.sorted() && theme.value == 102 && double.value == 204)
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a shared object is refused outside of actors: nothing could follow what is written elsewhere")
  func sharedAlone() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Behavior(observing: SharedSettings(), \.theme)
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("Behavior(observing:) at") && message.contains("isolation: MainActor.shared"))
  }
  #endif

  #if os(macOS) || os(Linux) || os(Windows)
  private actor Teller {
    /// An observer uses the graph on a thread of its own.
    func tell(_ named: sending Named) async {
      _ = named.name.value
      let read = IsolatedCall<Int> { [name = named.name] _ in _ = name.value }
      named.name.sink { _ in onThread { read.callInIsolation(0) } }
      named.person.name = "Grace"
      for _ in 0..<1_000 { await Task.yield() }
    }
  }

  @Test("law 13: use elsewhere, while the isolation that used the graph last is being notified, stops with the name")
  func usedWhileNotified() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await Teller().tell(Named())
    }
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("ObservingElsewhereTests.swift:") && message.contains("was sent to another isolation"))
  }
  #endif

  #if DEBUG
  @Test("only a derivation that reads a shared object itself is given a hint, not one that reads a behavior of it")
  @MainActor
  func hints() {
    let settings = SharedSettings()
    let theme = Behavior(observing: settings, \.theme)
    #expect(theme.value == 0)
    let next = derive { theme.value + 1 }
    #expect(next.value == 1)
    #expect(Diagnostics.collect { settings.theme = 1 }.isEmpty)
    // Another reader begins between the change and the next read.
    let double = derive { theme.value * 2 }
    #expect(double.value == 2 && next.value == 2)
    #expect(Diagnostics.collect { settings.theme = 2 }.isEmpty)
    let own = derive { settings.theme }
    #expect(own.value == 2 && double.value == 4)
    let hints = Diagnostics.collect { settings.theme = 3 }
    #expect(hints.count == 1 && hints.first?.contains(own.label) == true)
  }
  #endif

  @Test("two actors that observe the same shared object do not disturb each other")
  func twoActors() async {
    let settings = SharedSettings()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask {
          let watcher = Watcher(settings)
          await watcher.begin()
          for number in 1...50 { settings.theme = number }
          await watcher.touch()
        }
      }
    }
  }

  private actor Watcher {
    private let settings: SharedSettings
    private var theme: Behavior<Int>?
    init(_ settings: SharedSettings) { self.settings = settings }
    func begin() {
      let theme = Behavior(observing: settings, \.theme)
      theme.sink { _ in }
      self.theme = theme
    }
    func touch() {
      batch { settings.theme += 1 }
      _ = theme?.value
    }
  }
}
#endif
