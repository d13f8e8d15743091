import ReactiveDerived

extension Suite {
  /// Expressions of behaviors, beside handwritten equivalents.
  static var derivedExpressions: Suite {
    Suite(name: "Derived: expressions, one observer", cases: [arithmetic])
  }

  private static var arithmetic: Case {
    let cell = Checksum.cell
    return Case(
      name: "a + b * 2",
      unit: "ns",
      contenders: [
        .floor("DerivedProperty(a, b) { $0 + $1 * 2 }") {
          let (a, b) = (OpenBehavior(0), OpenBehavior(0))
          let sum = DerivedProperty(a, b) { $0 + $1 * 2 }
          sum.sink { cell.pointee &+= $0 }
          return Work { values in
            for value in values { a.value = value }
            withExtendedLifetime((sum, b)) {}
          }
        },
        .ours("a + b * 2") {
          let (a, b) = (OpenBehavior(0), OpenBehavior(0))
          let sum = a + b * 2
          sum.sink { cell.pointee &+= $0 }
          return Work { values in
            for value in values { a.value = value }
            withExtendedLifetime((sum, b)) {}
          }
        },
      ])
  }
}
