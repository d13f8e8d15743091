/// The functions of formulas; case is ignored.
enum Function: String, CaseIterable, Sendable {
  case sum = "SUM"
  case average = "AVERAGE"
  case min = "MIN"
  case max = "MAX"
  case count = "COUNT"
  case countIf = "COUNTIF"
  case sumIf = "SUMIF"
  case condition = "IF"
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case round = "ROUND"

  /// The kinds of arguments.
  enum Parameter {
    case value
    /// One value, or those of a range.
    case values
    /// A range, or a single cell.
    case cells
  }

  var argumentCounts: ClosedRange<Int> {
    switch self {
    case .sum, .average, .min, .max, .count, .and, .or: 1...Int.max
    case .countIf, .round: 2...2
    case .sumIf, .condition: 2...3
    case .not: 1...1
    }
  }

  func parameter(_ index: Int) -> Parameter {
    switch self {
    case .sum, .average, .min, .max, .count, .and, .or: .values
    case .condition, .not, .round: .value
    case .countIf, .sumIf: index == 1 ? .value : .cells
    }
  }
}
