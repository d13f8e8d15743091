import CBenchmarkSupport
import Observation
@_spi(Measuring) import ReactiveBindings
import ReactiveCore
import ReactiveTracking

extension Suite {
  /// The cost of a plain read that may be part of a SwiftUI body.
  static var bindingsViews: Suite {
    Suite(
      name: "Bindings: views",
      cases: [
        plainRead, plainReadOff, trackedRead, ports(again: false), ports(again: true), render(values: 1),
        render(values: 10),
        readBytes, trackedBytes, firedBytes,
      ])
  }

  private static var plainRead: Case {
    Case(
      name: "a read that nothing tracks", unit: "ns", bounds: [.atMost(16)],
      contenders: [
        .ours("@Atom in a class") {
          let model = AtomModel()
          return counted { values in reads(values) { model.value } }
        },
        .peer("Observation") {
          let model = ObservableModel()
          model.value = 1
          return Work { values in reads(values) { model.value } }
        },
      ])
  }

  private static var plainReadOff: Case {
    Case(
      name: "the same, without ReactiveBindings", unit: "ns", bounds: [.atMost(5)],
      contenders: [
        .floor("floor: field of a class") {
          let field = Field()
          field.value = 1
          return Work { values in reads(values) { field.value } }
        },
        .ours("@Atom in a class") {
          let model = AtomModel()
          return Work { values in reads(values) { model.value } }
        },
      ])
  }

  private static var trackedRead: Case {
    Case(
      name: "a read that is tracked", unit: "ns", bounds: [.atMost(180)],
      contenders: [
        .ours("@Atom in a class") {
          let model = AtomModel()
          return counted { values in tracking { reads(values) { model.value } } }
        },
        .peer("Observation") {
          let model = ObservableModel()
          model.value = 1
          return Work { values in tracking { reads(values) { model.value } } }
        },
      ])
  }

  /// 1,000 values in one tracking: the cost of a first read, and of a later one.
  private static func ports(again: Bool) -> Case {
    Case(
      name: again ? "1,000 values, tracked again, each" : "1,000 values, tracked for the first time, each", unit: "ns",
      bounds: [.atMost(again ? 610 : 1000)],
      contenders: [
        .ours("@Atom in a class", per: 1000) { thousand(again, AtomModel.self) },
        .peer("Observation", per: 1000) { thousand(again, ObservableModel.self) },
      ])
  }

  /// A body that reads `values` values renders again when one changes.
  private static func render(values count: Int) -> Case {
    Case(
      name: "a change, and a body of \(count) rendered again", unit: "ns",
      contenders: [
        .ours("@Atom in a class") {
          let models = (0..<count).map { _ in AtomModel() }
          return counted(deliveries: 1) { values in
            models[0].value = -1
            let renderer = Renderer { for model in models { consume(model.value) } }
            for value in values {
              models[0].value = value
              renderer.renderIfNeeded()
              Checksum.cell.pointee &+= models[0].$value.peek()
            }
          }
        },
        .peer("Observation") {
          let models = (0..<count).map { _ in ObservableModel() }
          return Work(deliveries: 1) { values in
            models[0].value = -1
            let renderer = Renderer { for model in models { consume(model.value) } }
            for value in values {
              models[0].value = value
              renderer.renderIfNeeded()
              Checksum.cell.pointee &+= models[0].value
            }
          }
        },
      ])
  }
}

final class AtomModel {
  @Atom var value = 1
}

/// A model that both libraries implement.
protocol ViewModel: AnyObject {
  init()
  var value: Int { get set }
}
extension AtomModel: ViewModel {}
extension ObservableModel: ViewModel {}

private func counted(deliveries: Int = 1, _ run: @escaping (Range<Int>) -> Void) -> Work {
  Work(
    fixedCount: nil, prepare: { countReadsForObservation(true) }, run: run, deliveries: deliveries,
    finish: { countReadsForObservation(false) })
}

private func tracking(_ body: () -> Void) { withObservationTracking(body) {} }

/// Each value tracks 1,000 models: new ones, or the same ones, one of which changes afterwards.
@inline(__always)
private func thousand<Model: ViewModel>(_ again: Bool, _: Model.Type) -> Work {
  let rounds = 20
  var models: [Model] = []
  return Work(
    fixedCount: rounds,
    prepare: {
      countReadsForObservation(true)
      if !again || models.isEmpty { models = (0..<1000 * (again ? 1 : rounds)).map { _ in Model() } }
    },
    run: { values in
      for (index, value) in values.enumerated() {
        let first = again ? 0 : index * 1000
        tracking { for model in models[first..<first + 1000] { consume(model.value) } }
        if again { models[0].value = value }
        Checksum.cell.pointee &+= value
      }
    },
    finish: { countReadsForObservation(false) })
}

/// Bytes of a model that was read: untracked, tracked, and after its notification.
private func bytes(_ name: String, bound: Double?, _ use: @escaping (() -> Void, () -> Void) -> Void) -> Case {
  func measure<Model: ViewModel>(_: Model.Type) -> Double {
    countReadsForObservation(true)
    defer { countReadsForObservation(false) }
    return bytesPerInstance { number in
      let model = Model()
      use({ consume(model.value) }, { model.value = number + 2 })
      return model
    }
  }
  return Case(
    name: name, unit: "bytes", bounds: bound.map { [.atMost($0)] } ?? [],
    contenders: [
      .once(.ours) { measure(AtomModel.self) },
      .once(.peer, "Observation") { measure(ObservableModel.self) },
    ])
}

private var readBytes: Case { bytes("a model that was read, and not tracked", bound: nil) { read, _ in read() } }
private var trackedBytes: Case { bytes("a model that is tracked", bound: 1135) { read, _ in tracking(read) } }
private var firedBytes: Case {
  bytes("a model that was tracked, and has changed", bound: 447) { read, write in
    tracking(read)
    write()
  }
}

/// Renders when a value read by its body has changed.
private final class Renderer {
  private final class Flag: @unchecked Sendable { var isUp = false }
  private let body: () -> Void
  private let flag = Flag()

  init(_ body: @escaping () -> Void) {
    self.body = body
    render()
  }

  private func render() { withObservationTracking(body) { [flag] in flag.isUp = true } }

  func renderIfNeeded() {
    if !flag.isUp { fail("benchmarks: a body was not notified") }
    flag.isUp = false
    render()
  }
}
