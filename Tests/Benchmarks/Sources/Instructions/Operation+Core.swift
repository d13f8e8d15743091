import CBenchmarkSupport
import ReactiveCore

extension Operation {
  static var core: [Operation] {
    [
      Operation(name: "read", run: read),
      Operation(name: "write, unobserved", run: writeUnobserved),
      Operation(name: "write, 1 observer") { write($0, observers: 1) },
      Operation(name: "write, 100 observers") { write($0, observers: 100) },
      Operation(name: "batch of one write, 1 observer", run: batchOfOne),
      Operation(name: "batch of one write of a String, unobserved", run: batchOfString),
      Operation(name: "event, 1 observer", run: event),
      Operation(name: "subscribe and cancel", run: subscribeAndCancel),
    ]
  }

  @inline(never)
  private static func read(_ count: Int) {
    let behavior = OpenBehavior(1)
    expecting(count) { cell in
      for _ in 0..<count {
        cell.pointee &+= behavior.value
        benchmark_barrier()
      }
    }
  }

  @inline(never)
  private static func writeUnobserved(_ count: Int) {
    let behavior = OpenBehavior(0)
    expecting(count) { cell in
      for value in 1...count {
        behavior.value = value
        benchmark_barrier()
      }
      cell.pointee = behavior.value
    }
  }

  @inline(never)
  private static func write(_ count: Int, observers: Int) {
    let behavior = OpenBehavior(0)
    expecting(sum(to: count) * observers) { cell in
      for _ in 0..<observers { behavior.sink { cell.pointee &+= $0 } }
      for value in 1...count { behavior.value = value }
    }
  }

  @inline(never)
  private static func batchOfOne(_ count: Int) {
    let behavior = OpenBehavior(0)
    expecting(sum(to: count)) { cell in
      behavior.sink { cell.pointee &+= $0 }
      for value in 1...count { batch { behavior.value = value } }
    }
  }

  @inline(never)
  private static func batchOfString(_ count: Int) {
    let behavior = OpenBehavior("0")
    let (even, odd) = ("even", "odd")
    expecting(count) { cell in
      for value in 1...count { batch { behavior.value = value & 1 == 0 ? even : odd } }
      cell.pointee = behavior.value == even ? count : 0
    }
  }

  @inline(never)
  private static func event(_ count: Int) {
    let event = Event<Int>()
    expecting(sum(to: count)) { cell in
      event.sink { cell.pointee &+= $0 }
      for value in 1...count { event.trigger(value) }
    }
  }

  @inline(never)
  private static func subscribeAndCancel(_ count: Int) {
    let event = Event<Int>()
    expecting(0) { cell in
      for _ in 0..<count { event.sink { cell.pointee &+= $0 }.cancel() }
      event.trigger(1)
    }
  }
}
