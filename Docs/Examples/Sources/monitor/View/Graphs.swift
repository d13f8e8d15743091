// Character graphics, as pure functions from values to lines.

extension Style {
  /// The color of a share of a limited resource.
  static func severity(_ share: Double) -> Style {
    share < 0.6 ? .good : share < 0.85 ? .warm : .hot
  }
}

/// A bar like `━━━━━━╸─────`, in steps of half a column.
func gauge(_ share: Double?, width: Int) -> Line {
  let share = min(max(share ?? 0, 0), 1)
  let halves = Int((share * Double(2 * width)).rounded())
  let bar = String(repeating: "━", count: halves / 2) + (halves % 2 == 1 ? "╸" : "")
  return [Run(bar, .severity(share)), Run(String(repeating: "─", count: width - bar.count), .border)]
}

/// A graph of `height` lines like `▁▂▅█`, one column per value, the newest at the right.
///
/// - Parameter styles: the style of each line, from the top.
func graph(_ values: [Double], scale: Double, width: Int, styles: [Style]) -> [Line] {
  let height = styles.count
  let steps = values.suffix(max(0, width)).map { value -> Int in
    guard scale > 0, value > 0 else { return 0 }
    // Positive values are always visible.
    return min(max(1, Int((value / scale * Double(8 * height)).rounded())), 8 * height)
  }
  let margin = Run(String(repeating: " ", count: max(0, width - steps.count)))
  return styles.enumerated().map { index, style in
    let floor = 8 * (height - 1 - index)
    let isBottom = index == height - 1
    return steps.reduce(into: [margin]) { line, steps in
      let level = min(max(steps - floor, 0), 8)
      // A thin line distinguishes a measured zero from the time before measurements.
      let isBaseline = isBottom && level == 0
      let (text, style) = isBaseline ? ("▁", Style.border) : (String(blocks[level]), style)
      if line[line.count - 1].style == style {
        line[line.count - 1].text += text
      } else {
        line.append(Run(text, style))
      }
    }
  }
}

/// A one-line graph scaled to its values, but at least to `smallestScale`, so that small values look small.
func sparkline(_ values: [Double], smallestScale: Double, width: Int, style: Style) -> Line {
  let shown = Array(values.suffix(max(0, width)))
  return graph(shown, scale: max(smallestScale, shown.max() ?? 0), width: width, styles: [style])[0]
}

func block(_ share: Double?) -> Run {
  let share = min(max(share ?? 0, 0), 1)
  let level = Int((share * 8).rounded())
  return level == 0 ? Run("▁", .border) : Run(String(blocks[level]), .severity(share))
}

private let blocks: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
