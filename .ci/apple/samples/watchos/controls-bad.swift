// There is a UIKit on watchOS, but it has no controls.
internal import UIKit

@MainActor func write(_ label: UILabel) {}  // expect-error: 'UILabel' is unavailable in watchOS

@MainActor func attach(_ control: UIControl) {}  // expect-error: 'UIControl' is unavailable in watchOS
