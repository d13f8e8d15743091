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
  /// It keeps the behavior alive and belongs to the main actor. It does not make a view follow the behavior:
  /// - From iOS 17 and macOS 14 on, a body follows its reads of `behavior.value`. For a property of an `Observable`
  ///   class, use `$model.volume` of `@Bindable` instead.
  /// - On iOS 13 to 16 and macOS 10.15 to 13, declare ``BoundBehavior`` in the view.
  ///
  /// Type-checked, never run on an Apple system.
  @MainActor
  public init(_ behavior: OpenBehavior<Value>) {
    self.init(
      get: { @MainActor in behavior.value },
      set: { @MainActor new in behavior.value = new })
  }
}
#endif
