import OpenCombine
import ReactiveCore

extension Suite {
  /// Subscribing and cancelling. Subscribing includes the observer's closure, which allocates its context.
  static var coreSubscribe: Suite {
    Suite(
      name: "Subscribe and cancel",
      cases: [
        subscribeAndCancel(others: 0),
        subscribeAndCancel(others: 10_000),
        subscribeAndCancelFunctionValue,
        subscribeAndCancelOnBehavior,
        add(10_000),
      ]
        + CancelOrder.allCases.map { cancelAll(10_000, in: $0) }
        + CancelOrder.allCases.map { cancelGrowth(in: $0) })
  }

  private static let passthrough = "OpenCombine PassthroughSubject"

  private static func subscribeAndCancel(others: Int) -> Case {
    let cell = Checksum.cell
    return Case(
      name: others == 0 ? "subscribe + cancel, no others" : "subscribe + cancel, \(fixed(Double(others), 0)) others",
      unit: "ns",
      bounds: [.atMost(100)],
      contenders: [
        .floor("floor: append + remove in an array") {
          let list = ClosureList(observers: others) { { cell.pointee &+= $0 } }
          return Work(deliveries: 0) { values in
            for _ in values {
              list.observers.append { cell.pointee &+= $0 }
              list.observers.removeLast()
            }
          }
        },
        .ours("Event") {
          let event = Event<Int>()
          for _ in 0..<others { event.sink { cell.pointee &+= $0 } }
          return Work(
            run: { values in
              for _ in values { event.sink { cell.pointee &+= $0 }.cancel() }
            },
            deliveries: 0,
            finish: {
              Checksum.expect(growth: others, in: "subscribe + cancel") { event.trigger(1) }
            })
        },
        .peer(passthrough) {
          let subject = PassthroughSubject<Int, Never>()
          let tokens = (0..<others).map { _ in subject.sink { cell.pointee &+= $0 } }
          return Work(deliveries: 0) { values in
            for _ in values { subject.sink { cell.pointee &+= $0 }.cancel() }
            withExtendedLifetime(tokens) {}
          }
        },
      ])
  }

  /// A closure written in place is compiled in the form that generic code calls; a function value is wrapped.
  private static var subscribeAndCancelFunctionValue: Case {
    let cell = Checksum.cell
    return Case(
      name: "subscribe + cancel, function value",
      unit: "ns",
      bounds: [.atMost(100)],
      contenders: [
        .floor("floor: append + remove in an array") {
          let list = ClosureList()
          return Work(deliveries: 0) { values in
            for _ in values {
              list.observers.append(makeObserver(cell))
              list.observers.removeLast()
            }
          }
        },
        .ours("Event") {
          let event = Event<Int>()
          return Work(deliveries: 0) { values in
            for _ in values { event.sink(makeObserver(cell)).cancel() }
          }
        },
        .peer(passthrough) {
          let subject = PassthroughSubject<Int, Never>()
          return Work(deliveries: 0) { values in
            for _ in values { subject.sink(receiveValue: makeObserver(cell)).cancel() }
          }
        },
      ])
  }

  private static var subscribeAndCancelOnBehavior: Case {
    let cell = Checksum.cell
    return Case(
      name: "subscribe + cancel on an OpenBehavior",
      unit: "ns",
      bounds: [.atMost(100)],
      contenders: [
        .ours("OpenBehavior") {
          let behavior = OpenBehavior(0)
          return Work(deliveries: 0) { values in
            for _ in values { behavior.sink { cell.pointee &+= $0 }.cancel() }
          }
        },
        .peer("OpenCombine CurrentValueSubject") {
          let subject = CurrentValueSubject<Int, Never>(0)
          return Work(deliveries: 0) { values in
            for _ in values { subject.sink { cell.pointee &+= $0 }.cancel() }
          }
        },
      ])
  }

  private static func add(_ count: Int) -> Case {
    Case(
      name: "add \(fixed(Double(count), 0)), each",
      unit: "ns",
      bounds: [.atMost(100)],
      contenders: [
        .floor("floor: append to an array") {
          let cell = Checksum.cell
          var list = ClosureList()
          return Work(
            fixedCount: count,
            prepare: { list = ClosureList() },
            run: { values in
              for _ in values { list.observers.append { cell.pointee &+= $0 } }
            },
            deliveries: 0)
        },
        .ours("Event") {
          let crowd = Crowd(count)
          return Work(fixedCount: count, prepare: crowd.clear, run: crowd.fill, deliveries: 0, finish: crowd.check)
        },
        .peer(passthrough) {
          let crowd = PeerCrowd(count)
          return Work(fixedCount: count, prepare: crowd.clear, run: crowd.fill, deliveries: 0)
        },
      ])
  }

  private static func cancelAll(_ count: Int, in order: CancelOrder) -> Case {
    Case(
      name: "cancel all of \(fixed(Double(count), 0)), \(order.rawValue)",
      unit: "ns",
      bounds: [.atMost(100)],
      contenders: [
        .ours("Event") { cancelling(count, in: order) },
        .peer(passthrough) {
          let crowd = PeerCrowd(count)
          let positions = order.positions(count)
          return Work(
            fixedCount: count,
            prepare: {
              crowd.clear()
              crowd.fill(0..<count)
            },
            run: { _ in
              for position in positions { crowd.tokens[position].cancel() }
            },
            deliveries: 0)
        },
      ])
  }

  /// The cost per subscription is the same with ten times as many: 10,000 for the floor, 100,000 for ours. In random
  /// order, more of them miss the processor's caches more often; dropping plain closures shows by how much.
  private static func cancelGrowth(in order: CancelOrder) -> Case {
    Case(
      name: "cancel: among 100,000 / 10,000, \(order.rawValue)",
      unit: "ns",
      bounds: [.timesFloor(2)],
      contenders: [
        .floor("among 10,000") { cancelling(10_000, in: order) },
        .ours("among 100,000") { cancelling(100_000, in: order) },
        .peer("no library: closures dropped, of 10,000") { dropping(10_000, in: order) },
        .peer("no library: closures dropped, of 100,000") { dropping(100_000, in: order) },
      ])
  }

  private static func dropping(_ count: Int, in order: CancelOrder) -> Work {
    let cell = Checksum.cell
    let list = DroppableClosures()
    let positions = order.positions(count)
    return Work(
      fixedCount: count,
      prepare: {
        for _ in 0..<count { list.closures.append { cell.pointee &+= $0 } }
      },
      run: { _ in
        for position in positions { list.closures[position] = nil }
      },
      deliveries: 0,
      finish: { list.closures.removeAll(keepingCapacity: true) })
  }

  private static func cancelling(_ count: Int, in order: CancelOrder) -> Work {
    let crowd = Crowd(count)
    let positions = order.positions(count)
    return Work(
      fixedCount: count,
      prepare: {
        crowd.clear()
        crowd.fill(0..<count)
        crowd.check()
      },
      run: { _ in
        for position in positions { crowd.tokens[position].cancel() }
      },
      deliveries: 0,
      finish: {
        Checksum.expect(growth: 0, in: "cancel all") { crowd.event.trigger(1) }
      })
  }
}

private final class DroppableClosures {
  var closures: [((Int) -> Void)?] = []
}

private enum CancelOrder: String, CaseIterable {
  case firstToLast = "in order"
  case lastToFirst = "reversed"
  case random

  func positions(_ count: Int) -> [Int] {
    switch self {
    case .firstToLast: return Array(0..<count)
    case .lastToFirst: return Array((0..<count).reversed())
    case .random:
      var generator = FixedGenerator()
      return (0..<count).shuffled(using: &generator)
    }
  }
}

/// A generator with the same order in every run.
private struct FixedGenerator: RandomNumberGenerator {
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

/// An event with many subscriptions, whose tokens the caller keeps.
private final class Crowd {
  let count: Int
  private(set) var event = Event<Int>()
  private(set) var tokens: [ReactiveCore.Subscription] = []

  init(_ count: Int) {
    self.count = count
    tokens.reserveCapacity(count)
  }

  func clear() {
    tokens.removeAll(keepingCapacity: true)
    event = Event<Int>()
  }

  func fill(_ values: Range<Int>) {
    let event = event
    let cell = Checksum.cell
    for _ in values { tokens.append(event.sink { cell.pointee &+= $0 }) }
  }

  func check() {
    Checksum.expect(growth: count, in: "subscribe") { event.trigger(1) }
  }
}

private final class PeerCrowd {
  private(set) var subject = PassthroughSubject<Int, Never>()
  private(set) var tokens: [AnyCancellable] = []

  init(_ count: Int) {
    tokens.reserveCapacity(count)
  }

  func clear() {
    tokens.removeAll(keepingCapacity: true)
    subject = PassthroughSubject()
  }

  func fill(_ values: Range<Int>) {
    let subject = subject
    let cell = Checksum.cell
    for _ in values { tokens.append(subject.sink { cell.pointee &+= $0 }) }
  }
}
