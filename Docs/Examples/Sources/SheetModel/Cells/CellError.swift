/// The reason why a cell has no value.
///
/// A cell that reads an error has the same error with the same ``origin``, which locates the repair.
public struct CellError: Error, Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// The formula refers to its own cell, directly or indirectly.
    case cycle
    case divisionByZero
    /// The formula is invalid, or cannot be calculated with its values.
    case formula(reason: String)
  }

  public var kind: Kind
  /// The cell in which the error arose; for a cycle, its first cell.
  public var origin: CellAddress

  /// The text that the cell shows: `#CYCLE!`, `#DIV/0!` or `#ERROR!`.
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
