// AppKit tracks these methods' reads: from macOS 26 on, and in macOS 15 if Info.plist sets
// NSObservationTrackingEnabled. There is no updateProperties().
internal import AppKit
internal import ReactiveBindings
internal import ReactiveCore
internal import ReactiveTracking

@MainActor final class Message {
  @Pub var title = ""
  @Atom var isShown = true
  @Derived({ (me: Message) in me.title.isEmpty || !me.isShown }) var isHidden: Bool
}

final class MessageController: NSViewController {
  private let model = Message()
  private let label = NSTextField()
  override func viewWillLayout() {
    super.viewWillLayout()
    label.stringValue = model.title
    label.isHidden = model.isHidden
  }
}

final class MessageView: NSView {
  var model: Message? { didSet { needsLayout = true } }
  private let label = NSTextField()
  override func layout() {
    super.layout()
    label.stringValue = model?.title ?? ""
  }
  override func updateConstraints() {
    label.isHidden = model?.isHidden ?? true
    super.updateConstraints()
  }
}
