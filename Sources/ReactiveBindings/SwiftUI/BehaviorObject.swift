#if canImport(Combine)
package import Combine

/// A behavior as SwiftUI wants its models: an object with a publisher of changes.
///
/// It observes the behavior while it has subscribers, and does nothing otherwise. A view that is given another behavior
/// gets another object.
package final class BehaviorObject<Value>: ObservableObject {
  package let behavior: Behavior<Value>

  package init(_ behavior: Behavior<Value>) { self.behavior = behavior }

  /// In spite of its name it sends when the change has been stored: SwiftUI reads later.
  ///
  /// Nothing is sent at subscription: that is when views are updated, and none may be invalidated.
  package var objectWillChange: Publishers.Drop<BehaviorPublisher<Value>> { behavior.publisher.dropFirst() }
}
#endif
