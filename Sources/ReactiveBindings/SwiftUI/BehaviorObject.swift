#if canImport(Combine)
package import Combine

/// A behavior as a SwiftUI model: an object with a publisher of changes.
///
/// It observes the behavior only while it has subscribers. A view with another behavior gets another object.
package final class BehaviorObject<Value>: ObservableObject {
  package let behavior: Behavior<Value>

  package init(_ behavior: Behavior<Value>) { self.behavior = behavior }

  /// Despite its name, it sends after the change is stored: SwiftUI reads later.
  ///
  /// It sends nothing at subscription, when views are being updated and must not be invalidated.
  package var objectWillChange: Publishers.Drop<BehaviorPublisher<Value>> { behavior.publisher.dropFirst() }
}
#endif
