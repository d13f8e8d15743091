/// A parsed formula.
indirect enum Expression: Equatable, Sendable {
  case constant(CellValue)
  case reference(CellAddress)
  /// Only as an argument for several values.
  case range(CellRange)
  case negated(Expression)
  case percent(Expression)
  /// `first`, then operations of one precedence, from left to right. A tree of pairs would be as deep as `A1+A2+A3+…`
  /// is long, and need as much stack.
  case chain(first: Expression, [Operation])
  case call(Function, [Expression])

  struct Operation: Equatable, Sendable {
    var symbol: BinaryOperator
    var operand: Expression
  }
}

/// The operators between two values.
enum BinaryOperator: String, Sendable {
  case equal = "="
  case unequal = "<>"
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case join = "&"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case power = "^"

  /// From the lowest precedence. All operators are left-associative, including `^`, as in other spreadsheets.
  static let precedence: [Set<BinaryOperator>] = [
    [.equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual],
    [.join],
    [.plus, .minus],
    [.times, .divided],
    [.power],
  ]
}

/// The reason why a formula is invalid.
struct FormulaError: Error, Equatable {
  var reason: String
}

/// A formula: `=SUM(B2:B9)/2`.
struct Formula: Equatable, Sendable {
  let expression: Expression
  /// All references, including those in an `IF` branch not taken.
  let references: [CellRange]

  /// Reads a formula that begins with `=`.
  init(parsing source: String) throws(FormulaError) {
    var parser = try FormulaParser(source)
    expression = try parser.formula()
    references = parser.references
  }
}
