@testable import SheetModel

/// A valid address, such as `B2`.
func at(_ address: String) -> CellAddress {
  guard let result = CellAddress(address) else { fatalError("\(address) is no address") }
  return result
}

extension Sheet {
  /// The texts that the cells show.
  func texts(_ addresses: String...) -> [String] {
    addresses.map { text(of: at($0)) }
  }

  /// Makes edits such as `B2=7`, and returns the calculated formulas.
  @discardableResult
  func type(_ edits: String...) throws -> Set<String> {
    let calculated = edit(try edits.map { text throws in try Edit(text) }).calculated.map(\.description)
    // No formula is calculated twice for one change.
    precondition(Set(calculated).count == calculated.count, "\(calculated)")
    return Set(calculated)
  }
}

/// The result or error of a formula in Z1 of a sheet with these rows.
func calculated(_ formula: String, in rows: [[String]] = []) -> String {
  let sheet = Sheet(rows: rows)
  sheet.edit([Edit(at: at("Z1"), content: formula)])
  return switch sheet.result(of: at("Z1")) {
  case .success(let value): value.text
  case .failure(let error): "\(error.code) \(error.reason)"
  }
}
