import ReactiveDerived

// Without a label it could be either test: `isDuplicate:`, or Yoyo's `changePredicate:`.
func outside(_ source: Behavior<Int>, _ holder: Behavior<Holder>) {
  _ = StoredProperty(1) { abs($0 - $1) > 1 }  // expect-error: ambiguous use
  _ = PassThroughProperty(parentProperty: source) { abs($0 - $1) > 1 }  // expect-error: ambiguous use
  _ = ConnectableProperty(unconnectedValue: 1) { abs($0 - $1) > 1 }  // expect-error: ambiguous use
  _ = MultilevelProperty(parentProperty: holder, childKeyPath: \.n) { $0 > $1 }  // expect-error: ambiguous use
  _ = StoredProperty(1, isDuplicate: { abs($0 - $1) > 1 })
  _ = StoredProperty(1, changePredicate: { abs($0 - $1) > 1 })
  _ = DerivedProperty(source, source) { $0 + $1 }
  _ = DerivedProperty(source, calculator: { $0 }, isDuplicate: { $0 == $1 })
  _ = DerivedProperty(dependencies: [source], calculator: { 1 }, changePredicate: { $0 == $1 })
}

struct Holder { let n: StoredProperty<Int> }
