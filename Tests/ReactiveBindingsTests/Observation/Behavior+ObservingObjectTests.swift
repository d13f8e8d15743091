#if canImport(Observation)
import Observation
import ReactiveBindings
import ReactiveCore
import ReactiveTestSupport
import Testing

private func derive<Value: Equatable>(_ compute: @escaping () -> Value) -> ComputedBehavior<Value> {
  ComputedBehavior(Equality(.equal()), name: nil, file: #fileID, line: #line, compute: compute)
}

@MainActor
@Suite("Behavior(observing:) on the main actor")
struct ObservingObjectTests {
  @Test("has the object's present value, right after a write, read directly or derived from")
  func pull() {
    let screen = Screen()
    let title = Behavior(observing: screen, \.title)
    let length = derive { title.value.count }
    let twice = derive { length.value * 2 }
    #expect(title.value == "start" && length.value == 5 && twice.value == 10)
    screen.title = "end"
    #expect(twice.value == 6 && length.value == 3 && title.value == "end")
    screen.title = "a"
    #expect(title.value == "a" && title.peek() == "a" && twice.value == 2)
  }

  @Test("a value that does not change is taken from the object once")
  func cached() {
    let object = Counted()
    let value = Behavior(observing: object, \.value)
    #expect(object.reads == 0)
    for _ in 0..<5 { #expect(value.value == 1) }
    #expect(object.reads == 1)
    for number in 2...9 { object.number = number }
    #expect(object.reads == 1)
    #expect(value.value == 9)
  }

  @Test("observers are notified in the next turn, of the last value, after it is stored")
  func nextTurn() async {
    let screen = Screen()
    let title = Behavior(observing: screen, \.title)
    var notified: [String] = []
    title.observe { [unowned title] in notified.append("\($0) \(screen.title) \(title.value)") }
    screen.title = "b"
    screen.title = "c"
    #expect(notified == ["start start start"])
    await untilTrue { notified.count > 1 }
    await turns()
    #expect(notified == ["start start start", "c c c"])
    screen.title = "d"
    await untilTrue { notified.count > 2 }
    #expect(notified.last == "d d d")
  }

  @Test("a change that is reverted before the next turn is not notified")
  func reverted() async {
    let screen = Screen()
    let title = Behavior(observing: screen, \.title)
    var notified: [String] = []
    title.sink { notified.append($0) }
    screen.title = "b"
    screen.title = "start"
    await turns()
    #expect(notified.isEmpty)
    screen.title = "c"
    await untilTrue { !notified.isEmpty }
    #expect(notified == ["c"])
  }

  @Test(
    "law 8: a write in a batch is delivered at its end; reads inside see it; a batch that comes to nothing is silent")
  func inBatch() async {
    let screen = Screen()
    let title = Behavior(observing: screen, \.title)
    let count = OpenBehavior(0)
    let both = derive { "\(title.value) \(count.value)" }
    var notified: [String] = []
    both.sink { notified.append($0) }
    title.sink { notified.append($0) }
    batch {
      screen.title = "b"
      count.value = 1
      #expect(title.value == "b" && both.value == "b 1")
      screen.title = "c"
      #expect(title.value == "c" && both.value == "c 1")
      #expect(notified.isEmpty)
    }
    #expect(notified.sorted() == ["c", "c 1"])
    notified = []
    batch {
      count.value = 7
      screen.title = "x"
      #expect(both.value == "x 7")
      screen.title = "c"
      count.value = 1
      #expect(both.value == "c 1")
    }
    await turns()
    #expect(notified.isEmpty)
  }

  @Test("law 8: changed before a batch, read in it and reverted in it: no observer is notified")
  func revertedAfterRead() async {
    let screen = Screen()
    let count = Behavior(observing: screen, \.count)
    let double = derive { count.value * 2 }
    var notified: [Int] = []
    count.sink { notified.append($0) }
    double.sink { notified.append($0) }
    screen.count = 1
    batch {
      #expect(count.value == 1 && double.value == 2)
      screen.count = 0
      #expect(count.value == 0)
    }
    await turns()
    #expect(notified.isEmpty && double.value == 0)
    screen.count = 1
    batch { #expect(count.value == 1) }
    #expect(notified.sorted() == [1, 2])
  }

  @Test("a write in a delivery is delivered when that ends")
  func inDelivery() {
    let screen = Screen()
    let count = Behavior(observing: screen, \.count)
    let source = OpenBehavior(0)
    var notified: [String] = []
    source.sink {
      screen.count = $0 * 10
      notified.append("source, \(count.value)")
    }
    source.sink { _ in notified.append("second") }
    count.sink { notified.append("count \($0)") }
    source.value = 1
    source.value = 2
    #expect(notified == ["source, 10", "second", "count 10", "source, 20", "second", "count 20"])
  }

  @Test("law 5: nothing is derived of values that never were together, whatever is read first")
  func noGlitch() async {
    let screen = Screen()
    let count = Behavior(observing: screen, \.count)
    let observed = derive { count.value * 2 }
    let mixed = derive { "\(count.value) \(observed.value)" }
    var notified: [Int] = []
    observed.sink { notified.append($0) }
    #expect(mixed.value == "0 0")
    screen.count = 1
    #expect(mixed.value == "1 2")
    #expect(notified == [2])
    screen.count = 2
    #expect(count.value == 2)
    #expect(notified == [2, 4])
    #expect(observed.value == 4 && mixed.value == "2 4")
    await turns()
    #expect(notified == [2, 4])
  }

  @Test("another onChange handler that reads it before the change is made spoils nothing")
  func readInWindow() async {
    let screen = Screen()
    let title = Behavior(observing: screen, \.title)
    var notified: [String] = []
    title.sink { notified.append($0) }
    let seen = SendableLog<String>()
    // Handlers run in no order: half of these run after the behavior's own.
    let reader = IsolatedCall<Int> { [weak title] _ in seen.append(title!.value) }
    for number in 1...20 {
      for _ in 0..<4 {
        withObservationTracking {
          _ = screen.title
        } onChange: {
          reader.callInIsolation(0)
        }
      }
      let before = screen.title
      screen.title = "\(number)"
      #expect(seen.all.suffix(4) == [before, before, before, before])
      #expect(title.value == "\(number)")
      #expect(notified == (1...number).map(String.init))
      if number % 2 == 0 { await turns() }
    }
  }

  @Test("law 6: a derivation of it does not run when it is not read")
  func lazy() async {
    let screen = Screen()
    let title = Behavior(observing: screen, \.title)
    var runs = 0
    let length = derive { () -> Int in
      runs += 1
      return title.value.count
    }
    #expect(length.value == 5)
    for text in ["a", "bc", "d"] { screen.title = text }
    await turns()
    #expect(runs == 1)
    #expect(length.value == 1)
    #expect(runs == 2)
    screen.title = "e"
    #expect(length.value == 1)
    screen.count = 5
    #expect(length.value == 1)
    #expect(runs == 3)
  }

  @Test("law 7: equal values are cut, instances compared, others always notified")
  func cuts() async {
    let person = Person()
    let length = Behavior(observing: person, \.name.count)
    let token = Behavior(observing: person, \.token)
    let loose = Behavior(observing: person, \.loose)
    var notified: [String] = []
    length.sink { notified.append("length \($0)") }
    token.sink { _ in notified.append("token") }
    loose.sink { _ in notified.append("loose") }
    batch { person.name = "Eva" }
    batch { person.loose = Person.Loose() }
    let new = Person.Token()
    batch { person.token = new }
    batch { person.token = new }
    #expect(notified == ["loose", "token"])
    batch { person.name = "Grace" }
    #expect(notified == ["loose", "token", "length 5"])
    person.loose.number = 1
    await untilTrue { notified.count == 4 }
    #expect(notified.last == "loose" && loose.value.number == 1)
  }

  @Test("a key path through several objects follows all of them, and no longer the one that was left")
  func throughObjects() async {
    let person = Person()
    let city = Behavior(observing: person, \.city.name)
    var notified: [String] = []
    city.sink { notified.append($0) }
    let london = person.city
    london.name = "Londinium"
    #expect(city.value == "Londinium")
    person.city = City("Paris")
    #expect(city.value == "Paris")
    person.city.name = "Lutetia"
    await untilTrue { notified.count == 3 }
    london.name = "nobody listens"
    await turns()
    batch { person.city.name = "Paris" }
    #expect(notified == ["Londinium", "Paris", "Lutetia", "Paris"])
  }

  @Test("a computed property of the object follows what it reads, behaviors among it")
  func computed() async {
    let person = Person()
    let greeting = Behavior(observing: person, \.greeting)
    var notified: [String] = []
    greeting.sink { notified.append($0) }
    person.name = "Grace"
    await untilTrue { notified.count == 1 }
    batch { person.age = 37 }
    #expect(notified == ["Grace, 36", "Grace, 37"])

    let model = Choice()
    let chosen = Behavior(observing: model, \.chosen)
    notified = []
    chosen.observe { notified.append($0) }
    model.useFirst.value = false
    batch { model.second = "2nd" }
    #expect(notified == ["first", "second", "2nd"])
  }

  @Test("an observer that writes the object ends when it has settled")
  func feedback() async {
    let screen = Screen()
    let count = Behavior(observing: screen, \.count)
    var notified: [Int] = []
    count.sink {
      notified.append($0)
      if $0 < 5 { screen.count = $0 + 1 }
    }
    screen.count = 1
    await untilTrue { notified.count == 5 }
    #expect(notified == [1, 2, 3, 4, 5])
    #expect(screen.count == 5 && count.value == 5)
  }

  @Test("law 4: cancelled before the next turn, an observer is not called; added before it, it is, once")
  func membership() async {
    let screen = Screen()
    let count = Behavior(observing: screen, \.count)
    var notified: [String] = []
    let first = count.sink { notified.append("first \($0)") }
    count.sink { notified.append("second \($0)") }
    screen.count = 1
    first.cancel()
    count.observe { notified.append("third \($0)") }
    await turns()
    #expect(notified.sorted() == ["second 1", "third 1"])
  }

  @Test("values and the behavior's own name work as for any other")
  func values() async {
    let screen = Screen()
    let count = Behavior(observing: screen, \.count, name: "count")
    #expect(count.label == "count")
    var values = count.values.makeAsyncIterator()
    #expect(await values.next() == 0)
    screen.count = 1
    #expect(await values.next() == 1)
    batch { screen.count = 2 }
    #expect(await values.next() == 2)
  }

  @Test("an object that is followed weakly is not kept alive, and its last value stays")
  func weakly() async {
    var person: Person? = Person()
    @Weak var weakPerson = person
    let name = Behavior(observingWeakly: person!, \.name)
    let loose = Behavior(observingWeakly: person!, \.loose)
    var notified: [String] = []
    name.sink { notified.append($0) }
    loose.sink { notified.append("loose \($0.number)") }
    person?.name = "Grace"
    await untilTrue { notified.count == 1 }
    person?.name = "Grace"
    person?.loose = Person.Loose()
    await untilTrue { notified.count == 2 }
    #expect(notified == ["Grace", "loose 0"])
    person = nil
    #expect(weakPerson == nil)
    #expect(name.value == "Grace" && loose.value.number == 0)
  }

  @Test("of values that cannot be compared each write is delivered, and nothing else")
  func loose() async {
    let screen = Screen()
    let loose = Behavior(observing: screen, \.loose)
    var notified = 0
    loose.sink { _ in notified += 1 }
    screen.loose = Person.Loose()
    await untilTrue { notified == 1 }
    screen.title = "other"
    await turns()
    #expect(notified == 1)
    #expect(loose.value.number == 0)
  }
}
#endif
