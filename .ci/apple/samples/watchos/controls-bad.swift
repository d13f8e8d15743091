// UIKit on watchOS has no controls.
internal import UIKit

@MainActor func write(_ label: UILabel) {}  // expect-error: 'UILabel' is unavailable in watchOS

@MainActor func attach(_ control: UIControl) {}  // expect-error: 'UIControl' is unavailable in watchOS
