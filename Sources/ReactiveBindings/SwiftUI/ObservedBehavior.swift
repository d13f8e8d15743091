#if canImport(SwiftUI)
public import SwiftUI

/// A behavior's value in a view, which is rendered again when it changes.
///
/// For systems before Observation, iOS 13 to 16 and macOS 10.15 to 13. From iOS 17 and macOS 14 on, plain reads do
/// without it: a body that reads `behavior.value`, or a property such as `model.count`, is rendered again when it changes.
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
/// `$count` is the behavior. The view observes it for as long as SwiftUI has it on screen, keeps it alive, and turns to
/// another one when it is given another. Changes reach SwiftUI at once, in the transaction of the write, so
/// `withAnimation { model.count += 1 }` animates; a ``/ReactiveCore/batch(_:)`` renders once. Write on the main actor
/// only. For a value that the view writes, see ``BoundBehavior``.
///
/// Cost: an object of 32 bytes each time that the view's value is made, and an observation while it is on screen. Works
/// from SwiftUI's first version on. What follows the behavior is run with OpenCombine on Linux; this wrapper is
/// type-checked, but was never run on an Apple system. SwiftUI's own `ObservedObject` is the model: it follows a whole
/// object, this one behavior.
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
