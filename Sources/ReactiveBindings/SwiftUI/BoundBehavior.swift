#if canImport(SwiftUI)
public import SwiftUI

/// A behavior's value in a view that also writes it.
///
/// For systems before Observation: iOS 13 to 16 and macOS 10.15 to 13. On later ones, use plain reads and SwiftUI's
/// `@Bindable`: `$model.wantsNews` is a `Binding` if the model is an `Observable` class.
///
/// ```swift
/// import ReactiveBindings
/// import SwiftUI
///
/// struct NewsToggle: View {
///   @BoundBehavior var wantsNews: Bool
///   init(wantsNews: OpenBehavior<Bool>) { _wantsNews = BoundBehavior(wantsNews) }
///   var body: some View { Toggle(isOn: $wantsNews) { Text("Send me news") } }
/// }
/// ```
///
/// `$name` is a `Binding`. For everything else, see ``ObservedBehavior``.
@MainActor
@propertyWrapper
public struct BoundBehavior<Value>: DynamicProperty {
  private let behavior: OpenBehavior<Value>
  @ObservedObject private var object: BehaviorObject<Value>

  /// The value of `behavior`.
  public init(_ behavior: OpenBehavior<Value>) {
    self.behavior = behavior
    _object = ObservedObject(wrappedValue: BehaviorObject(behavior))
  }

  /// The current value. Writing stores and notifies.
  public var wrappedValue: Value {
    get { behavior.value }
    nonmutating set { behavior.value = newValue }
  }

  /// A binding to the behavior, written `$name`.
  public var projectedValue: Binding<Value> { Binding(behavior) }
}
#endif
