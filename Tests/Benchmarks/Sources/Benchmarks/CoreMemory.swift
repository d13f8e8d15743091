import OpenCombine
import ReactiveCore

extension Suite {
  /// Heap bytes of one instance, averaged over 100,000, as the allocator sees them: whole chunks with their headers.
  static var coreMemory: Suite {
    let cell = Checksum.cell
    let adder = Adder(cell)
    return Suite(
      name: "Memory",
      cases: [
        Case(
          name: "behavior of Int",
          unit: "bytes",
          bounds: [.atMost(96)],
          contenders: [
            .once(.floor) { bytesPerInstance { _ in Field() } },
            .once(.ours) { bytesPerInstance { OpenBehavior($0) } },
            .once(.peer, "OpenCombine CurrentValueSubject") {
              bytesPerInstance { CurrentValueSubject<Int, Never>($0) }
            },
            .once(.peer, "Observation (whole model)") { bytesPerInstance { _ in ObservableModel() } },
          ]),
        Case(
          name: "class with one @Property",
          unit: "bytes",
          contenders: [
            .once(.floor) { bytesPerInstance { _ in Field() } },
            .once(.ours) { bytesPerInstance { _ in PropertyModel() } },
            .once(.peer, "OpenCombine @Published") { bytesPerInstance { _ in PublishedModel() } },
          ]),
        Case(
          name: "event",
          unit: "bytes",
          contenders: [
            .once(.ours) { bytesPerInstance { _ in Event<Int>() } },
            .once(.peer, "OpenCombine PassthroughSubject") {
              bytesPerInstance { _ in PassthroughSubject<Int, Never>() }
            },
          ]),
        subscription(
          "one word captured",
          floor: { list in list.observers.append { cell.pointee &+= $0 } },
          ours: { event in event.sink { cell.pointee &+= $0 } },
          peer: { subject in subject.sink { cell.pointee &+= $0 } }),
        subscription(
          "one object captured",
          floor: { list in list.observers.append { adder.add($0) } },
          ours: { event in event.sink { adder.add($0) } },
          peer: { subject in subject.sink { adder.add($0) } }),
        // A closure written in place is compiled in the form that generic code calls; a function value is wrapped.
        subscription(
          "one word, function value",
          floor: { list in list.observers.append(makeObserver(cell)) },
          ours: { event in event.sink(makeObserver(cell)) },
          peer: { subject in subject.sink(receiveValue: makeObserver(cell)) }),
        Case(
          name: "subscription, one word, token dropped",
          unit: "bytes",
          bounds: [.atMost(96)],
          contenders: [
            .once(.ours) {
              let event = Event<Int>()
              return bytesPerInstance { _ in _ = event.sink { cell.pointee &+= $0 } }
            }
          ]),
        Case(
          name: "first subscription on an event",
          unit: "bytes",
          contenders: [
            .once(.ours) {
              let events = (0...instances).map { _ in Event<Int>() }
              return bytesPerInstance { events[$0].sink { cell.pointee &+= $0 } }
            },
            .once(.peer, "OpenCombine PassthroughSubject") {
              let subjects = (0...instances).map { _ in PassthroughSubject<Int, Never>() }
              return bytesPerInstance { subjects[$0].sink { cell.pointee &+= $0 } }
            },
          ]),
        Case(
          name: "first subscription on a behavior",
          unit: "bytes",
          contenders: [
            .once(.ours) {
              let behaviors = (0...instances).map { OpenBehavior($0) }
              return bytesPerInstance { behaviors[$0].sink { cell.pointee &+= $0 } }
            },
            .once(.peer, "OpenCombine CurrentValueSubject") {
              let subjects = (0...instances).map { CurrentValueSubject<Int, Never>($0) }
              return bytesPerInstance { subjects[$0].dropFirst().sink { cell.pointee &+= $0 } }
            },
          ]),
      ])
  }

  /// Many subscriptions on one source, with their tokens kept. Includes the closure's own captures.
  private static func subscription(
    _ name: String,
    floor: @escaping (ClosureList) -> Void,
    ours: @escaping (Event<Int>) -> ReactiveCore.Subscription,
    peer: @escaping (PassthroughSubject<Int, Never>) -> AnyCancellable
  ) -> Case {
    Case(
      name: "subscription, \(name)",
      unit: "bytes",
      bounds: [.atMost(96)],
      contenders: [
        .once(.floor) {
          let list = ClosureList()
          return bytesPerInstance { _ in floor(list) }
        },
        .once(.ours) {
          let event = Event<Int>()
          return bytesPerInstance { _ in ours(event) }
        },
        .once(.peer, "OpenCombine PassthroughSubject") {
          let subject = PassthroughSubject<Int, Never>()
          return bytesPerInstance { _ in peer(subject) }
        },
      ])
  }
}

private let instances = 100_000

/// The heap's growth per instance, without the array that keeps them, which is reserved before, and without allocations
/// that a type's first instance makes for all.
func bytesPerInstance<Instance>(_ make: (Int) -> Instance) -> Double {
  let first = make(0)
  var kept: [Instance] = []
  kept.reserveCapacity(instances)
  let growth = HeapGrowth.during {
    for index in 1...instances { kept.append(make(index)) }
  }
  precondition(kept.count == instances)
  // To 0.1 bytes: sometimes the allocator only has a chunk 16 bytes larger than requested.
  return withExtendedLifetime(first) { (Double(growth.live) / Double(instances) * 10).rounded() / 10 }
}
