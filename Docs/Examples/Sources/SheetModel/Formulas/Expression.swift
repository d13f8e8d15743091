/// A formula that has been understood.
indirect enum Expression: Equatable, Sendable {
  case constant(CellValue)
  case reference(CellAddress)
  /// Only as an argument of a function that takes several values.
  case range(CellRange)
  case negated(Expression)
  case percent(Expression)
  /// `first`, and then one operation after the other, from left to right; all of one precedence. Not a tree of pairs,
  /// which for `A1+A2+A3+…` would be as deep as the formula is long, and need as much stack.
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

  /// The one that binds least comes first. Equal ones are taken from left to right, `^` as well, as in other sheets.
  static let precedence: [Set<BinaryOperator>] = [
    [.equal, .unequal, .less, .lessOrEqual, .greater, .greaterOrEqual],
    [.join],
    [.plus, .minus],
    [.times, .divided],
    [.power],
  ]
}

/// Why a formula cannot be read.
struct FormulaError: Error, Equatable {
  var reason: String
}

/// A formula: `=SUM(B2:B9)/2`.
struct Formula: Equatable, Sendable {
  let expression: Expression
  /// All that it refers to, whether or not an `IF` lets it be read.
  let references: [CellRange]

  /// Reads a formula that begins with `=`.
  init(parsing source: String) throws(FormulaError) {
    var parser = try FormulaParser(source)
    expression = try parser.formula()
    references = parser.references
  }
}
