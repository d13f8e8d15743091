import Foundation

// Readable numbers, as pure functions. Texts of one kind have equal widths, so that columns do not move.

/// ` 52.3 %`, in 7 columns. Several busy cores make more than 100 %.
func percentText(_ share: Double?) -> String {
  guard let share else { return "    – %" }
  return padded(String(format: share < 9.9995 ? "%.1f %%" : "%.0f %%", share * 100), to: 7)
}

/// ` 2.9 GiB`, in 8 columns.
func sizeText(_ bytes: Double?) -> String {
  guard let bytes else { return "   –    " }
  var (value, unit) = (max(0, bytes), 0)
  // 999.95 would print as 1000.0, which is too wide.
  while value >= 999.95, unit < units.count - 1 { (value, unit) = (value / 1024, unit + 1) }
  return padded(String(format: unit == 0 ? "%.0f" : value < 99.95 ? "%.1f" : "%.0f", value), to: 4) + " " + units[unit]
}

private let units = ["B  ", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]

/// ` 2.9 MiB/s`, in 10 columns.
func speedText(_ bytesPerSecond: Double?) -> String {
  let size = sizeText(bytesPerSecond)
  // "B" is shorter than "KiB": "/s" follows the letter, and the blanks come after it.
  let text = size.reversed().drop { $0 == " " }.reversed() + "/s"
  return String(text) + String(repeating: " ", count: 10 - text.count)
}

/// `12 d 3 h`, `3 h 12 min` or `12 min`.
func durationText(_ seconds: Double) -> String {
  let minutes = Int(min(seconds, 1e12) / 60)
  switch minutes {
  case 1440...: return "\(minutes / 1440) d \(minutes / 60 % 24) h"
  case 60...: return "\(minutes / 60) h \(minutes % 60) min"
  default: return "\(minutes) min"
  }
}

func valueText(_ value: Double, _ unit: Metric.Unit) -> String {
  switch unit {
  case .share: trimmed(percentText(value))
  case .bytesPerSecond: trimmed(speedText(value))
  }
}

/// `12,345`
func groupedText(_ number: Int) -> String {
  let digits = String(number)
  let first = digits.count % 3
  var groups = first > 0 ? [String(digits.prefix(first))] : []
  var rest = digits.dropFirst(first)
  while !rest.isEmpty {
    groups.append(String(rest.prefix(3)))
    rest = rest.dropFirst(3)
  }
  return groups.joined(separator: ",")
}

/// `0.52`
func loadText(_ load: Double) -> String {
  String(format: "%.2f", load)
}

func trimmed(_ text: String) -> String {
  text.trimmingCharacters(in: .whitespaces)
}

func padded(_ text: String, to width: Int) -> String {
  String(repeating: " ", count: max(0, width - text.count)) + text
}
