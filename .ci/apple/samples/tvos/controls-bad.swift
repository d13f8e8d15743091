// tvOS lacks some controls.
internal import UIKit

@MainActor func turn(_ control: UISwitch) {}  // expect-error: 'UISwitch' is unavailable in tvOS

@MainActor func slide(_ control: UISlider) {}  // expect-error: 'UISlider' is unavailable in tvOS
