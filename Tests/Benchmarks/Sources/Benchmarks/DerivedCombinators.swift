import OpenCombine
import ReactiveDerived

extension Suite {
  /// Operators on behaviors and on event streams, each with one observer.
  static var derivedCombinators: Suite {
    Suite(name: "Derived: combinators", cases: [mapping, combining, stream])
  }

  private static var mapping: Case {
    let cell = Checksum.cell
    return Case(
      name: "Behavior.map.map.map",
      unit: "ns",
      contenders: [
        .floor(fieldsAndClosures) {
          let runs = Tally()
          let increment = DerivedFloor.increment(runs)
          let source = DerivedFloor.input()
          var top = source
          for _ in 0..<3 {
            let next = DerivedFloor.input()
            top.observers.append { next.write(increment($0)) }
            top = next
          }
          top.observers.append { cell.pointee &+= $0 &- 3 }
          return counted(runs, runs: 3, in: "floor of three maps", source.write)
        },
        .ours("OpenBehavior") {
          let runs = Tally()
          let source = OpenBehavior(0)
          let mapped =
            source
            .map { runs.added(1, to: $0) }
            .map { runs.added(1, to: $0) }
            .map { runs.added(1, to: $0) }
          mapped.sink { cell.pointee &+= $0 &- 3 }
          return counted(runs, runs: 3, in: "three maps", keeping: mapped) { source.value = $0 }
        },
        .peer("OpenCombine CurrentValueSubject") {
          let runs = Tally()
          let source = CurrentValueSubject<Int, Never>(0)
          let token = source.dropFirst()
            .map { runs.added(1, to: $0) }
            .map { runs.added(1, to: $0) }
            .map { runs.added(1, to: $0) }
            .sink { cell.pointee &+= $0 &- 3 }
          return counted(runs, runs: 3, in: "three maps of a subject", keeping: token) { source.value = $0 }
        },
      ])
  }

  private static var combining: Case {
    let cell = Checksum.cell
    return Case(
      name: "Behavior.combine, two",
      unit: "ns",
      contenders: [
        .floor(fieldsAndClosures) {
          let (a, b) = (DerivedFloor.input(), DerivedFloor.input())
          let observer = makePairObserver(cell)
          for input in [a, b] {
            input.observers.append { _ in observer(a.value, b.value) }
          }
          return Work { values in
            for value in values { inTurn(value, { a.write($0) }, { b.write($0) }) }
          }
        },
        .ours("OpenBehavior") {
          let (a, b) = (OpenBehavior(0), OpenBehavior(0))
          let both = a.combine(b)
          both.sink { a, b in cell.pointee &+= a &+ b }
          return Work { values in
            for value in values { inTurn(value, { a.value = $0 }, { b.value = $0 }) }
            withExtendedLifetime(both) {}
          }
        },
        .peer("OpenCombine, map and switchToLatest") {
          let (a, b) = (CurrentValueSubject<Int, Never>(0), CurrentValueSubject<Int, Never>(0))
          let token = a.map { a in b.map { b in (a, b) } }.switchToLatest().sink { a, b in cell.pointee &+= a &+ b }
          return Work { values in
            for value in values { inTurn(value, { a.value = $0 }, { b.value = $0 }) }
            withExtendedLifetime(token) {}
          }
        },
      ])
  }

  private static var stream: Case {
    let cell = Checksum.cell
    return Case(
      name: "EventStream.map.filter.sink",
      unit: "ns",
      contenders: [
        .floor("floor: nested calls") {
          let runs = Tally()
          let increment = DerivedFloor.increment(runs)
          let observed = ClosureList(observers: 1) { { cell.pointee &+= $0 &- 1 } }
          let filtered = ClosureList(observers: 1) { { if $0 != 0 { observed.send($0) } } }
          let source = ClosureList(observers: 1) { { filtered.send(increment($0)) } }
          return counted(runs, in: "floor of map and filter", source.send)
        },
        .ours("Event") {
          let runs = Tally()
          let source = Event<Int>()
          source
            .map { runs.added(1, to: $0) }
            .filter { $0 != 0 }
            .sink { cell.pointee &+= $0 &- 1 }
          return counted(runs, in: "map and filter", source.trigger)
        },
        .peer("OpenCombine PassthroughSubject") {
          let runs = Tally()
          let source = PassthroughSubject<Int, Never>()
          let token =
            source
            .map { runs.added(1, to: $0) }
            .filter { $0 != 0 }
            .sink { cell.pointee &+= $0 &- 1 }
          return counted(runs, in: "map and filter of a subject", keeping: token, source.send)
        },
      ])
  }
}

@inline(never)
private func makePairObserver(_ cell: UnsafeMutablePointer<Int>) -> (Int, Int) -> Void {
  { cell.pointee &+= $0 &+ $1 }
}

extension Tally {
  /// Returns a sum, and counts a run.
  @inline(__always)
  fileprivate func added(_ increment: Int, to value: Int) -> Int {
    add()
    return value &+ increment
  }
}
