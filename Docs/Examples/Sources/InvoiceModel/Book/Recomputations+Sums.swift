import ReactiveDerived

// The sums of an invoice: of a fixed number of properties, or of one property of each element of a list property.

extension Recomputations {
  func sum(of amounts: [DerivedProperty<Money>]) -> DerivedProperty<Money> {
    DerivedProperty(dependencies: amounts, calculator: counted { amounts.reduce(.zero) { $0 + $1.value } })
  }

  /// Follows the list, and the amount of each element.
  func sum<Element: Equatable>(
    of list: Behavior<[Element]>, _ amount: @escaping (Element) -> DerivedProperty<Money>
  ) -> DerivedProperty<Money> {
    let observed = MultilevelCollectionProperty(parentProperty: list, childSelector: { [amount($0)] })
    return DerivedProperty(observed, calculator: counted { $0.reduce(.zero) { $0 + amount($1).value } })
  }
}
