import ReactiveBindings
import Testing

@Suite("Two-way bindings that convert")
struct TwoWayConversionTests {
  private struct NoNumber: Error, Equatable { let text: String }

  private static func number(_ text: String) throws(NoNumber) -> Int {
    guard let number = Int(text) else { throw NoNumber(text: text) }
    return number
  }

  @Test("values of different types follow each other; what was converted is not converted back")
  func converting() {
    let meters = OpenBehavior(1.509)
    let centimeters = OpenBehavior(0)
    var forwards = 0
    var backs = 0
    meters.bindTwoWay(
      to: centimeters,
      converting: {
        forwards += 1
        return Int($0 * 100)
      },
      back: {
        backs += 1
        return Double($0) / 100
      })
    #expect(centimeters.value == 150 && meters.value == 1.509)
    #expect(forwards == 1 && backs == 0)
    centimeters.value = 25
    #expect(meters.value == 0.25)
    #expect(forwards == 1 && backs == 1)
    meters.value = 2.999
    #expect(centimeters.value == 299 && meters.value == 2.999)
    #expect(forwards == 2 && backs == 1)
  }

  @Test("a value that cannot be converted goes nowhere, is told once, and either side can go on")
  func failing() {
    let age = OpenBehavior(36)
    let text = OpenBehavior("")
    let errors = Event<NoNumber>()
    var failures: [String] = []
    errors.sink { failures.append($0.text) }
    age.bindTwoWay(to: text, converting: { String($0) }, back: Self.number, errors: errors)
    text.value = "many"
    #expect(age.value == 36 && text.value == "many")
    #expect(failures == ["many"])
    text.value = "37"
    #expect(age.value == 37)
    text.value = "few"
    age.value = 38
    #expect(text.value == "38")
    #expect(failures == ["many", "few"])
    text.value = "few"
    #expect(failures == ["many", "few", "few"])
  }

  @Test("the forward conversion may fail, at once and later; the other side is untouched")
  func forwardFails() {
    let text = OpenBehavior("none")
    let number = OpenBehavior(1)
    let errors = Event<NoNumber>()
    var failures: [String] = []
    errors.sink { failures.append($0.text) }
    text.bindTwoWay(to: number, converting: Self.number, back: { String($0) }, errors: errors)
    #expect(number.value == 1 && failures == ["none"])
    number.value = 2
    #expect(text.value == "2")
    text.value = "x"
    text.value = "5"
    #expect(number.value == 5 && failures == ["none", "x"])
  }

  @Test("both may fail, with any error")
  func bothFail() {
    let first = OpenBehavior(0)
    let second = OpenBehavior(0)
    let errors = Event<any Error>()
    var failures = 0
    errors.sink { _ in failures += 1 }
    func convert(_ number: Int) throws -> Int {
      if number < 0 { throw NoNumber(text: "\(number)") }
      return number + 1
    }
    first.bindTwoWay(to: second, converting: convert, back: convert, errors: errors)
    #expect(second.value == 1)
    first.value = -1
    second.value = -2
    #expect(first.value == -1 && second.value == -2 && failures == 2)
    second.value = 4
    #expect(first.value == 5)
  }

  @Test("in a batch the last write decides, also when it fails")
  func failingBatch() {
    let age = OpenBehavior(36)
    let text = OpenBehavior("")
    let errors = Event<NoNumber>()
    var failures: [String] = []
    errors.sink { failures.append($0.text) }
    age.bindTwoWay(to: text, converting: { String($0) }, back: Self.number, errors: errors)
    batch {
      age.value = 40
      text.value = "x"
    }
    #expect(age.value == 40 && text.value == "x" && failures == ["x"])
    batch {
      text.value = "y"
      age.value = 41
    }
    #expect(age.value == 41 && text.value == "41" && failures == ["x"])
  }

  @Test("who is told of a failure may write either side")
  func writeOnFailure() {
    let age = OpenBehavior(36)
    let text = OpenBehavior("")
    let errors = Event<NoNumber>()
    age.bindTwoWay(to: text, converting: { String($0) }, back: Self.number, errors: errors)
    var failures = 0
    errors.sink { [unowned age, unowned text] _ in
      failures += 1
      text.value = String(age.value)
    }
    text.value = "many"
    #expect(text.value == "36" && age.value == 36 && failures == 1)
  }

  @Test("what the functions read is not followed")
  func notTracked() {
    let factor = OpenBehavior(2)
    let a = OpenBehavior(1)
    let b = OpenBehavior(0)
    a.bindTwoWay(to: b, converting: { $0 * factor.value }, back: { $0 / factor.value })
    factor.value = 10
    #expect(b.value == 2)
    a.value = 3
    #expect(b.value == 30)
    #expect(factor.dependentCount == 0)
  }

  @Test("the errors are kept by the binding, and only by it")
  func lifetime() {
    let a = OpenBehavior("1")
    let b = OpenBehavior(0)
    weak var errors: Event<NoNumber>?
    let subscription: Subscription
    do {
      let event = Event<NoNumber>()
      errors = event
      subscription = a.bindTwoWay(to: b, converting: Self.number, back: { String($0) }, errors: event)
    }
    #expect(errors != nil)
    subscription.cancel()
    #expect(errors == nil)
  }
}
