import Foundation
import Observation
import ReactiveBindings

/// An observable object that any isolation writes, with a lock.
final class Level: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let stored = Locked(0)
  private let delay: Double
  init(delay: Double = 0.005) { self.delay = delay }

  var value: Int {
    get {
      registrar.access(self, keyPath: \.value)
      return stored.withLock { $0 }
    }
    set {
      registrar.withMutation(of: self, keyPath: \.value) {
        if delay > 0 { Thread.sleep(forTimeInterval: delay) }
        stored.withLock { $0 = newValue }
      }
    }
  }
}

/// Registers `onChange` for a box's value.
func notifyOnce<Value>(of box: ObservableBox<Value>, onChange: @escaping @Sendable () -> Void) {
  withObservationTracking {
    _ = box.value
  } onChange: {
    onChange()
  }
}
