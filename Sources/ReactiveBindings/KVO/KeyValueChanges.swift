#if canImport(ObjectiveC)
import Combine
package import Foundation
package import ReactiveCore

/// Calls `changed` whenever `object` notifies, by key-value observing, of a change at `keyPath`; which has to be
/// `@objc dynamic`, or notified by hand.
///
/// On the thread that makes the change, after it, maybe during a delivery. It ends when the result is cancelled or
/// released, and with the object, which it does not keep alive. Compiled for Apple's systems, but never run on one.
///
/// By way of Combine, which asks for no closure that can be called from anywhere, as `observe(_:changeHandler:)` does,
/// and for no raw pointer, as `addObserver(_:forKeyPath:options:context:)` does.
package func keyValueChanges<Object: NSObject, Value>(
  of object: Object, at keyPath: KeyPath<Object, Value>, _ changed: @escaping () -> Void
) -> ReactiveCore.Subscription {
  let observation = object.publisher(for: keyPath, options: []).sink { _ in changed() }
  return ReactiveCore.Subscription { observation.cancel() }
}
#endif
