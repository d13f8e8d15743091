#if canImport(SwiftUI)
public import SwiftUI

/// A behavior's value in a view, which is rendered again on every change.
///
/// For systems before Observation: iOS 13 to 16 and macOS 10.15 to 13. On later ones, use plain reads: a body is
/// rendered again when its `behavior.value` or `model.count` changes.
///
/// ```swift
/// import ReactiveBindings
/// import SwiftUI
///
/// struct CountLabel: View {
///   @ObservedBehavior var count: Int
///   init(count: Behavior<Int>) { _count = ObservedBehavior(count) }
///   var body: some View { Text("\(count)") }
/// }
/// ```
///
/// `$count` is the behavior. The view keeps it alive, observes it while on screen, and switches when it is given
/// another one. Changes reach SwiftUI in the transaction of the write, so `withAnimation { model.count += 1 }`
/// animates; a ``/ReactiveCore/batch(_:)`` renders once. Write only on the main actor. For a value that the view
/// writes, see ``BoundBehavior``.
///
/// Cost: an object of 32 bytes for each value of the view, and an observation while on screen. Its logic is run with
/// OpenCombine on Linux; the wrapper is type-checked, never run on an Apple system. Modeled on SwiftUI's
/// `ObservedObject`, which follows a whole object.
@MainActor
@propertyWrapper
public struct ObservedBehavior<Value>: DynamicProperty {
  @ObservedObject private var object: BehaviorObject<Value>

  /// The value of `behavior`.
  public init(_ behavior: Behavior<Value>) { _object = ObservedObject(wrappedValue: BehaviorObject(behavior)) }

  /// The current value.
  public var wrappedValue: Value { object.behavior.value }

  /// The behavior, written `$name`.
  public var projectedValue: Behavior<Value> { object.behavior }
}
#endif
