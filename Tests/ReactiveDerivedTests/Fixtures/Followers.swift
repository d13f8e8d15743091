import ReactiveDerived

func followers(of source: OpenBehavior<Int>) -> [Behavior<Int>] {
  let connectable = ConnectableProperty(unconnectedValue: 0)
  connectable.connect(source)
  return [
    source,
    DerivedProperty(source) { $0 },
    DerivedProperty(source, source) { a, b in (a + b) / 2 },
    DerivedProperty(dependencies: [source]) { source.value },
    PassThroughProperty(parentProperty: source),
    TentativeProperty(parentProperty: source),
    connectable,
    MultilevelProperty(parentProperty: StoredProperty(source)) { $0 },
  ]
}
