import ReactiveBindings
import ReactiveTestSupport
import Testing

@Suite("Conversions of two-way bindings")
struct ConversionTests {
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
      converting: Conversion(
        forward: {
          forwards += 1
          return Int($0 * 100)
        },
        back: {
          backs += 1
          return Double($0) / 100
        }))
    #expect(centimeters.value == 150 && meters.value == 1.509)
    #expect(forwards == 1 && backs == 0)
    centimeters.value = 25
    #expect(meters.value == 0.25)
    #expect(forwards == 1 && backs == 1)
    meters.value = 2.999
    #expect(centimeters.value == 299 && meters.value == 2.999)
    #expect(forwards == 2 && backs == 1)
  }

  @Test("a value that cannot be converted is not carried over, is reported once, and either side can continue")
  func failing() {
    let age = OpenBehavior(36)
    let text = OpenBehavior("")
    let errors = Event<NoNumber>()
    var failures: [String] = []
    errors.sink { failures.append($0.text) }
    age.bindTwoWay(to: text, converting: Conversion(forward: { String($0) }, back: Self.number), errors: errors)
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
    text.bindTwoWay(to: number, converting: Conversion(forward: Self.number, back: { String($0) }), errors: errors)
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
    first.bindTwoWay(to: second, converting: Conversion(forward: convert, back: convert), errors: errors)
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
    age.bindTwoWay(to: text, converting: Conversion(forward: { String($0) }, back: Self.number), errors: errors)
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

  @Test("an observer of the failures may write either side")
  func writeOnFailure() {
    let age = OpenBehavior(36)
    let text = OpenBehavior("")
    let errors = Event<NoNumber>()
    age.bindTwoWay(to: text, converting: Conversion(forward: { String($0) }, back: Self.number), errors: errors)
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
    a.bindTwoWay(to: b, converting: Conversion(forward: { $0 * factor.value }, back: { $0 / factor.value }))
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
      subscription = a.bindTwoWay(
        to: b, converting: Conversion(forward: Self.number, back: { String($0) }), errors: event)
    }
    #expect(errors != nil)
    subscription.cancel()
    #expect(errors == nil)
  }

  @Test("one conversion serves several bindings, of behaviors and of properties")
  func shared() {
    let decimal = Conversion(forward: { String($0) }, back: Self.number)
    let age = OpenBehavior(36)
    let text = OpenBehavior("")
    let field = PlainField("")
    let errors = Event<NoNumber>()
    var failures: [String] = []
    errors.sink { failures.append($0.text) }
    age.bindTwoWay(to: text, converting: decimal, errors: errors)
    age.bindTwoWay(to: \.value, on: field, changes: .event(\.edited), converting: decimal, errors: errors)
    #expect(text.value == "36" && field.value == "36")
    field.edit("37")
    #expect(age.value == 37 && text.value == "37" && failures.isEmpty)
    field.edit("many")
    text.value = "few"
    #expect(age.value == 37 && failures == ["many", "few"])
  }

  @Test("the type of what is thrown follows from either function, from an annotation, or from the event")
  func failureTypes() {
    let neither = Conversion(forward: { String($0 as Int) }, back: { Int($0) ?? 0 })
    let second = Conversion(forward: { String($0) }, back: { text throws(NoNumber) in try Self.number(text) })
    let first = Conversion<String, Int, NoNumber>(forward: Self.number, back: { String($0) })
    let untyped = Conversion(forward: { String($0) }, back: { try Self.number($0) })
    #expect(type(of: neither) == Conversion<Int, String, Never>.self)
    #expect(type(of: second) == Conversion<Int, String, NoNumber>.self)
    #expect(type(of: first) == Conversion<String, Int, NoNumber>.self)
    #expect(type(of: untyped) == Conversion<Int, String, any Error>.self)

    let text = OpenBehavior("x")
    let errors = Event<NoNumber>()
    var failures: [String] = []
    errors.sink { failures.append($0.text) }
    text.bindTwoWay(to: OpenBehavior(0), converting: .init(forward: Self.number, back: { String($0) }), errors: errors)
    text.bindTwoWay(to: OpenBehavior(0), converting: first, errors: errors)
    #expect(failures == ["x", "x"])
  }

  @Test("what the functions captured goes with the last that has the conversion")
  func captures() {
    let live = LiveCount()
    let subscription: Subscription
    let number = OpenBehavior(1)
    let other = OpenBehavior(0)
    do {
      let captured = live.make()
      let conversion = Conversion<Int, Int, Never>(
        forward: {
          captured.touch()
          return $0
        }, back: { $0 })
      number.bindTwoWay(to: other, converting: conversion).cancel()
      subscription = number.bindTwoWay(to: other, converting: conversion)
    }
    #expect(live.alive == 1)
    subscription.cancel()
    #expect(live.alive == 0)
  }

  /// A text with a color that comparisons ignore.
  private struct Styled {
    var text: String
  }
  private static func number(styled: Styled) throws(NoNumber) -> Int { try number(styled.text) }

  @Test("of a property whose values can be compared, the forward conversion may fail, or both")
  func propertyForwardFails() {
    let text = OpenBehavior("1")
    let field = PlainField(0)
    let errors = Event<NoNumber>()
    var failures: [String] = []
    errors.sink { failures.append($0.text) }
    let subscription = text.bindTwoWay(
      to: \.value, on: field, changes: .event(\.edited),
      converting: Conversion(forward: Self.number, back: { String($0) }), errors: errors)
    #expect(field.value == 1)
    text.value = "x"
    #expect(field.value == 1 && failures == ["x"])
    field.edit(2)
    #expect(text.value == "2")
    subscription.cancel()

    func even(_ number: Int) throws(NoNumber) -> String {
      if number % 2 == 1 { throw NoNumber(text: "odd \(number)") }
      return String(number)
    }
    text.bindTwoWay(
      to: \.value, on: field, changes: .event(\.edited), converting: Conversion(forward: Self.number, back: even),
      errors: errors)
    field.edit(3)
    #expect(text.value == "2" && failures == ["x", "odd 3"])
    text.value = "y"
    #expect(field.value == 3 && failures == ["x", "odd 3", "y"])
    field.edit(4)
    #expect(text.value == "4")
  }

  @Test("of a property whose values cannot be compared, the way back may fail")
  func looseBackFails() {
    let number = OpenBehavior(1)
    let field = PlainField(Styled(text: ""))
    let errors = Event<NoNumber>()
    var failures: [String] = []
    errors.sink { failures.append($0.text) }
    number.bindTwoWay(
      to: \.value, on: field, changes: .event(\.edited),
      converting: Conversion(forward: { Styled(text: String($0)) }, back: Self.number(styled:)), errors: errors)
    #expect(field.value.text == "1")
    field.edit(Styled(text: "x"))
    #expect(number.value == 1 && failures == ["x"])
    field.edit(Styled(text: "2"))
    #expect(number.value == 2)
    number.value = 3
    #expect(field.value.text == "3" && failures == ["x"])
  }

  @Test("of a property whose values cannot be compared, the way there may fail, or both")
  func looseForwardFails() {
    func styled(_ number: Int) throws(NoNumber) -> Styled {
      if number < 0 { throw NoNumber(text: "\(number)") }
      return Styled(text: String(number))
    }
    let errors = Event<NoNumber>()
    var failures: [String] = []
    errors.sink { failures.append($0.text) }
    let first = OpenBehavior(1)
    let field = PlainField(Styled(text: ""))
    first.bindTwoWay(
      to: \.value, on: field, changes: .event(\.edited),
      converting: Conversion(forward: styled, back: { $0.text.count }), errors: errors)
    #expect(field.value.text == "1")
    first.value = -1
    #expect(field.value.text == "1" && failures == ["-1"])
    field.edit(Styled(text: "12345"))
    #expect(first.value == 5)

    let second = OpenBehavior(1)
    let other = PlainField(Styled(text: ""))
    second.bindTwoWay(
      to: \.value, on: other, changes: .event(\.edited),
      converting: Conversion(forward: styled, back: Self.number(styled:)), errors: errors)
    second.value = -2
    other.edit(Styled(text: "x"))
    #expect(second.value == -2 && other.value.text == "x" && failures == ["-1", "-2", "x"])
    other.edit(Styled(text: "7"))
    #expect(second.value == 7)
  }
}
