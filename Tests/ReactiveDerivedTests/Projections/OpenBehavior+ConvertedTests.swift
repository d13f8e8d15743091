import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Conversions that can be written")
struct OpenBehaviorConvertedTests {
  private struct NoNumber: Error, Equatable { let text: String }

  private static func text(of number: OpenBehavior<Int>, _ errors: Event<NoNumber>) -> OpenBehavior<String> {
    number.converted(errors: errors) {
      String($0)
    } back: { text throws(NoNumber) in
      guard let number = Int(text) else { throw NoNumber(text: text) }
      return number
    }
  }

  @Test("over a source that alters what is written, a text ends with the next change, also if that is what was written")
  func altered() {
    let stored = OpenBehavior(6)
    let limited = OpenBehavior(get: { stored.value }, set: { stored.value = min($0, 10) })
    let text = limited.converted {
      "\($0)"
    } back: {
      Int($0) ?? 0
    }
    var seen: [String] = []
    let subscription = text.sink { seen.append($0) }
    text.value = "0012"
    #expect(text.value == "0012" && stored.value == 10)
    stored.value = 12
    #expect(text.value == "12" && seen == ["0012", "12"])
    subscription.cancel()
  }

  @Test("a text over a stored source ends with its change, though other calls wait", arguments: [false, true])
  func changedWhileOthersWait(somethingWaits: Bool) {
    let number = OpenBehavior(2)
    let text = number.converted {
      "\($0)"
    } back: {
      Int($0)!
    }
    let start = Event<Void>()
    start.sink {
      if somethingWaits { callLater(after: .idleThread, label: "another call") {} }
      text.value = "002"
      number.value = 3
      number.value = 2
      #expect(text.value == "2")
    }
    start.trigger()
    #expect(text.value == "2")
  }

  @Test("a text over a source that changes by messages stands as it was written", arguments: [false, true])
  func byMessage(isInBatch: Bool) {
    let model = OpenBehavior(6)
    // As a program handles a message. It accepts at most 10.
    let field = OpenBehavior(
      get: { model.value }, set: { new in callLater(after: .idleThread, label: "") { model.value = min(new, 10) } })
    let text = field.converted {
      "\($0)"
    } back: {
      Int($0) ?? 0
    }
    var seen: [String] = []
    text.sink { seen.append($0) }
    func write(_ new: String) { if isInBatch { batch { text.value = new } } else { text.value = new } }
    write("007")
    #expect(seen == ["007"] && text.value == "007" && model.value == 7)
    model.value = 8
    #expect(seen == ["007", "8"] && text.value == "8")
    write("0012")
    #expect(model.value == 10 && text.value == "10" && seen.suffix(1) == ["10"])
    write("010")
    #expect(text.value == "010" && model.value == 10)
    model.value = 3
    model.value = 10
    #expect(text.value == "10")
  }

  @Test("either is written, and both change in one")
  func bothWays() {
    let celsius = OpenBehavior(20.0)
    let fahrenheit = celsius.converted {
      $0 * 9 / 5 + 32
    } back: {
      ($0 - 32) * 5 / 9
    }
    var log: [[Double]] = []
    let subscriptions = [
      celsius.sink { log.append([$0, fahrenheit.value]) }, fahrenheit.sink { log.append([celsius.value, $0]) },
    ]
    celsius.value = 30
    fahrenheit.value = 50
    #expect(log == [[30, 86], [30, 86], [10, 50], [10, 50]])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("functions that are not inverse settle: what was written is read until the source changes")
  func notInverse() {
    let number = OpenBehavior(1.0)
    let rounded = number.converted {
      Int($0)
    } back: {
      Double($0) + 0.5
    }
    var notified: [Int] = []
    rounded.sink { notified.append($0) }
    rounded.value = 3
    #expect(number.value == 3.5 && rounded.value == 3)
    let odd = number.converted {
      $0 * 2
    } back: {
      $0 + 1
    }
    odd.value = 10
    #expect(number.value == 11 && odd.value == 10 && rounded.value == 11)
    number.value = 4
    #expect(odd.value == 8 && rounded.value == 4 && notified == [3, 11, 4])
  }

  @Test("a text that is converted back to the same number is kept as it is")
  func textIsKept() {
    let number = OpenBehavior(7)
    let text = Self.text(of: number, Event())
    var notified: [String] = []
    number.sink { notified.append("\($0)!") }
    text.sink { notified.append($0) }
    text.value = "007"
    #expect(text.value == "007" && number.value == 7 && notified == ["007"])
    number.value = 8
    #expect(text.value == "8" && notified == ["007", "8!", "8"])
  }

  @Test("a value that cannot be converted back triggers once and is kept until the source changes")
  func failing() {
    let number = OpenBehavior(36)
    let errors = Event<NoNumber>()
    let text = Self.text(of: number, errors)
    var log: [String] = []
    errors.sink { log.append("no number: \($0.text)") }
    text.sink { log.append($0) }
    text.value = "many"
    #expect(log.sorted() == ["many", "no number: many"] && number.value == 36 && text.value == "many")
    log = []
    text.value = "many"
    #expect(log.isEmpty)
    number.value = 36
    #expect(text.value == "many")
    text.update { $0 += "!" }
    #expect(log.sorted() == ["many!", "no number: many!"])
    number.value = 37
    #expect(text.value == "37")
  }

  @Test("errors in a batch are delivered at its end, one for each write that fails")
  func errorsInBatch() {
    let number = OpenBehavior(1)
    let errors = Event<NoNumber>()
    let text = Self.text(of: number, errors)
    var log: [String] = []
    // The text keeps the event.
    let subscription = errors.sink { log.append("error \($0.text), \(text.value)") }
    defer { subscription.cancel() }
    text.sink { log.append("text \($0)") }
    number.sink { log.append("number \($0)") }
    batch {
      text.value = "a"
      text.value = "b"
      #expect(log.isEmpty && text.value == "b" && number.value == 1)
      text.value = "2"
    }
    #expect(log.sorted() == ["error a, 2", "error b, 2", "number 2", "text 2"])
    log = []
    batch {
      text.value = "c"
      number.value = 3
      number.value = 2
    }
    #expect(log.first { $0.hasPrefix("number") } == nil)
    #expect(number.value == 2)
  }

  @Test("an override that a batch takes back does not come back with a later change")
  func takenBack() {
    let number = OpenBehavior(1)
    let text = Self.text(of: number, Event())
    var notified: [String] = []
    text.sink { notified.append($0) }
    batch {
      text.value = "0005"
      number.value = 1
    }
    #expect(text.value == "1" && notified.isEmpty)
    number.value = 5
    #expect(text.value == "5" && notified == ["5"])
    batch {
      number.value = 6
      text.value = "006"
      #expect(text.value == "006")
      number.value = 5
    }
    #expect(text.value == "5")
    number.value = 6
    #expect(text.value == "6" && notified == ["5", "6"])
  }

  @Test("the same without an observer, and with one that comes later")
  func takenBackUnobserved() {
    let number = OpenBehavior(1)
    let text = Self.text(of: number, Event())
    batch {
      text.value = "0005"
      number.value = 1
    }
    number.value = 5
    #expect(text.value == "5")
    batch {
      text.value = "006"
      number.value = 5
    }
    var notified: [String] = []
    text.sink { notified.append($0) }
    number.value = 6
    #expect(text.value == "6" && notified == ["6"])
  }

  @Test("a write in an observer of the source or of the conversion settles")
  func inObservers() {
    let number = OpenBehavior(1)
    let doubled = number.converted {
      $0 * 2
    } back: {
      $0 / 2
    }
    var log: [Int] = []
    let subscriptions = [
      number.sink { if $0 == 3 { doubled.value = 9 } },
      doubled.sink {
        log.append($0)
        if $0 == 9 { number.value = 5 }
      },
    ]
    number.value = 3
    #expect(number.value == 5 && doubled.value == 10 && log.last == 10)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("what the functions read is not followed")
  func untracked() {
    let number = OpenBehavior(1)
    let factor = OpenBehavior(2)
    let scaled = number.converted {
      $0 * factor.value
    } back: {
      $0 / factor.value
    }
    var notified: [Int] = []
    scaled.sink { notified.append($0) }
    var runs = 0
    let writing = Reaction {
      runs += 1
      scaled.value = 10
    }
    writing.start()
    factor.value = 5
    #expect(runs == 1 && notified == [10] && number.value == 5)
    number.value = 6
    #expect(notified == [10, 30])
    withExtendedLifetime(writing) {}
  }

  @Test("a conversion that writes the source itself settles on what the source says")
  func backWritesSource() {
    let number = OpenBehavior(0)
    let text = number.converted {
      String($0)
    } back: { text in
      number.value = 50
      return Int(text) ?? 0
    }
    text.value = "7"
    #expect(number.value == 7 && text.value == "7")
  }

  @Test("values that cannot be compared")
  func loose() {
    let number = OpenBehavior(1)
    let action = number.converted { number in
      { number }
    } back: {
      $0()
    }
    var notified: [Int] = []
    action.sink { notified.append($0()) }
    action.value = { 5 }
    action.value = { 5 }
    number.value = 6
    #expect(notified == [5, 5, 6])
    let errors = Event<NoNumber>()
    let failing = number.converted(errors: errors) { number in
      { number }
    } back: { action throws(NoNumber) in
      if action() < 0 { throw NoNumber(text: "\(action())") }
      return action()
    }
    var failures = 0
    errors.sink { _ in failures += 1 }
    failing.value = { -1 }
    #expect(failing.value() == -1 && number.value == 6 && failures == 1)
  }

  @Test("keeps its source, is not kept by it, and the end of what was written may use it")
  func lifetime() {
    let live = LiveCount()
    var number: OpenBehavior<Int>? = OpenBehavior(1)
    var text: OpenBehavior<String>? = number?.converted { [tracked = live.make()] in
      tracked.touch()
      return String($0)
    } back: {
      Int($0) ?? 0
    }
    number = nil
    text?.value = "5"
    #expect(text?.value == "5" && live.alive == 1)
    text = nil
    #expect(live.alive == 0)

    let source = OpenBehavior(0)
    let held = source.converted { _ in
      Farewell {}
    } back: { _ in
      1
    }
    var ended = 0
    held.value = Farewell {
      ended += 1
      source.value = 7
    }
    source.value = 2
    _ = held.value
    held.value = Farewell {}
    _ = held.value
    #expect(ended == 1)
  }
}
