#if canImport(SwiftUI)
public import SwiftUI

extension Binding {
  /// A binding that reads and writes `behavior`.
  ///
  /// ```swift
  /// import ReactiveBindings
  /// import SwiftUI
  ///
  /// let volume = OpenBehavior(0.5)
  /// let binding = Binding(volume)
  /// binding.wrappedValue = 0.7
  /// print(volume)  // 0.7
  /// ```
  ///
  /// It keeps the behavior alive and belongs to the main actor. It does not make a view follow the behavior. From iOS 17 and
  /// macOS 14 on, a body that reads `behavior.value` does, and a property of an `Observable` class needs no call of this:
  /// `$model.volume` of `@Bindable` is its binding. On iOS 13 to 16 and macOS 10.15 to 13, declare ``BoundBehavior`` in the
  /// view. Type-checked, but never run on an Apple system.
  @MainActor
  public init(_ behavior: OpenBehavior<Value>) {
    self.init(
      get: { @MainActor in behavior.value },
      set: { @MainActor new in behavior.value = new })
  }
}
#endif
