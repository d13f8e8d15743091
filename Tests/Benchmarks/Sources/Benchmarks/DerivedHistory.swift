import ReactiveDerived

extension Suite {
  /// The cases of undo in the suite "Derived: projections".
  static var derivedHistory: [Case] { [history, otherHistories] }

  /// Writes of a behavior with an observer; `keeping` may keep an object alive.
  private static func written(_ keeping: (OpenBehavior<Int>) -> Any?) -> Work {
    let cell = Checksum.cell
    let value = OpenBehavior(0)
    value.sink { cell.pointee &+= $0 }
    let kept = keeping(value)
    return Work { values in
      for new in values { value.value = new }
      withExtendedLifetime(kept) {}
    }
  }

  private static var history: Case {
    Case(
      name: "write a behavior of a History, with an observer",
      unit: "ns",
      bounds: [.aboveFloor(50)],
      contenders: [
        .floor("without") { written { _ in nil } },
        .ours("History(of:)") { written { History(of: $0) } },
      ])
  }

  private static var otherHistories: Case {
    Case(
      name: "the same, of a History of two",
      unit: "ns",
      bounds: [.aboveFloor(50)],
      contenders: [
        .floor("without") { written { _ in nil } },
        .ours("History(of: a, b)") { written { History(of: $0, OpenBehavior("")) } },
        .peer("History(of: a, b, c, d)") {
          written { History(of: $0, OpenBehavior(""), OpenBehavior(false), OpenBehavior(0.5)) }
        },
        .peer("History(of: a, coalescing: .seconds(1))") { written { History(of: $0, coalescing: .seconds(1)) } },
      ])
  }
}
