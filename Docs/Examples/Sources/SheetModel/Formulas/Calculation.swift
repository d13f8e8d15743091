/// Calculates the formula of one cell.
///
/// An error is thrown up to the cell's derivation, which keeps it like a value; `read` rethrows it in the dependents.
struct Calculation {
  /// The cell of the formula, and the origin of its errors.
  let cell: CellAddress
  /// The value of another cell. Only cells read become dependencies: `IF` reads one branch.
  let read: (CellAddress) throws(CellError) -> CellValue

  /// The result of a formula. A reference to an empty cell results in 0.
  func result(of formula: Formula) throws(CellError) -> CellValue {
    let value = try value(of: formula.expression)
    return value == .empty ? .number(0) : value
  }

  func value(of expression: Expression) throws(CellError) -> CellValue {
    switch expression {
    case .constant(let value): return value
    case .reference(let address): return try read(address)
    case .range(let range): throw failure("\(range) is a range, where one value is needed")
    case .negated(let operand): return .number(-(try number(operand)))
    case .percent(let operand): return .number(try number(operand) / 100)
    case .chain(let first, let operations):
      var result = try value(of: first)
      for operation in operations {
        result = try apply(operation.symbol, result, try value(of: operation.operand))
      }
      return result
    case .call(let function, let arguments): return try call(function, arguments)
    }
  }

  // MARK: - Operators

  private func apply(
    _ symbol: BinaryOperator, _ left: CellValue, _ right: CellValue
  ) throws(CellError) -> CellValue {
    switch symbol {
    case .equal: return .boolean(left.isOrdered(to: right) == .same)
    case .unequal: return .boolean(left.isOrdered(to: right) != .same)
    case .less: return .boolean(left.isOrdered(to: right) == .before)
    case .lessOrEqual: return .boolean(left.isOrdered(to: right) != .after)
    case .greater: return .boolean(left.isOrdered(to: right) == .after)
    case .greaterOrEqual: return .boolean(left.isOrdered(to: right) != .before)
    case .join: return .text(left.text + right.text)
    case .plus: return try finite(try number(left) + number(right))
    case .minus: return try finite(try number(left) - number(right))
    case .times: return try finite(try number(left) * number(right))
    case .divided:
      let (dividend, divisor) = (try number(left), try number(right))
      guard divisor != 0 else { throw CellError(kind: .divisionByZero, origin: cell) }
      return try finite(dividend / divisor)
    case .power: return try finite(try power(try number(left), try number(right)))
    }
  }

  private func power(_ base: Double, _ exponent: Double) throws(CellError) -> Double {
    guard base != 0 || exponent >= 0 else { throw CellError(kind: .divisionByZero, origin: cell) }
    let result = raised(base, to: exponent)
    guard !result.isNaN else { throw failure("\(numberText(base)) has no power \(numberText(exponent))") }
    return result
  }

  // MARK: - One value

  func number(_ expression: Expression) throws(CellError) -> Double {
    try number(try value(of: expression))
  }

  func number(_ value: CellValue) throws(CellError) -> Double {
    switch value {
    case .empty: return 0
    case .number(let number): return number
    case .boolean(let boolean): return boolean ? 1 : 0
    case .text(let text):
      guard let number = Double(typed: text) else { throw failure("\"\(shortened(text))\" is no number") }
      return number
    }
  }

  func condition(_ value: CellValue) throws(CellError) -> Bool {
    switch value {
    case .empty: return false
    case .number(let number): return number != 0
    case .boolean(let boolean): return boolean
    case .text(let text): throw failure("\"\(shortened(text))\" is neither TRUE nor FALSE")
    }
  }

  func finite(_ number: Double) throws(CellError) -> CellValue {
    guard number.isFinite else { throw failure("the result is too large") }
    return .number(number)
  }

  func failure(_ reason: String) -> CellError {
    CellError(kind: .formula(reason: reason), origin: cell)
  }

  private func shortened(_ text: String) -> String {
    printable(text.count > 20 ? "\(text.prefix(19))…" : text)
  }
}
