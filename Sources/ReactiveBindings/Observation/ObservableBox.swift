#if canImport(Observation)
public import Observation

/// A behavior as an `Observable` object, for APIs that require one, such as SwiftUI's `@Bindable`.
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
/// Reads of its ``value``, like plain reads of the behavior, register with Observation.
///
/// Unlike for a property of an `@Observable` class, `onChange` runs after the new value is stored, and can read it. It
/// runs like an observer of the behavior: at its turn in the delivery, once for a ``/ReactiveCore/batch(_:)``, and not
/// for a duplicate. Its writes are notified after that delivery.
///
/// Make one wherever you need it, even for each read. It keeps the behavior alive, but not vice versa. Cost: 24 bytes.
/// For the cost of reads and registrations, see `Docs/Views.md`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public class ObservableBox<Value>: Observable {
  private let behavior: Behavior<Value>

  init(_ behavior: Behavior<Value>) {
    readsCountForObservation
    self.behavior = behavior
  }

  /// The current value. A read registers with Observation, and is tracked.
  public var value: Value { behavior.value }
}

/// A writable behavior as an `Observable` object; see ``ObservableBox``.
///
/// ```swift
/// let name = OpenBehavior("Ada")
/// name.sink { print($0) }
/// let box = name.observable
/// box.value = "Grace"  // prints "Grace"
/// ```
///
/// SwiftUI's `@Bindable` provides bindings: `$box.value`.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
public final class OpenObservableBox<Value>: ObservableBox<Value> {
  private let source: OpenBehavior<Value>

  init(_ behavior: OpenBehavior<Value>) {
    source = behavior
    super.init(behavior)
  }

  /// The current value. A read registers with Observation; a write writes the behavior.
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
  /// This behavior as a writable `Observable` object.
  public final var observable: OpenObservableBox<Value> { OpenObservableBox(self) }
}
#endif
