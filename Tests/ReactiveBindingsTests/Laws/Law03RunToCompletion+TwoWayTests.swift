import ReactiveBindings
import ReactiveTracking
import Testing

@Suite("What runs in the midst of a two-way binding")
struct TwoWayReentrancyTests {
  /// A value whose `deinit` may do anything.
  private final class Noisy: Equatable {
    let number: Int
    private let atEnd: () -> Void
    init(_ number: Int, atEnd: @escaping () -> Void = {}) {
      self.number = number
      self.atEnd = atEnd
    }
    deinit { atEnd() }
    static func == (one: Noisy, other: Noisy) -> Bool { one.number == other.number }
  }

  @Test("law 12: a value whose end announces a change")
  func announcedByEndOfValue() {
    let number = OpenBehavior(0)
    let field = PlainField(Noisy(0))
    field.accept = { Noisy($0.number) }
    var announces = false
    var ends = 0
    number.bindTwoWay(
      to: \.value, on: field, changes: .callback(\.onEdit),
      converting: Conversion(
        forward: { [weak field] in
          Noisy($0) {
            ends += 1
            if announces { field?.announce() }
          }
        }, back: { $0.number }))
    announces = true
    number.value = 1
    number.value = 2
    #expect(number.value == 2 && field.value.number == 2)
    #expect(ends > 0)
    field.edit(Noisy(3))
    #expect(number.value == 3)
  }

  // MARK: Tracking

  @Test("an effect that edits a field does not come to depend on what the conversion reads")
  func conversionIsNotTracked() {
    let go = OpenBehavior(0)
    let factor = OpenBehavior(1)
    let number = OpenBehavior(1)
    let field = PlainField("1")
    number.bindTwoWay(
      to: \.value, on: field, changes: .callback(\.onEdit),
      converting: Conversion(forward: { "\($0)" }, back: { (Int($0) ?? 0) * factor.value }))
    var runs = 0
    let effect = Effect {
      runs += 1
      field.edit("\(go.value + 5)")
    }
    #expect(runs == 1 && number.value == 5)
    factor.value = 2
    #expect(runs == 1)
    go.value = 1
    #expect(runs == 2 && number.value == 12)
    withExtendedLifetime(effect) {}
  }

  /// A view whose property is stored in a behavior.
  private final class InnerView {
    let inner = OpenBehavior("1")
    var onEdit: () -> Void = {}
    var text: String {
      get { inner.value }
      set { inner.value = newValue }
    }
  }

  @Test("nor on what the property's getter reads")
  func getterIsNotTracked() {
    let view = InnerView()
    let text = OpenBehavior("a")
    let go = OpenBehavior(0)
    text.bindTwoWay(to: \.text, on: view, changes: .callback(\.onEdit))
    var runs = 0
    let effect = Effect {
      _ = go.value
      runs += 1
      view.onEdit()
    }
    view.inner.value = "2"
    #expect(runs == 1)
    go.value = 1
    #expect(runs == 2 && text.value == "2")
    withExtendedLifetime(effect) {}
  }

  @Test("nor on what is read by the functions of bindings that are made in it")
  func bindingIsNotTracked() {
    let go = OpenBehavior(0)
    let other = OpenBehavior(0)
    let label = PlainLabel()
    var runs = 0
    let effect = Effect {
      _ = go.value
      runs += 1
      go.assign(to: \.text, on: label) { "\($0) \(other.value)" }
      _ = bind(label) { \.number <- other }
      OpenBehavior(0).bindTwoWay(
        to: OpenBehavior(0), converting: Conversion(forward: { $0 + other.value }, back: { $0 }))
    }
    other.value = 5
    #expect(runs == 1 && label.number == 5)
    go.value = 1
    #expect(runs == 2)
    withExtendedLifetime(effect) {}
  }

  // MARK: Conversions that write

  @Test("a conversion that writes the other side: that write is newer than the value which is converted")
  func conversionWritesOtherSide() {
    let first = OpenBehavior(0)
    let second = OpenBehavior(0)
    var writes = false
    first.bindTwoWay(
      to: second,
      converting: Conversion(
        forward: { [unowned second] in
          if writes { second.value = 50 }
          writes = false
          return $0
        }, back: { $0 }))
    writes = true
    first.value = 1
    #expect(first.value == 50 && second.value == 50)
  }

  @Test("a conversion that writes its own side is called again until it writes no more")
  func conversionWritesOwnSide() {
    let first = OpenBehavior(0)
    let second = OpenBehavior(0)
    first.bindTwoWay(
      to: second,
      converting: Conversion(
        forward: { [unowned first] in
          if $0 < 10 { first.value = $0 + 1 }
          return $0
        },
        back: { [unowned second] in
          if $0 < 20 { second.value = $0 + 1 }
          return $0
        }))
    #expect(first.value == second.value)
    first.value = 5
    #expect(first.value == second.value)
    second.value = 12
    #expect(first.value == 20 && second.value == 20)
  }

  @Test("a conversion that cancels the binding, or makes the same one again")
  func conversionCancelsAndBinds() {
    let first = OpenBehavior(1)
    let second = OpenBehavior(0)
    var subscription: Subscription?
    subscription = first.bindTwoWay(
      to: second,
      converting: Conversion(
        forward: {
          subscription?.cancel()
          return $0
        }, back: { $0 }))
    first.value = 2
    first.value = 3
    #expect(second.value != 3)
    second.value = 7
    #expect(first.value == 3)

    let third = OpenBehavior(0)
    let fourth = OpenBehavior(0)
    var more = 20
    let bag = SubscriptionBag()
    func bindAgain() {
      third.bindTwoWay(
        to: fourth,
        converting: Conversion(
          forward: {
            more -= 1
            if more > 0 { bindAgain() }
            return $0
          }, back: { $0 }
        )
      ).store(in: bag)
    }
    bindAgain()
    third.value = 3
    #expect(fourth.value == 3 && more <= 0)
    bag.cancelAll()
  }

  // MARK: Properties that never agree

  @Test("two properties of one behavior that never agree settle after one round trip", arguments: [true, false])
  func neverAgree(byEvent: Bool) {
    let number = OpenBehavior(0)
    let low = PlainField(0)
    let high = PlainField(0)
    low.accept = { min($0, 3) }
    high.accept = { max($0, 4) }
    for field in [low, high] {
      field.announcesWrites = true
      number.bindTwoWay(to: \.value, on: field, changes: byEvent ? .event(field.edited) : .callback(\.onEdit))
    }
    var notified: [Int] = []
    number.sink { notified.append($0) }
    for value in [9, -9, 3, 4, 5, 0] {
      let writes = (low.writes.count, high.writes.count)
      notified = []
      number.value = value
      #expect(low.value <= 3 && high.value >= 4)
      #expect(number.value == low.value || number.value == high.value)
      #expect(low.writes.count - writes.0 <= 2 && high.writes.count - writes.1 <= 2)
      #expect(notified.count <= 3)
    }
    for value in [2, 1] {
      let writes = (low.writes.count, high.writes.count)
      low.edit(value)
      #expect(low.writes.count - writes.0 <= 2 && high.writes.count - writes.1 <= 2)
    }
    for value in [7, 8] {
      let writes = (low.writes.count, high.writes.count)
      high.edit(value)
      #expect(low.writes.count - writes.0 <= 2 && high.writes.count - writes.1 <= 2)
    }
  }
}
