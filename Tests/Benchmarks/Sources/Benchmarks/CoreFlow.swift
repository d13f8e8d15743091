import ReactiveCore

extension Suite {
  /// Batches, and triggers made during a delivery.
  static var coreFlow: Suite {
    Suite(
      name: "Batches and triggers during delivery",
      cases: [batchOfOneWrite, chain, queued(1000)])
  }

  private static var batchOfOneWrite: Case {
    let cell = Checksum.cell
    return Case(
      name: "batch of one write, one observer",
      unit: "ns",
      contenders: [
        .floor("the write without the batch") {
          let behavior = OpenBehavior(0)
          behavior.sink { cell.pointee &+= $0 }
          return Work { values in
            for value in values { behavior.value = value }
          }
        },
        .ours("batch") {
          let behavior = OpenBehavior(0)
          behavior.sink { cell.pointee &+= $0 }
          return Work { values in
            for value in values { batch { behavior.value = value } }
          }
        },
      ])
  }

  /// One observer that forwards the value to a second event, whose delivery completes after that of the first.
  private static var chain: Case {
    let cell = Checksum.cell
    return Case(
      name: "trigger, and one queued by its observer",
      unit: "ns",
      contenders: [
        .floor("floor: nested calls") {
          let inner = ClosureList(observers: 1) { { cell.pointee &+= $0 } }
          let outer = ClosureList(observers: 1) { { inner.send($0) } }
          return Work { values in
            for value in values { outer.send(value) }
          }
        },
        .ours("Event") {
          let inner = Event<Int>()
          inner.sink { cell.pointee &+= $0 }
          let outer = Event<Int>()
          outer.sink { inner.trigger($0) }
          return Work { values in
            for value in values { outer.trigger(value) }
          }
        },
      ])
  }

  private static func queued(_ count: Int) -> Case {
    let cell = Checksum.cell
    return Case(
      name: "\(fixed(Double(count), 0)) queued by one observer, each",
      unit: "ns",
      contenders: [
        .floor("floor: nested calls", per: count) {
          let inner = ClosureList(observers: 1) { { cell.pointee &+= $0 } }
          let outer = ClosureList(observers: 1) {
            { value in
              for _ in 0..<count { inner.send(value) }
            }
          }
          return Work(deliveries: count) { values in
            for value in values { outer.send(value) }
          }
        },
        .ours("Event", per: count) {
          let inner = Event<Int>()
          inner.sink { cell.pointee &+= $0 }
          let outer = Event<Int>()
          outer.sink { value in
            for _ in 0..<count { inner.trigger(value) }
          }
          return Work(deliveries: count) { values in
            for value in values { outer.trigger(value) }
          }
        },
      ])
  }
}
