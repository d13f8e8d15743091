// UIKit tracks these methods' reads: from iOS 26 on, and in iOS 18 if Info.plist sets
// UIObservationTrackingEnabled.
internal import ReactiveBindings
internal import ReactiveCore
internal import ReactiveTracking
internal import UIKit

@MainActor final class Message {
  @Pub var title = ""
  @Atom var isShown = true
  @Derived({ (me: Message) in me.title.isEmpty || !me.isShown }) var isHidden: Bool
}

@available(iOS 26, tvOS 26, visionOS 26, *)
final class MessageController: UIViewController {
  private let model = Message()
  private let label = UILabel()
  override func viewDidLoad() {
    super.viewDidLoad()
    view.addSubview(label)
  }
  override func updateProperties() {
    super.updateProperties()
    label.text = model.title
    label.isHidden = model.isHidden
  }
}

@available(iOS 26, tvOS 26, visionOS 26, *)
final class MessageView: UIView {
  var model: Message? { didSet { setNeedsUpdateProperties() } }
  private let label = UILabel()
  override func updateProperties() {
    super.updateProperties()
    label.text = model?.title
  }
}

// For systems before updateProperties().
final class OlderMessageView: UIView {
  var model: Message?
  private let label = UILabel()
  override func layoutSubviews() {
    super.layoutSubviews()
    label.text = model?.title
  }
}
