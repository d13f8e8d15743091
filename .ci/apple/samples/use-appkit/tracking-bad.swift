internal import AppKit
internal import ReactiveBindings
internal import ReactiveCore

@MainActor final class Message {
  @Pub var title = ""
}

final class MessageView: NSView {
  private let model = Message()
  private let label = NSTextField()
  override func updateProperties() {  // expect-error: method does not override any method from its superclass
    label.stringValue = model.title
  }
}
