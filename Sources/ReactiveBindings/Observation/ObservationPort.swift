#if canImport(Observation)
internal import Observation

/// How Observation is notified of a behavior. Belongs to the behavior, so a registration outlasts the box that made it.
///
/// It observes the behavior only after it was read. Observation cannot say whether a registration is left, so the port
/// stops observing at the second change without a read: not at the first, since a read becomes a registration only at
/// the end of the tracked function, and that function may change the behavior after it has read it.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class ObservationPort: Observable {
  private let registrar = ObservationRegistrar()
  private var subscription: Subscription?
  private var wasReadSinceChange = false

  /// What is registered for.
  private var value: Void { () }

  /// Notes a read of `behavior`, whose port this is.
  func noteRead<Value>(of behavior: Behavior<Value>) {
    registrar.access(self, keyPath: \.value)
    wasReadSinceChange = true
    // Weakly: a subscription and what it calls keep each other. The behavior keeps this port, and so its own token.
    if subscription == nil { subscription = behavior.attach(with: self) { port, _ in port.notify() } }
  }

  /// The value of the behavior has changed.
  private func notify() {
    if !wasReadSinceChange {
      subscription?.cancel()
      subscription = nil
    }
    wasReadSinceChange = false
    registrar.withMutation(of: self, keyPath: \.value) {}
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension Behavior {
  /// Its port, made when first needed.
  var observationPort: ObservationPort {
    let bindings = bindings
    if let port = bindings.observation as? ObservationPort { return port }
    let port = ObservationPort()
    bindings.observation = port
    return port
  }
}
#endif
