/// Why a cell has no value.
///
/// A cell that reads one with an error has the same error, with the same ``origin``: it tells where to repair it.
public struct CellError: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The formula refers to its own cell, by way of others or at once.
    case cycle
    case divisionByZero
    /// The formula cannot be read, or cannot be calculated with the values that it gets.
    case formula(reason: String)
  }

  public var kind: Kind
  /// The cell in which it arose; for all cells of a cycle, the first of them.
  public var origin: CellAddress

  /// What the cell shows: `#CYCLE!`, `#DIV/0!` or `#ERROR!`.
  public var code: String {
    switch kind {
    case .cycle: "#CYCLE!"
    case .divisionByZero: "#DIV/0!"
    case .formula: "#ERROR!"
    }
  }

  public var reason: String {
    switch kind {
    case .cycle: "circular reference"
    case .divisionByZero: "division by zero"
    case .formula(let reason): reason
    }
  }
}
