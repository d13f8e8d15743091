import ReactiveElm

extension Suite {
  /// Models that must not be copied: one subscriber, and a message that changes one field or element.
  static var elmModels: Suite {
    Suite(
      name: "Elm: models, one subscriber",
      cases: [
        changing("512 bytes", Wide.self) { .add($0) },
        changing("an array of 100,000", Listed.self) { .add($0) },
        part,
      ])
  }

  private static func changing<M: Module>(
    _ name: String, _: M.Type, _ message: @escaping (Int) -> M.Message
  ) -> Case where M.Flags == Void, M.View == Int {
    Case(
      name: "dispatch, \(name)",
      unit: "ns",
      bounds: [.aboveFloor(40)],
      contenders: [
        .floor(plainFunctions) {
          let program = PlainProgram<M>()
          let screen = SumScreen<M.Command>()
          program.presenters.append { screen.update(presenting: $0) }
          return Work { values in
            for value in values { program.dispatch(message(value)) }
          }
        },
        .ours("Program") {
          let program = M.makeProgram()
          let screen = SumScreen<M.Command>()
          program.subscribe(screen)
          return Work { values in
            for value in values { program.dispatch(message(value)) }
            withExtendedLifetime(screen) {}
          }
        },
      ])
  }

  /// Observers of a part of the model; none of the view.
  private static var part: Case {
    let cell = Checksum.cell
    return Case(
      name: "dispatch, a part of 512 bytes is observed",
      unit: "ns",
      contenders: [
        .floor(plainFunctions) {
          let program = PlainProgram<Wide>()
          let runs = Adder(cell)
          var shown = 0
          program.presenters.append { sum in
            runs.add(sum &- shown)
            shown = sum
          }
          return Work { values in
            for value in values { program.dispatch(.add(value)) }
          }
        },
        .ours("modelBehavior(_:)") {
          let program = Wide.makeProgram()
          let sum = program.modelBehavior(\.h.h)
          let adder = Adder(cell)
          var shown = 0
          sum.sink { sum in
            adder.add(sum &- shown)
            shown = sum
          }
          return Work { values in
            for value in values { program.dispatch(.add(value)) }
            withExtendedLifetime(sum) {}
          }
        },
      ])
  }
}
