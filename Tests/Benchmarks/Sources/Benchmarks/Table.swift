/// Prints each outcome at once, in columns.
struct Table {
  private static let widths = [50, 9, 9, 8, 8, 4]

  private static func row(_ cells: [String]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let width = index < widths.count ? widths[index] : 0
      let padding = String(repeating: " ", count: max(0, width - cell.count))
      let isText = index == 0 || index >= 5
      line += (index == 0 ? "" : "  ") + (isText ? cell + padding : padding + cell)
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  static func printHeading(_ suite: Suite) {
    print("")
    print(row([suite.name, "floor", "ours", "ratio", "bound", "", "retain release alloc"]))
    print(String(repeating: "-", count: 120))
  }

  static func printRows(_ outcome: Outcome) {
    let ownVerdicts = outcome.verdicts.filter { $0.bound.peer == nil }
    print(
      row([
        "\(outcome.subject.name), \(outcome.subject.unit)",
        outcome.floor.map { number($0.median) } ?? "",
        number(outcome.ours.median),
        outcome.ratio.map(number) ?? "",
        ownVerdicts.map { $0.bound.text }.joined(separator: ", "),
        ownVerdicts.isEmpty ? "" : ownVerdicts.allSatisfy(\.isKept) ? "OK" : "OVER",
        counts(outcome.ours),
      ]))
    if let floor = outcome.floor, floor.counts != nil {
      print(row(["    \(floor.name)", number(floor.median), "", "", "", "", counts(floor)]))
    }
    for peer in outcome.peers {
      let verdict = outcome.verdicts.first { $0.bound.peer == peer.name }
      print(
        row([
          "    \(peer.name)",
          "",
          number(peer.median),
          number(outcome.factor(of: peer)) + "x",
          verdict?.bound.text ?? "",
          verdict.map { $0.isKept ? "OK" : "OVER" } ?? "",
          counts(peer),
        ]))
    }
  }

  static func printSummary(_ outcomes: [Outcome]) {
    let verdicts = outcomes.flatMap { outcome in outcome.verdicts.map { (outcome, $0) } }
    let missed = verdicts.filter { !$0.1.isKept }
    print("")
    print("\(verdicts.count - missed.count) of \(verdicts.count) bounds kept.")
    for (outcome, verdict) in missed {
      let peer = verdict.bound.peer.map { " against \($0)" } ?? ""
      print("OVER: \(outcome.subject.name), bound \(verdict.bound.text)\(peer)")
    }
  }

  private static func counts(_ measurements: Measurements) -> String {
    guard let counts = measurements.counts else { return "" }
    return [counts.retains, counts.releases, counts.allocations]
      .map { $0.map { fixed($0, 2) } ?? "-" }
      .map { String(repeating: " ", count: max(0, 6 - $0.count)) + $0 }
      .joined(separator: " ")
  }
}

extension Bound {
  var text: String {
    switch self {
    case .timesFloor(let limit): "<= \(trimmed(limit))x"
    case .aboveFloor(let limit): "<= +\(trimmed(limit))"
    case .atMost(let limit): "<= \(trimmed(limit))"
    case .fasterThan(_, let times): ">= \(trimmed(times))x"
    }
  }

  var peer: String? {
    if case .fasterThan(let peer, _) = self { peer } else { nil }
  }
}

/// Three significant digits, with thousands separators.
func number(_ value: Double) -> String {
  let digits = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2
  return fixed(value, digits)
}

/// With `digits` digits after the point.
func fixed(_ value: Double, _ digits: Int) -> String {
  guard value.isFinite else { return "\(value)" }
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let scaled = Int((abs(value) * scale).rounded())
  let unit = Int(scale)
  var whole = Array("\(scaled / unit)")
  var position = whole.count - 3
  while position > 0 {
    whole.insert(",", at: position)
    position -= 3
  }
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard digits > 0 else { return sign + String(whole) }
  let fraction = "\(scaled % unit)"
  return sign + String(whole) + "." + String(repeating: "0", count: digits - fraction.count) + fraction
}

private func trimmed(_ value: Double) -> String {
  value == value.rounded() ? "\(Int(value))" : "\(value)"
}
