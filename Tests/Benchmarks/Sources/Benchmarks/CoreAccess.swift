import CBenchmarkSupport
import Observation
import OpenCombine
import ReactiveCore

extension Suite {
  /// Reads outside of tracking, and writes without observers.
  static var coreAccess: Suite {
    Suite(
      name: "Property: read and write, unobserved",
      cases: [
        read("OpenBehavior.value") {
          let behavior = OpenBehavior(1)
          return Work { values in reads(values) { behavior.value } }
        },
        read("OpenBehavior.peek()") {
          let behavior = OpenBehavior(1)
          return Work { values in reads(values) { behavior.peek() } }
        },
        read("@Property in a class") {
          let model = PropertyModel()
          model.value = 1
          return Work { values in reads(values) { model.value } }
        },
        read("@Pub in a class") {
          let model = PubModel()
          model.value = 1
          return Work { values in reads(values) { model.value } }
        },
        write("OpenBehavior.value") {
          let behavior = OpenBehavior(0)
          return Work { values in
            writes(values) {
              behavior.value = $0
            } reading: {
              behavior.value
            }
          }
        },
        write("OpenBehavior.update") {
          let behavior = OpenBehavior(0)
          return Work { values in
            writes(values) { value in
              behavior.update { $0 = value }
            } reading: {
              behavior.value
            }
          }
        },
        write("@Property in a class") {
          let model = PropertyModel()
          return Work { values in
            writes(values) {
              model.value = $0
            } reading: {
              model.value
            }
          }
        },
        write("@Pub in a class") {
          let model = PubModel()
          return Work { values in
            writes(values) {
              model.value = $0
            } reading: {
              model.value
            }
          }
        },
      ])
  }

  private static func read(_ name: String, _ ours: @escaping () -> Work) -> Case {
    Case(
      name: "read \(name)",
      unit: "ns",
      bounds: [.atMost(5)],
      contenders: [
        .floor("floor: field of a class") {
          let field = Field()
          field.value = 1
          return Work { values in reads(values) { field.value } }
        },
        .ours(name, ours),
        .peer("OpenCombine CurrentValueSubject") {
          let subject = CurrentValueSubject<Int, Never>(1)
          return Work { values in reads(values) { subject.value } }
        },
        .peer("OpenCombine @Published") {
          let model = PublishedModel()
          model.value = 1
          return Work { values in reads(values) { model.value } }
        },
        .peer("Observation") {
          let model = ObservableModel()
          model.value = 1
          return Work { values in reads(values) { model.value } }
        },
      ])
  }

  private static func write(_ name: String, _ ours: @escaping () -> Work) -> Case {
    Case(
      name: "write \(name)",
      unit: "ns",
      bounds: [.atMost(5)],
      contenders: [
        .floor("floor: field of a class") {
          let field = Field()
          return Work { values in
            writes(values) {
              field.value = $0
            } reading: {
              field.value
            }
          }
        },
        .ours(name, ours),
        .peer("OpenCombine CurrentValueSubject") {
          let subject = CurrentValueSubject<Int, Never>(0)
          return Work { values in
            writes(values) {
              subject.value = $0
            } reading: {
              subject.value
            }
          }
        },
        .peer("OpenCombine @Published") {
          let model = PublishedModel()
          return Work { values in
            writes(values) {
              model.value = $0
            } reading: {
              model.value
            }
          }
        },
        .peer("Observation") {
          let model = ObservableModel()
          return Work { values in
            writes(values) {
              model.value = $0
            } reading: {
              model.value
            }
          }
        },
      ])
  }

}

/// Reads of a 1, each followed by a barrier, so that none is hoisted out of the loop.
@inline(__always)
func reads(_ values: Range<Int>, _ read: () -> Int) {
  var sum = 0
  for value in values {
    sum &+= value &* read()
    benchmark_barrier()
  }
  Checksum.cell.pointee &+= sum
}

/// Writes of new values, each followed by a barrier, so that none is merged with the next.
@inline(__always)
private func writes(_ values: Range<Int>, _ write: (Int) -> Void, reading read: () -> Int) {
  for value in values {
    write(value)
    benchmark_barrier()
  }
  if read() == values.upperBound - 1 {
    Checksum.cell.pointee &+= (values.lowerBound + values.upperBound - 1) * values.count / 2
  }
}
