import OpenCombine
import ReactiveDerived

extension Suite {
  /// A write of one input of a derived property with one observer. The inputs are incremented in turn, so that their
  /// sum is the number of the write.
  static var derivedInputs: Suite {
    Suite(name: "Derived: write of an input, one observer", cases: [two, ten])
  }

  private static let bySinks = "OpenCombine, a sink per input"
  private static let bySwitching = "OpenCombine, map and switchToLatest"

  private static var two: Case {
    let cell = Checksum.cell
    return Case(
      name: "derived from 2",
      unit: "ns",
      bounds: [.timesFloor(3), .fasterThan(peer: bySinks, times: 10), .fasterThan(peer: bySwitching, times: 10)],
      contenders: [
        .floor(fieldsAndClosures) {
          let runs = Tally()
          let (a, b) = (DerivedFloor.input(), DerivedFloor.input())
          let result = FieldWithClosures(observers: 1) { { cell.pointee &+= $0 } }
          let calculator = DerivedFloor.sumOfTwo(runs)
          for input in [a, b] {
            input.observers.append { _ in result.write(calculator(a.value, b.value)) }
          }
          return counted(runs, in: "floor of derived from 2") { value in
            inTurn(value, { a.write($0) }, { b.write($0) })
          }
        },
        .ours("DerivedProperty") {
          let runs = Tally()
          let (a, b) = (StoredProperty(0), StoredProperty(0))
          let sum = DerivedProperty(a, b) { a, b in
            runs.add()
            return a &+ b
          }
          sum.sink { cell.pointee &+= $0 }
          return counted(runs, in: "derived from 2", keeping: sum) { value in
            inTurn(value, { a.value = $0 }, { b.value = $0 })
          }
        },
        .peer(bySinks) {
          let runs = Tally()
          let (a, b) = (CurrentValueSubject<Int, Never>(0), CurrentValueSubject<Int, Never>(0))
          let sum = CurrentValueSubject<Int, Never>(0)
          let calculator = DerivedFloor.sumOfTwo(runs)
          let tokens = [a, b].map { input in
            input.dropFirst().sink { _ in sum.value = calculator(a.value, b.value) }
          }
          let token = sum.dropFirst().sink { cell.pointee &+= $0 }
          return counted(runs, in: "sinks of two", keeping: (tokens, token)) { value in
            inTurn(value, { a.value = $0 }, { b.value = $0 })
          }
        },
        .peer(bySwitching) {
          let runs = Tally()
          let (a, b) = (CurrentValueSubject<Int, Never>(0), CurrentValueSubject<Int, Never>(0))
          let calculator = DerivedFloor.sumOfTwo(runs)
          let token = a.switching(to: b).map { calculator($0, $1) }.sink { cell.pointee &+= $0 }
          return counted(runs, in: "switching between two", keeping: token) { value in
            inTurn(value, { a.value = $0 }, { b.value = $0 })
          }
        },
      ])
  }

  private static var ten: Case {
    let cell = Checksum.cell
    return Case(
      name: "derived from 10",
      unit: "ns",
      bounds: [.timesFloor(3), .fasterThan(peer: bySinks, times: 10), .fasterThan(peer: bySwitching, times: 10)],
      contenders: [
        .floor(fieldsAndClosures) {
          let runs = Tally()
          let inputs = (0..<10).map { _ in DerivedFloor.input() }
          let (a, b, c, d, e) = (inputs[0], inputs[1], inputs[2], inputs[3], inputs[4])
          let (f, g, h, i, j) = (inputs[5], inputs[6], inputs[7], inputs[8], inputs[9])
          let result = FieldWithClosures(observers: 1) { { cell.pointee &+= $0 } }
          let calculator = DerivedFloor.sumOfTen(runs)
          for input in inputs {
            input.observers.append { _ in
              let sum = calculator(
                a.value, b.value, c.value, d.value, e.value, f.value, g.value, h.value, i.value, j.value)
              result.write(sum)
            }
          }
          return counted(runs, in: "floor of derived from 10") { value in
            inputs[value % 10].write((value + 9) / 10)
          }
        },
        .ours("DerivedProperty") {
          let runs = Tally()
          let inputs = (0..<10).map { _ in StoredProperty(0) }
          let sum = DerivedProperty(
            inputs[0], inputs[1], inputs[2], inputs[3], inputs[4],
            inputs[5], inputs[6], inputs[7], inputs[8], inputs[9]
          ) { a, b, c, d, e, f, g, h, i, j in
            runs.add()
            return DerivedFloor.sum(a, b, c, d, e, f, g, h, i, j)
          }
          sum.sink { cell.pointee &+= $0 }
          return counted(runs, in: "derived from 10", keeping: sum) { value in
            inputs[value % 10].value = (value + 9) / 10
          }
        },
        .peer(bySinks) {
          let runs = Tally()
          let inputs = (0..<10).map { _ in CurrentValueSubject<Int, Never>(0) }
          let (a, b, c, d, e) = (inputs[0], inputs[1], inputs[2], inputs[3], inputs[4])
          let (f, g, h, i, j) = (inputs[5], inputs[6], inputs[7], inputs[8], inputs[9])
          let sum = CurrentValueSubject<Int, Never>(0)
          let calculator = DerivedFloor.sumOfTen(runs)
          let tokens = inputs.map { input in
            input.dropFirst().sink { _ in
              sum.value = calculator(
                a.value, b.value, c.value, d.value, e.value, f.value, g.value, h.value, i.value, j.value)
            }
          }
          let token = sum.dropFirst().sink { cell.pointee &+= $0 }
          return counted(runs, in: "sinks of ten", keeping: (tokens, token)) { value in
            inputs[value % 10].value = (value + 9) / 10
          }
        },
        .peer(bySwitching) {
          let runs = Tally()
          let inputs = (0..<10).map { _ in CurrentValueSubject<Int, Never>(0) }
          let calculator = DerivedFloor.sumOfTen(runs)
          let firstFive = inputs[0].switching(to: inputs[1]).switching(to: inputs[2])
            .switching(to: inputs[3]).switching(to: inputs[4])
          let all = firstFive.switching(to: inputs[5]).switching(to: inputs[6])
            .switching(to: inputs[7]).switching(to: inputs[8]).switching(to: inputs[9])
          let token = all.map { all in
            let (((((((((a, b), c), d), e), f), g), h), i), j) = all
            return calculator(a, b, c, d, e, f, g, h, i, j)
          }
          .sink { cell.pointee &+= $0 }
          return counted(runs, in: "switching between ten", keeping: token) { value in
            inputs[value % 10].value = (value + 9) / 10
          }
        },
      ])
  }
}

/// A replacement for `combineLatest`, which OpenCombine 0.14 lacks, from its other operators.
extension OpenCombine.Publisher where Failure == Never {
  fileprivate func switching<Other>(
    to other: CurrentValueSubject<Other, Never>
  ) -> AnyPublisher<(Output, Other), Never> {
    map { mine in other.map { (mine, $0) } }.switchToLatest().eraseToAnyPublisher()
  }
}
