import OpenCombine
import ReactiveDerived

extension Suite {
  /// The memory of a derived property.
  static var derivedMemory: Suite {
    Suite(
      name: "Derived: creating and memory",
      cases: [
        creating,
        bytes(
          "DerivedProperty<Int>, two inputs", bounds: [.atMost(256)],
          floor: { a, b, _ in CachedCalculation { a.value &+ b.value } },
          ours: { a, b, _ in DerivedProperty(a, b) { $0 &+ $1 } }),
        bytes(
          "the same, calculator with a context of its own",
          floor: { a, b, index in CachedCalculation { a.value &+ b.value &+ index } },
          ours: { a, b, index in DerivedProperty(a, b) { $0 &+ $1 &+ index } }),
      ])
  }

  /// Bytes of one instance that has run, including links and closures, counted as in the suite "Memory".
  private static func bytes(
    _ name: String, bounds: [Bound] = [],
    floor: @escaping (Field, Field, Int) -> CachedCalculation,
    ours: @escaping (StoredProperty<Int>, StoredProperty<Int>, Int) -> DerivedProperty<Int>
  ) -> Case {
    Case(
      name: name,
      unit: "bytes",
      bounds: bounds,
      contenders: [
        .once(.floor) {
          let (a, b) = (Field(), Field())
          return bytesPerInstance { floor(a, b, $0) }
        },
        .once(.ours) {
          let (a, b) = (StoredProperty(0), StoredProperty(0))
          return bytesPerInstance { index in
            let sum = ours(a, b, index)
            consume(sum.value)
            return sum
          }
        },
      ])
  }

  private static var creating: Case {
    let cell = Checksum.cell
    return Case(
      name: "derived from 2: made, observed, and dropped",
      unit: "ns",
      contenders: [
        .floor(fieldsAndClosures) {
          let (a, b) = (DerivedFloor.input(), DerivedFloor.input())
          let runs = Tally()
          return Work(deliveries: 0) { values in
            runs.reset()
            for value in values {
              let calculator = { (a: Int, b: Int) -> Int in
                runs.add()
                return a &+ b &+ value
              }
              let result = FieldWithClosures(observers: 1) { { cell.pointee &+= $0 } }
              for input in [a, b] {
                input.observers.append { _ in result.write(calculator(a.value, b.value)) }
              }
              result.value = calculator(a.value, b.value)
              for input in [a, b] { input.observers.removeLast() }
            }
            check(runs.count, values.count, in: "floor of making")
          }
        },
        .ours("DerivedProperty") {
          let (a, b) = (StoredProperty(0), StoredProperty(0))
          let runs = Tally()
          return Work(deliveries: 0) { values in
            runs.reset()
            for value in values {
              let sum = DerivedProperty(a, b) { a, b in
                runs.add()
                return a &+ b &+ value
              }
              sum.sink { cell.pointee &+= $0 }
            }
            check(runs.count, values.count, in: "making")
          }
        },
        .peer("OpenCombine, a sink per input") {
          let (a, b) = (CurrentValueSubject<Int, Never>(0), CurrentValueSubject<Int, Never>(0))
          let runs = Tally()
          return Work(deliveries: 0) { values in
            runs.reset()
            for value in values {
              let calculator = { (a: Int, b: Int) -> Int in
                runs.add()
                return a &+ b &+ value
              }
              let sum = CurrentValueSubject<Int, Never>(calculator(a.value, b.value))
              let tokens = (
                a.dropFirst().sink { _ in sum.value = calculator(a.value, b.value) },
                b.dropFirst().sink { _ in sum.value = calculator(a.value, b.value) },
                sum.dropFirst().sink { cell.pointee &+= $0 }
              )
              withExtendedLifetime(tokens) {}
            }
            check(runs.count, values.count, in: "making subjects")
          }
        },
      ])
  }
}

/// The floor of a derived property: a function and its last result.
private final class CachedCalculation {
  let function: () -> Int
  var value: Int

  init(_ function: @escaping () -> Int) {
    self.function = function
    value = function()
  }
}
