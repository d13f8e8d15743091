import ReactiveBindings

private let byHand = "floor: two sinks, stopped by =="

extension Suite {
  /// The cost of a value that a two-way binding forwards.
  static var bindingsTwoWay: Suite {
    Suite(name: "Bindings: two-way", cases: [behaviors, conversion, edit, write, ring(10), ring(1000), making])
  }

  private static var behaviors: Case {
    Case(
      name: "two behaviors", unit: "ns",
      contenders: [
        .floor(byHand) {
          carrying { one, other in
            one.sink { [weak other] in other?.value = $0 }
            other.sink { [weak one] in one?.value = $0 }
          }
        },
        .ours("bindTwoWay(to:)") { carrying { $0.bindTwoWay(to: $1) } },
      ])
  }

  private static var conversion: Case {
    Case(
      name: "two behaviors, converted", unit: "ns",
      contenders: [
        .ours("bindTwoWay(to:converting:)") {
          carrying { $0.bindTwoWay(to: $1, converting: Conversion(forward: { $0 &+ 0 }, back: { $0 })) }
        }
      ])
  }

  private static var edit: Case {
    Case(
      name: "an edited property", unit: "ns",
      contenders: [
        .floor("floor: an event's sink and a sink, with weak references") {
          let field = BenchmarkField()
          let number = OpenBehavior(0)
          bindByHand(number, field)
          return editing(field, number)
        },
        .ours("bindTwoWay(to:on:changes:)") {
          let field = BenchmarkField()
          let number = OpenBehavior(0)
          number.bindTwoWay(to: \.number, on: field, changes: .event(field.edited))
          return editing(field, number)
        },
      ])
  }

  private static var write: Case {
    Case(
      name: "a property, written by its behavior", unit: "ns",
      contenders: [
        .floor("floor: an event's sink and a sink, with weak references") {
          let field = BenchmarkField()
          let number = OpenBehavior(0)
          bindByHand(number, field)
          return writing(number, field)
        },
        .ours("bindTwoWay(to:on:changes:)") {
          let field = BenchmarkField()
          let number = OpenBehavior(0)
          number.bindTwoWay(to: \.number, on: field, changes: .event(\.edited))
          return writing(number, field)
        },
      ])
  }

  private static func bindByHand(_ number: OpenBehavior<Int>, _ field: BenchmarkField) {
    field.edited.sink { [weak field, weak number] in
      if let field { number?.value = field.number }
    }
    number.sink { [weak field] value in
      if field?.number != value { field?.number = value }
    }
  }

  private static func ring(_ count: Int) -> Case {
    Case(
      name: "a ring of \(count), each", unit: "ns/behavior",
      contenders: [
        .ours("bindTwoWay(to:)", per: count) {
          let ring = (0..<count).map { _ in OpenBehavior(0) }
          for index in ring.indices { ring[index].bindTwoWay(to: ring[(index + 1) % count]) }
          return Work(deliveries: 0) { values in
            for value in values { ring[0].value = value }
            for behavior in ring { check(behavior, values) }
          }
        }
      ])
  }

  private static var making: Case {
    Case(
      name: "bound and cancelled", unit: "ns",
      contenders: [
        .ours("bindTwoWay(to:)") {
          let (one, other) = (OpenBehavior(0), OpenBehavior(0))
          return Work(deliveries: 0) { values in
            for _ in values { one.bindTwoWay(to: other).cancel() }
          }
        }
      ])
  }

  private static func carrying<Result>(_ bind: (OpenBehavior<Int>, OpenBehavior<Int>) -> Result) -> Work {
    let (one, other) = (OpenBehavior(0), OpenBehavior(0))
    _ = bind(one, other)
    return Work(deliveries: 0) { values in
      for value in values { one.value = value }
      check(other, values)
    }
  }

  private static func editing(_ field: BenchmarkField, _ number: OpenBehavior<Int>) -> Work {
    Work(deliveries: 0) { values in
      for value in values {
        field.number = value
        field.edited.trigger()
      }
      check(number, values)
    }
  }

  private static func writing(_ number: OpenBehavior<Int>, _ field: BenchmarkField) -> Work {
    Work(deliveries: 0) { values in
      for value in values { number.value = value }
      if let last = values.last, field.number != last { fail("benchmarks: a field has \(field.number), not \(last)") }
    }
  }

  private static func check(_ behavior: OpenBehavior<Int>, _ values: Range<Int>) {
    if let last = values.last, behavior.value != last { fail("benchmarks: a behavior has \(behavior), not \(last)") }
  }
}

final class BenchmarkField {
  var number = 0
  let edited = Event<Void>()
}
