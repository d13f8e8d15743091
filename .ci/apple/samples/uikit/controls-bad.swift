internal import UIKit

final class Handler {
  func fire() {}
  @MainActor func attach(_ control: UIControl) {
    control.addTarget(self, action: #selector(fire), for: .touchUpInside)  // expect-error: refers to instance method
  }
}

func write(_ label: UILabel) {
  label.text = "Ready"  // expect-error: can not be mutated from a nonisolated context
}

func send(_ button: UIButton) {
  button.sendActions(for: .touchUpInside)  // expect-error: in a synchronous nonisolated context
}

@MainActor func mistype(_ field: UITextField) {
  field.text = 1  // expect-error: cannot assign value of type 'Int'
  field.addTarget(nil, action: "fire", for: .changed)  // expect-error: has no case 'changed'
}
