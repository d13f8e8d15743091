// Tests: NSControl+Actions, NSControl+TextChanges

#if canImport(AppKit) && !canImport(UIKit)
import AppKit
import ReactiveBindings
import Testing

// Not run yet: there is no AppKit where the package is developed.
@MainActor
@Suite("Actions and texts of an NSControl")
struct NSControlActionsTests {
  @Test("the stream is the target while it is observed; the one before is put back")
  func target() {
    let control = NSButton()
    let before = NSObject()
    control.target = before
    let subscription = control.actions.sink { _ in }
    #expect(control.target !== before)
    subscription.cancel()
    #expect(control.target === before)
  }

  @Test("what is typed is emitted while the stream is observed")
  func textChanges() {
    let field = NSTextField()
    var notified = 0
    let subscription = field.textChanges.sink { _ in notified += 1 }
    NotificationCenter.default.post(name: NSControl.textDidChangeNotification, object: field)
    subscription.cancel()
    NotificationCenter.default.post(name: NSControl.textDidChangeNotification, object: field)
    #expect(notified == 1)
  }
}
#endif
