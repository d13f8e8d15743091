import OpenCombine
import ReactiveBindings
import ReactiveDerived

/// The floor: the same without the layer.
let weakClosure = "floor: a sink with a weak reference"
private let assignment = "OpenCombine assign(to:on:), strong"

extension Suite {
  /// The cost of a write that a binding forwards to a property.
  static var bindingsAssign: Suite {
    Suite(
      name: "Bindings: assign",
      cases: [stored, optional, computed, transformed, described, block, targets, variable, updater, memory])
  }

  private static var stored: Case {
    Case(
      name: "a stored Int", unit: "ns", bounds: [.timesFloor(2)],
      contenders: [
        .floor(weakClosure) { assigning { $0.sink { [weak label = $1] in label?.number = $0 } } },
        .ours("assign(to:on:)") { assigning { $0.assign(to: \.number, on: $1) } },
        .peer(assignment) {
          let subject = CurrentValueSubject<Int, Never>(0)
          let label = BenchmarkLabel()
          let token = subject.assign(to: \.number, on: label)
          return Work(deliveries: 0) { values in
            for value in values { subject.value = value }
            label.check(values, keeping: token)
          }
        },
      ])
  }

  private static var optional: Case {
    Case(
      name: "an optional Int", unit: "ns", bounds: [.timesFloor(2)],
      contenders: [
        .floor(weakClosure) {
          assigning(\.optionalNumber) { $0.sink { [weak label = $1] in label?.optionalNumber = $0 } }
        },
        .ours("assign(to:on:)") { assigning(\.optionalNumber) { $0.assign(to: \.optionalNumber, on: $1) } },
      ])
  }

  private static var computed: Case {
    Case(
      name: "a computed Int", unit: "ns", bounds: [.timesFloor(2)],
      contenders: [
        .floor(weakClosure) { assigning { $0.sink { [weak label = $1] in label?.computed = $0 } } },
        .ours("assign(to:on:)") { assigning { $0.assign(to: \.computed, on: $1) } },
      ])
  }

  private static var transformed: Case {
    Case(
      name: "a stored Int, with a transform", unit: "ns", bounds: [.timesFloor(2)],
      contenders: [
        .floor(weakClosure) { assigning { $0.sink { [weak label = $1] in label?.number = $0 &+ 1 &- 1 } } },
        .ours("assign(to:on:)") { assigning { $0.assign(to: \.number, on: $1) { $0 &+ 1 &- 1 } } },
      ])
  }

  private static var described: Case {
    Case(
      name: "a description", unit: "ns", bounds: [.timesFloor(2)],
      contenders: [
        .floor(weakClosure) { describing { $0.sink { [weak label = $1] in label?.text = $0.description } } },
        .ours("assign(describeTo:on:)") { describing { $0.assign(describeTo: \.text, on: $1) } },
      ])
  }

  private static var block: Case {
    Case(
      name: "a line of a block", unit: "ns", bounds: [.timesFloor(2)],
      contenders: [
        .floor(weakClosure) { assigning { $0.sink { [weak label = $1] in label?.number = $0 } } },
        .ours("bind { \\.number <- }") { assigning { number, label in bind(label) { \.number <- number } } },
      ])
  }

  private static var targets: Case {
    Case(
      name: "100 targets, each", unit: "ns/target", bounds: [.timesFloor(2)],
      contenders: [
        .floor(weakClosure, per: 100) {
          assigning(count: 100) { number, labels in
            for label in labels { number.sink { [weak label] in label?.number = $0 } }
          }
        },
        .ours("assign(to:on:)", per: 100) {
          assigning(count: 100) { number, labels in number.assign(to: \.number, onEach: labels) }
        },
      ])
  }

  /// No bound: a key path opaque to the optimizer.
  private static var variable: Case {
    Case(
      name: "a key path from a variable", unit: "ns",
      contenders: [
        .floor(weakClosure) { assigning { $0.sink { [weak label = $1] in label?.number = $0 } } },
        .ours("assign(to:on:)") { assigning { $0.assign(to: BenchmarkLabel.someNumber, on: $1) } },
      ])
  }

  private static var updater: Case {
    Case(
      name: "by an updater", unit: "ns", bounds: [.timesFloor(2)],
      contenders: [
        .floor("floor: an update with a weak reference") {
          let updater = Updater()
          return assigning(keeping: updater) { number, label in
            updater.keepUpToDate(dependencies: [number]) { [weak label] in label?.number = number.peek() }
          }
        },
        .ours("bind(object:keyPath:toProperty:)") {
          let updater = Updater()
          return assigning(keeping: updater) { number, label in
            updater.bind(object: label, keyPath: \.number, toProperty: number)
          }
        },
      ])
  }

  private static var memory: Case {
    let label = BenchmarkLabel()
    return Case(
      name: "a binding on a behavior", unit: "bytes",
      contenders: [
        .once(.floor, weakClosure) {
          bytesPerInstance { number in
            let number = OpenBehavior(number)
            number.sink { [weak label] in label?.number = $0 }
            return number
          }
        },
        .once(.ours) {
          bytesPerInstance { number in
            let number = OpenBehavior(number)
            number.assign(to: \.number, on: label)
            return number
          }
        },
      ])
  }

  private static func assigning<Result>(
    _ keyPath: KeyPath<BenchmarkLabel, Int?> = \.number.optional, keeping kept: AnyObject? = nil,
    _ bind: (OpenBehavior<Int>, BenchmarkLabel) -> Result
  ) -> Work {
    let number = OpenBehavior(0)
    let label = BenchmarkLabel()
    _ = bind(number, label)
    return Work(deliveries: 0) { values in
      for value in values { number.value = value }
      label.check(values, at: keyPath, keeping: kept)
    }
  }

  private static func assigning<Result>(
    count: Int, _ bind: (OpenBehavior<Int>, [BenchmarkLabel]) -> Result
  ) -> Work {
    let number = OpenBehavior(0)
    let labels = (0..<count).map { _ in BenchmarkLabel() }
    _ = bind(number, labels)
    return Work(deliveries: 0) { values in
      for value in values { number.value = value }
      for label in labels { label.check(values) }
    }
  }

  private static func describing<Result>(_ bind: (OpenBehavior<Int>, BenchmarkLabel) -> Result) -> Work {
    let number = OpenBehavior(0)
    let label = BenchmarkLabel()
    _ = bind(number, label)
    return Work(deliveries: 0) { values in
      for value in values { number.value = value }
      if let last = values.last, label.text != "\(last)" {
        fail("benchmarks: a label shows \(label.text), not \(last)")
      }
    }
  }
}

final class BenchmarkLabel {
  var number = 0
  var optionalNumber: Int?
  var text = ""
  var computed: Int {
    get { number }
    set { number = newValue }
  }

  /// Chosen at run time, hidden from the optimizer.
  static var someNumber: ReferenceWritableKeyPath<BenchmarkLabel, Int> {
    CommandLine.arguments.count > 1_000 ? \.computed : \.number
  }

  /// Stops the program unless the last value has arrived.
  func check(
    _ values: Range<Int>, at keyPath: KeyPath<BenchmarkLabel, Int?> = \.number.optional, keeping kept: Any? = nil
  ) {
    if let last = values.last, self[keyPath: keyPath] != last {
      fail("benchmarks: a label has \(String(describing: self[keyPath: keyPath])), not \(last)")
    }
    withExtendedLifetime(kept) {}
  }
}

extension Int {
  fileprivate var optional: Int? { self }
}
