#if canImport(Observation)
public import Observation

/// A behavior as an `Observable` object: code that reads its ``value`` in a SwiftUI body, in `withObservationTracking`
/// or in `Observations` is notified of the next change.
///
/// ```swift
/// import Observation
/// import ReactiveBindings
///
/// let count = OpenBehavior(1)
/// withObservationTracking {
///   print(count.observable.value)  // prints "1"
/// } onChange: {
///   print("changed")
/// }
/// count.value = 2  // prints "changed"
/// count.value = 3  // prints nothing: Observation notifies once
/// ```
///
/// A light face of the behavior, to be made where it is needed, even anew at each read: a registration belongs to the
/// behavior. It differs from a property of an `@Observable` class in one point: `onChange` runs when the new value is
/// stored, so it can read it. It runs as an observer of the behavior does: at its turn in the delivery, once for a
/// ``/ReactiveCore/batch(_:)``, not for a duplicate, and what it writes is notified after that delivery.
///
/// It keeps the behavior alive; the behavior does not keep it. Cost: 24 bytes; about 700 bytes for a behavior from its
/// first read by a box on; a read by one 0.4 µs, and under 10 µs with the change that is notified, most of it
/// Observation's. A derivation stays lazy: it is kept up to date only from a read by a box until two changes without
/// another read.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public class ObservableBox<Value>: Observable {
  private let behavior: Behavior<Value>

  /// A face of `behavior`.
  public init(_ behavior: Behavior<Value>) {
    readsCountForObservation
    self.behavior = behavior
  }

  /// The current value. The read registers with Observation, and is tracked as that of the behavior is.
  public var value: Value { behavior.value }
}

/// A behavior that can be written, as an `Observable` object; see ``ObservableBox``.
///
/// ```swift
/// let name = OpenBehavior("Ada")
/// name.sink { print($0) }
/// let box = name.observable
/// box.value = "Grace"  // prints "Grace"
/// ```
///
/// With SwiftUI's `@Bindable` it gives bindings: `$box.value`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public final class OpenObservableBox<Value>: ObservableBox<Value> {
  private let source: OpenBehavior<Value>

  /// A face of `behavior`.
  public init(_ behavior: OpenBehavior<Value>) {
    source = behavior
    super.init(behavior)
  }

  /// The current value. The read registers with Observation; a write is one of the behavior.
  public override var value: Value {
    get { super.value }
    set { source.value = newValue }
  }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension BehaviorProtocol {
  /// This behavior as an `Observable` object.
  public var observable: ObservableBox<Value> { ObservableBox(behavior) }
}

@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
extension OpenBehavior {
  /// This behavior as an `Observable` object that can be written.
  public final var observable: OpenObservableBox<Value> { OpenObservableBox(self) }
}
#endif
