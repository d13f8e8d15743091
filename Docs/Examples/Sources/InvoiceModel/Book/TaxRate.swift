import ReactiveDerived

/// A tax rate, such as the reduced one. Its percentage may change.
final class TaxRate {
  let name: String
  let percent: StoredProperty<Percent>

  init(_ name: String, _ percent: Percent) {
    self.name = name
    self.percent = StoredProperty(percent, name: "rate \(name)")
  }
}
