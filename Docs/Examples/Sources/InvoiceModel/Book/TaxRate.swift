import ReactiveDerived

/// A rate at which goods are taxed, such as the reduced one; which percentage that is may change.
final class TaxRate {
  let name: String
  let percent: StoredProperty<Percent>

  init(_ name: String, _ percent: Percent) {
    self.name = name
    self.percent = StoredProperty(percent, name: "rate \(name)")
  }
}
