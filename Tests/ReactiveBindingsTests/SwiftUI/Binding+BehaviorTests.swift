// Tests: Binding+Behavior, BoundBehavior, ObservedBehavior, ForEachRow

#if canImport(SwiftUI)
import ReactiveBindings
import SwiftUI
import Testing

// Not run yet: there is no SwiftUI where the package is developed.
@MainActor
@Suite("A behavior in a view")
struct BindingBehaviorTests {
  @Test("a binding and both wrappers read and write the behavior")
  func reading() {
    let number = OpenBehavior(1)
    let binding = Binding(number)
    binding.wrappedValue = 2
    #expect(number.value == 2 && binding.wrappedValue == 2)
    let bound = BoundBehavior(number)
    bound.wrappedValue = 3
    #expect(bound.projectedValue.wrappedValue == 3)
    let observed = ObservedBehavior(number)
    #expect(observed.wrappedValue == 3 && observed.projectedValue === number)
  }
}
#endif
