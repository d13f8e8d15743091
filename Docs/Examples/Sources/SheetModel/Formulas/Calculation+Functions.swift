extension Calculation {
  func call(_ function: Function, _ arguments: [Expression]) throws(CellError) -> CellValue {
    switch function {
    case .sum:
      var sum = 0.0
      try forEachNumber(in: arguments) { sum += $0 }
      return try finite(sum)
    case .count:
      var count = 0
      try forEachNumber(in: arguments) { _ in count += 1 }
      return .number(Double(count))
    case .average:
      var (sum, count) = (0.0, 0.0)
      try forEachNumber(in: arguments) { number in
        sum += number
        count += 1
      }
      // Without numbers: 0 divided by 0.
      guard count > 0 else { throw CellError(kind: .divisionByZero, origin: cell) }
      return try finite(sum / count)
    case .min: return .number(try extreme(of: arguments) { $0 < $1 })
    case .max: return .number(try extreme(of: arguments) { $0 > $1 })
    case .and, .or: return .boolean(try combination(of: arguments, stoppingAt: function == .or))
    case .not: return .boolean(!(try condition(try value(of: arguments[0]))))
    case .condition:
      // Lazy: the other branch is not read, so it adds no dependencies.
      if try condition(try value(of: arguments[0])) { return try value(of: arguments[1]) }
      return arguments.count > 2 ? try value(of: arguments[2]) : .boolean(false)
    case .countIf: return .number(try count(in: arguments[0], where: arguments[1]))
    case .sumIf: return try sum(of: arguments.last ?? arguments[0], where: arguments[1], in: arguments[0])
    case .round: return try rounded(try number(arguments[0]), toDecimals: try number(arguments[1]))
    }
  }

  // MARK: - Many values

  /// Calls `body` with the numbers of all arguments. Skips cells without a number, so that a column's heading may be in
  /// its sum; a literal must be a number.
  private func forEachNumber(
    in arguments: [Expression], _ body: (Double) -> Void
  ) throws(CellError) {
    for argument in arguments {
      if let range = argument.cells {
        for address in range {
          if case .number(let number) = try read(address) { body(number) }
        }
      } else {
        body(try number(argument))
      }
    }
  }

  /// The first number by `precedes`; 0 without numbers.
  private func extreme(
    of arguments: [Expression], _ precedes: (Double, Double) -> Bool
  ) throws(CellError) -> Double {
    var result: Double?
    try forEachNumber(in: arguments) { number in
      if result.map({ precedes(number, $0) }) ?? true { result = number }
    }
    return result ?? 0
  }

  /// `OR` stops at the first TRUE, and `AND` at the first FALSE.
  private func combination(of arguments: [Expression], stoppingAt decisive: Bool) throws(CellError) -> Bool {
    for argument in arguments {
      if let range = argument.cells {
        for address in range {
          switch try read(address) {
          case .empty, .text: continue
          case let value: if try condition(value) == decisive { return decisive }
          }
        }
      } else if try condition(try value(of: argument)) == decisive {
        return decisive
      }
    }
    return !decisive
  }

  private func count(in cells: Expression, where criterion: Expression) throws(CellError) -> Double {
    guard let range = cells.cells else { return 0 }
    let criterion = Criterion(try value(of: criterion))
    var count = 0.0
    // A cell with an error meets no criterion; the others still count.
    for address in range where (try? read(address)).map(criterion.isMet) ?? false { count += 1 }
    return count
  }

  /// Adds the cells of `summands` where `cells` meets the criterion.
  private func sum(
    of summands: Expression, where criterion: Expression, in cells: Expression
  ) throws(CellError) -> CellValue {
    guard let range = cells.cells, let summands = (summands.cells ?? cells.cells) else { return .number(0) }
    guard range.rows.count == summands.rows.count, range.columns.count == summands.columns.count else {
      throw failure("SUMIF needs ranges of the same size, not \(range) and \(summands)")
    }
    let criterion = Criterion(try value(of: criterion))
    var sum = 0.0
    for (address, summand) in zip(range, summands) where (try? read(address)).map(criterion.isMet) ?? false {
      if case .number(let number) = try read(summand) { sum += number }
    }
    return try finite(sum)
  }

  private func rounded(_ number: Double, toDecimals decimals: Double) throws(CellError) -> CellValue {
    guard (-300...300).contains(decimals) else { throw failure("ROUND has no \(numberText(decimals)) decimals") }
    let scale = raised(10, to: abs(decimals.rounded(.towardZero)))
    let result = decimals >= 0 ? halfAwayFromZero(number * scale) / scale : halfAwayFromZero(number / scale) * scale
    // So large a number has no decimals, although scaling it overflows.
    return try finite(result.isFinite ? result : number)
  }

  /// 1.005 is a little less in binary, and `1.005 * 100` is 100.49999999999999; rounded money should be 1.01.
  private func halfAwayFromZero(_ number: Double) -> Double {
    let magnitude = abs(number)
    let nudged = (magnitude + magnitude.ulp * 2).rounded(.toNearestOrAwayFromZero)
    return number < 0 ? -nudged : nudged
  }
}

extension Expression {
  /// The cells of a plain reference.
  fileprivate var cells: CellRange? {
    switch self {
    case .range(let range): range
    case .reference(let address): CellRange(address)
    default: nil
    }
  }
}
