internal import AppKit

final class Handler {
  func fire() {}
  @MainActor func attach(_ control: NSControl) {
    control.target = self
    control.action = #selector(fire)  // expect-error: refers to instance method
  }
}

func write(_ field: NSTextField) {
  field.stringValue = "Ready"  // expect-error: can not be mutated from a nonisolated context
}

func click(_ button: NSButton) {
  button.performClick(nil)  // expect-error: in a synchronous nonisolated context
}

@MainActor func mistype(_ field: NSTextField) {
  field.stringValue = nil  // expect-error: 'nil' cannot be assigned to type 'String'
  field.target = 1 as Int  // expect-error: value of type 'Int' expected to be an instance of a class
}
