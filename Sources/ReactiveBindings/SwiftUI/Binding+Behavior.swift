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
  /// It keeps the behavior alive, belongs to the main actor, and does not make a view follow the behavior: declare
  /// ``BoundBehavior`` there. Type-checked, but never run on an Apple system.
  @MainActor
  public init(_ behavior: OpenBehavior<Value>) {
    self.init(
      get: { @MainActor in behavior.value },
      set: { @MainActor new in behavior.value = new })
  }
}
#endif
