@testable import SheetModel

/// `B2`, in a test that means no other.
func at(_ address: String) -> CellAddress {
  guard let result = CellAddress(address) else { fatalError("\(address) is no address") }
  return result
}

extension Sheet {
  /// What some cells show.
  func texts(_ addresses: String...) -> [String] {
    addresses.map { text(of: at($0)) }
  }

  /// Makes edits such as `B2=7`, and says which formulas were calculated for it.
  @discardableResult
  func type(_ edits: String...) throws -> Set<String> {
    let calculated = edit(try edits.map { text throws in try Edit(text) }).calculated.map(\.description)
    // No formula is calculated twice for one change.
    precondition(Set(calculated).count == calculated.count, "\(calculated)")
    return Set(calculated)
  }
}

/// What a formula comes to, or why it has no value, in a sheet with these rows; the formula is in Z1.
func calculated(_ formula: String, in rows: [[String]] = []) -> String {
  let sheet = Sheet(rows: rows)
  sheet.edit([Edit(at: at("Z1"), content: formula)])
  return switch sheet.result(of: at("Z1")) {
  case .success(let value): value.text
  case .failure(let error): "\(error.code) \(error.reason)"
  }
}
