import ReactiveDerived

// Most of what is on an invoice is a sum: of a fixed number of properties, or of one property of each element of a list
// that is a property itself.

extension Recomputations {
  /// The sum of these amounts.
  func sum(of amounts: [DerivedProperty<Money>]) -> DerivedProperty<Money> {
    DerivedProperty(dependencies: amounts, calculator: counted { amounts.reduce(.zero) { $0 + $1.value } })
  }

  /// The sum of an amount of each element: it follows the list, and the amounts of those that are in it.
  func sum<Element: Equatable>(
    of list: Behavior<[Element]>, _ amount: @escaping (Element) -> DerivedProperty<Money>
  ) -> DerivedProperty<Money> {
    let observed = MultilevelCollectionProperty(parentProperty: list, childSelector: { [amount($0)] })
    return DerivedProperty(observed, calculator: counted { $0.reduce(.zero) { $0 + amount($1).value } })
  }
}
