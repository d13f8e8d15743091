#if canImport(UIKit) && !os(watchOS)
import ReactiveBindings
import Testing
import UIKit

// Not run yet: there is no UIKit where the package is developed.
@MainActor
@Suite("Events of a UIControl")
struct UIControlEventsTests {
  @Test("the control has a target while a stream is observed, one for each stream")
  func targets() {
    let control = UIControl()
    let stream = control.events(for: .valueChanged)
    #expect(control.allTargets.isEmpty)
    let first = stream.sink { _ in }
    let second = control.events(for: .valueChanged).sink { _ in }
    #expect(control.allTargets.count == 2)
    first.cancel()
    second.cancel()
    #expect(control.allTargets.isEmpty)
  }
}
#endif
