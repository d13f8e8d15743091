import Observation
import OpenCombine
import ReactiveCore

extension Suite {
  /// A write of an Int that notifies N observers.
  static var coreProperty: Suite {
    let counts = [1, 10, 100, 1000]
    let cases = counts.map { write(observers: $0, ours: "OpenBehavior", openBehavior) }
    return Suite(
      name: "Property: write with observers",
      cases: cases + counts.map { write(observers: $0, ours: "@Property", wrapped) })
  }

  private static let currentValue = "OpenCombine CurrentValueSubject"
  private static let published = "OpenCombine @Published"

  private static func openBehavior(observers count: Int) -> Work {
    let behavior = OpenBehavior(0)
    let cell = Checksum.cell
    for _ in 0..<count { behavior.sink { cell.pointee &+= $0 } }
    return Work(deliveries: count) { values in
      for value in values { behavior.value = value }
    }
  }

  private static func wrapped(observers count: Int) -> Work {
    let model = PropertyModel()
    let cell = Checksum.cell
    for _ in 0..<count { model.$value.sink { cell.pointee &+= $0 } }
    return Work(deliveries: count) { values in
      for value in values { model.value = value }
    }
  }

  private static func write(observers count: Int, ours name: String, _ ours: @escaping (Int) -> Work) -> Case {
    let cell = Checksum.cell
    return Case(
      name: "\(name), \(observers(count))",
      unit: "ns/delivery",
      bounds: deliveryBounds(observers: count, peers: [currentValue, published]),
      contenders: [
        .floor("floor: field, closures in an array", per: count) {
          let field = FieldWithClosures(observers: count) { { cell.pointee &+= $0 } }
          return Work(deliveries: count) { values in
            for value in values { field.write(value) }
          }
        },
        .ours(name, per: count) { ours(count) },
        .peer(currentValue, per: count) {
          let subject = CurrentValueSubject<Int, Never>(0)
          let tokens = (0..<count).map { _ in subject.sink { cell.pointee &+= $0 } }
          return Work(deliveries: count) { values in
            for value in values { subject.value = value }
            withExtendedLifetime(tokens) {}
          }
        },
        .peer(published, per: count) {
          let model = PublishedModel()
          let tokens = (0..<count).map { _ in model.$value.sink { cell.pointee &+= $0 } }
          return Work(deliveries: count) { values in
            for value in values { model.value = value }
            withExtendedLifetime(tokens) {}
          }
        },
        .peer("Observation, re-armed", per: count) {
          let trackers = Trackers(count: count, cell: cell)
          return Work(deliveries: count) { values in
            for value in values {
              trackers.model.value = value
              trackers.rearm()
            }
          }
        },
      ])
  }
}

final class PropertyModel {
  @Property var value = 0
}

final class PubModel {
  @Pub var value = 0
}

final class PublishedModel: OpenCombine.ObservableObject {
  @OpenCombine.Published var value = 0
}

@Observable
final class ObservableModel {
  var value = 0
}

/// Observers by `withObservationTracking`, which notifies once, before the change: each is armed again afterwards.
private final class Trackers {
  let model = ObservableModel()
  private let cell: UnsafeMutablePointer<Int>
  private var fired = 0

  init(count: Int, cell: UnsafeMutablePointer<Int>) {
    self.cell = cell
    for _ in 0..<count { arm() }
  }

  func rearm() {
    let count = fired
    fired = 0
    for _ in 0..<count { arm() }
  }

  private func arm() {
    nonisolated(unsafe) let trackers = Unmanaged.passUnretained(self)
    cell.pointee &+= withObservationTracking {
      model.value
    } onChange: {
      trackers._withUnsafeGuaranteedRef { $0.fired += 1 }
    }
  }
}
