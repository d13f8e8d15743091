enum Order {
  case before, same, after
}

extension CellValue {
  /// Numbers precede texts, and texts precede FALSE and TRUE. An empty cell equals 0, an empty text, and FALSE. Case is
  /// ignored.
  func isOrdered(to other: CellValue) -> Order {
    switch (self, other) {
    case (.empty, .empty): .same
    case (.empty, _): other.neutral.isOrdered(to: other)
    case (_, .empty): isOrdered(to: neutral)
    case (.number(let left), .number(let right)): order(left, right)
    case (.text(let left), .text(let right)): left == right ? .same : order(left.lowercased(), right.lowercased())
    case (.boolean(let left), .boolean(let right)): order(left ? 1 : 0, right ? 1 : 0)
    default: order(rank, other.rank)
    }
  }

  /// An empty cell's value next to this.
  private var neutral: CellValue {
    switch self {
    case .empty, .number: .number(0)
    case .text: .text("")
    case .boolean: .boolean(false)
    }
  }

  private var rank: Int {
    switch self {
    case .empty, .number: 0
    case .text: 1
    case .boolean: 2
    }
  }
}

private func order<Value: Comparable>(_ left: Value, _ right: Value) -> Order {
  left < right ? .before : left == right ? .same : .after
}

/// The criterion of `COUNTIF` and `SUMIF`: `"coffee"`, `12`, `">=100"`, `"<>"`.
struct Criterion {
  private let symbol: BinaryOperator
  private let operand: CellValue

  init(_ value: CellValue) {
    guard case .text(let text) = value else {
      symbol = .equal
      // An empty cell as a criterion means 0, as in other spreadsheets.
      operand = value == .empty ? .number(0) : value
      return
    }
    let symbols: [BinaryOperator] = [.lessOrEqual, .greaterOrEqual, .unequal, .less, .greater, .equal]
    let symbol = symbols.first { text.hasPrefix($0.rawValue) }
    self.symbol = symbol ?? .equal
    operand = CellValue(typed: String(text.dropFirst(symbol?.rawValue.count ?? 0)))
  }

  /// Values of another kind meet only `<>`; so does an empty cell, unless the criterion is emptiness.
  func isMet(by value: CellValue) -> Bool {
    if operand == .empty {
      let isEmpty = value == .empty || value == .text("")
      return symbol == .equal ? isEmpty : symbol == .unequal && !isEmpty
    }
    guard value.isSameKind(as: operand) else { return symbol == .unequal }
    let order = value.isOrdered(to: operand)
    return switch symbol {
    case .unequal: order != .same
    case .less: order == .before
    case .lessOrEqual: order != .after
    case .greater: order == .after
    case .greaterOrEqual: order != .before
    default: order == .same
    }
  }
}

extension CellValue {
  fileprivate func isSameKind(as other: CellValue) -> Bool {
    switch (self, other) {
    case (.empty, .empty), (.number, .number), (.text, .text), (.boolean, .boolean): true
    default: false
    }
  }
}
