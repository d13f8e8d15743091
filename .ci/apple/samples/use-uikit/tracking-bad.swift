internal import ReactiveBindings
internal import ReactiveCore
internal import UIKit

@MainActor final class Message {
  @Pub var title = ""
}

final class MessageView: UIView {
  private let model = Message()
  private let label = UILabel()
  func update() {
    label.text = model.title
    setNeedsUpdateProperties()  // expect-error: 'setNeedsUpdateProperties()' is only available in
  }
}
