import OpenCombine
import ReactiveCore

extension Suite {
  /// An event delivering one Int to N observers.
  static var coreBroadcast: Suite {
    let cell = Checksum.cell
    let adder = Adder(cell)
    return Suite(
      name: "Event: broadcast",
      cases: [0, 1, 10, 100, 1000, 10_000].map { count in
        broadcast(
          to: count,
          floor: { list in list.observers.append { cell.pointee &+= $0 } },
          ours: { event in event.sink { cell.pointee &+= $0 } },
          peer: { subject in subject.sink { cell.pointee &+= $0 } })
      } + [
        // Swift uses the single captured object as the closure's context: no allocation.
        broadcast(
          to: 1000, " capturing one object",
          floor: { list in list.observers.append { adder.add($0) } },
          ours: { event in event.sink { adder.add($0) } },
          peer: { subject in subject.sink { adder.add($0) } }),
        // A closure written in place is compiled in the form that generic code calls; a function value is wrapped.
        broadcast(
          to: 1000, ", function values",
          floor: { list in list.observers.append(makeObserver(cell)) },
          ours: { event in event.sink(makeObserver(cell)) },
          peer: { subject in subject.sink(receiveValue: makeObserver(cell)) }),
      ])
  }

  private static func broadcast(
    to count: Int,
    _ how: String = "",
    floor: @escaping (ClosureList) -> Void,
    ours: @escaping (Event<Int>) -> Void,
    peer: @escaping (PassthroughSubject<Int, Never>) -> AnyCancellable
  ) -> Case {
    let passthrough = "OpenCombine PassthroughSubject"
    return Case(
      name: observers(count) + how,
      unit: count == 0 ? "ns/trigger" : "ns/delivery",
      bounds: deliveryBounds(observers: count, peers: [passthrough]),
      contenders: [
        .floor("floor: closures in an array", per: count) {
          let list = ClosureList()
          for _ in 0..<count { floor(list) }
          return Work(deliveries: count) { values in
            for value in values { list.send(value) }
          }
        },
        .ours("Event", per: count) {
          let event = Event<Int>()
          for _ in 0..<count { ours(event) }
          return Work(deliveries: count) { values in
            for value in values { event.trigger(value) }
          }
        },
        .peer(passthrough, per: count) {
          let subject = PassthroughSubject<Int, Never>()
          let tokens = (0..<count).map { _ in peer(subject) }
          return Work(deliveries: count) { values in
            for value in values { subject.send(value) }
            withExtendedLifetime(tokens) {}
          }
        },
        .peer("no closures: unretained method calls", per: count) {
          let list = UnretainedList(observers: count)
          return Work(deliveries: count) { values in
            for value in values { list.send(value) }
          }
        },
      ])
  }
}

/// The bounds of a delivery, of an event or a property.
func deliveryBounds(observers count: Int, peers: [String]) -> [Bound] {
  if count == 0 { return [] }
  return [.timesFloor(count == 1 ? 2 : 1.1)] + peers.map { .fasterThan(peer: $0, times: 10) }
}

func observers(_ count: Int) -> String {
  "\(fixed(Double(count), 0)) \(count == 1 ? "observer" : "observers")"
}
