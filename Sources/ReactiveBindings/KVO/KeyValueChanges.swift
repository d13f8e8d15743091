#if canImport(ObjectiveC)
import Combine
package import Foundation
package import ReactiveCore

/// Calls `changed` after each change at `keyPath` of `object`, by key-value observing. The property must be
/// `@objc dynamic`, or notify by hand.
///
/// Called on the changing thread, possibly during a delivery. It ends when the result is cancelled or released, and
/// with the object, which it does not keep alive. Compiled for Apple's systems, but never run there.
///
/// Combine requires no `Sendable` closure, unlike `observe(_:changeHandler:)`, and no raw pointer, unlike
/// `addObserver(_:forKeyPath:options:context:)`.
package func keyValueChanges<Object: NSObject, Value>(
  of object: Object, at keyPath: KeyPath<Object, Value>, _ changed: @escaping () -> Void
) -> ReactiveCore.Subscription {
  let observation = object.publisher(for: keyPath, options: []).sink { _ in changed() }
  return ReactiveCore.Subscription { observation.cancel() }
}
#endif
