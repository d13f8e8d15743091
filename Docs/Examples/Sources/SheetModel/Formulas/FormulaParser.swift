/// A recursive-descent parser: one level per precedence, then signs, `%`, and single values.
///
/// Signs bind more tightly than `^`, as in other spreadsheets: `-2^2` is 4.
struct FormulaParser {
  private(set) var references: [CellRange] = []

  private let tokens: [Token]
  private var position = 0
  private var nesting = 0

  /// Limits like those of other spreadsheets, against stack exhaustion. Hand-written formulas stay below them.
  static let nestingLimit = 64
  static let lengthLimit = 8192
  /// A larger range is probably a mistake, and would cost much time and memory.
  static let rangeLimit = 200_000

  init(_ source: String) throws(FormulaError) {
    guard source.utf8.count <= Self.lengthLimit else {
      throw FormulaError(reason: "the formula is longer than \(groupedText(Self.lengthLimit)) bytes")
    }
    tokens = try Token.all(of: source)
  }

  mutating func formula() throws(FormulaError) -> Expression {
    let result = try value(from: BinaryOperator.precedence.indices.first ?? 0)
    guard next.kind == .end else { throw unexpected }
    return result
  }

  // MARK: - From the outside in

  /// An expression with one value, which excludes ranges.
  private mutating func value(from level: Int) throws(FormulaError) -> Expression {
    let expression = try chain(at: level)
    if case .range(let range) = expression {
      throw FormulaError(reason: "\(range) is a range, where one value is needed")
    }
    return expression
  }

  private mutating func chain(at level: Int) throws(FormulaError) -> Expression {
    guard BinaryOperator.precedence.indices.contains(level) else { return try signed() }
    let first = try chain(at: level + 1)
    var operations: [Expression.Operation] = []
    while case .binary(let symbol) = next.kind, BinaryOperator.precedence[level].contains(symbol) {
      if case .range(let range) = first {
        throw FormulaError(reason: "\(range) is a range, where one value is needed")
      }
      position += 1
      operations.append(Expression.Operation(symbol: symbol, operand: try value(from: level + 1)))
    }
    return operations.isEmpty ? first : .chain(first: first, operations)
  }

  private mutating func signed() throws(FormulaError) -> Expression {
    var isSigned = false
    var isNegative = false
    while case .binary(let symbol) = next.kind, symbol == .minus || symbol == .plus {
      position += 1
      isSigned = true
      if symbol == .minus { isNegative.toggle() }
    }
    let operand = try single()
    if case .range(let range) = operand, isSigned || next.kind == .percent {
      throw FormulaError(reason: "\(range) is a range, where one value is needed")
    }
    let expression = take(.percent) ? .percent(operand) : operand
    return isNegative ? .negated(expression) : expression
  }

  private mutating func single() throws(FormulaError) -> Expression {
    let token = next
    switch token.kind {
    case .number(let number):
      position += 1
      return .constant(.number(number))
    case .text(let text):
      position += 1
      return .constant(.text(text))
    case .open:
      position += 1
      let inner = try nested { parser throws(FormulaError) in try parser.value(from: 0) }
      try expect(.close, ")")
      return inner
    case .name(let name):
      position += 1
      return next.kind == .open ? try call(name) : try named(name)
    default: throw unexpected
    }
  }

  private mutating func named(_ name: String) throws(FormulaError) -> Expression {
    guard let first = CellAddress(name) else {
      switch name.uppercased() {
      case "TRUE": return .constant(.boolean(true))
      case "FALSE": return .constant(.boolean(false))
      default: throw FormulaError(reason: "\"\(printable(name))\" is neither a cell nor a function")
      }
    }
    guard take(.colon) else {
      refer(to: CellRange(first))
      return .reference(first)
    }
    guard case .name(let name) = next.kind, let last = CellAddress(name) else { throw unexpected }
    position += 1
    let range = CellRange(first, last)
    guard range.count <= Self.rangeLimit else {
      let counts = "\(groupedText(range.count)) cells, more than \(groupedText(Self.rangeLimit))"
      throw FormulaError(reason: "\(range) has \(counts)")
    }
    refer(to: range)
    return .range(range)
  }

  private mutating func refer(to range: CellRange) {
    if !references.contains(range) { references.append(range) }
  }

  private mutating func call(_ name: String) throws(FormulaError) -> Expression {
    guard let function = Function(rawValue: name.uppercased()) else {
      throw FormulaError(reason: "unknown function \(printable(name.uppercased()))")
    }
    let arguments = try nested { parser throws(FormulaError) in try parser.arguments(of: function) }
    guard function.argumentCounts.contains(arguments.count) else {
      let counts = function.argumentCounts
      let expected =
        counts.upperBound == .max
        ? "at least \(counts.lowerBound)"
        : counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
      let noun = counts.upperBound == 1 || counts == 1...Int.max ? "argument" : "arguments"
      throw FormulaError(reason: "\(function.rawValue) takes \(expected) \(noun), not \(arguments.count)")
    }
    return .call(function, arguments)
  }

  private mutating func arguments(of function: Function) throws(FormulaError) -> [Expression] {
    position += 1
    var arguments: [Expression] = []
    guard !take(.close) else { return arguments }
    repeat {
      switch function.parameter(arguments.count) {
      case .value: arguments.append(try value(from: 0))
      case .values: arguments.append(try chain(at: 0))
      case .cells: arguments.append(try cells(of: function))
      }
    } while take(.comma)
    try expect(.close, ")")
    return arguments
  }

  private mutating func cells(of function: Function) throws(FormulaError) -> Expression {
    switch try chain(at: 0) {
    case .range(let range): return .range(range)
    case .reference(let address): return .range(CellRange(address))
    default: throw FormulaError(reason: "\(function.rawValue) needs a range of cells")
    }
  }

  // MARK: - Words

  private var next: Token { tokens[position] }

  private mutating func take(_ kind: Token.Kind) -> Bool {
    guard next.kind == kind else { return false }
    position += 1
    return true
  }

  private mutating func expect(_ kind: Token.Kind, _ name: String) throws(FormulaError) {
    guard take(kind) else {
      throw FormulaError(reason: "expected \"\(name)\" \(place)")
    }
  }

  private var unexpected: FormulaError {
    next.kind == .end
      ? FormulaError(reason: "something is missing at the end")
      : FormulaError(reason: "unexpected \"\(printable(next.source))\" \(place)")
  }

  private var place: String {
    next.kind == .end ? "at the end" : "at character \(next.position)"
  }

  private mutating func nested<Result>(
    _ body: (inout FormulaParser) throws(FormulaError) -> Result
  ) throws(FormulaError) -> Result {
    guard nesting < Self.nestingLimit else {
      throw FormulaError(reason: "nested deeper than \(Self.nestingLimit) levels")
    }
    nesting += 1
    defer { nesting -= 1 }
    return try body(&self)
  }
}
