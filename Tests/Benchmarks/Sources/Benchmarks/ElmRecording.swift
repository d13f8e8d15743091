import ReactiveElm

extension Suite {
  /// The cost of recording a message: the same program, recorded and not.
  static var elmRecording: Suite {
    Suite(
      name: "Elm: recording, one subscriber",
      cases: [
        recorded("recorded", Adding.self, keeping: nil) { .add($0) },
        recorded("recorded, the newest 1,000 kept", Adding.self, keeping: 1000) { .add($0) },
        recorded("recorded, a model of 512 bytes", Wide.self, keeping: nil) { .add($0) },
        bytes,
      ])
  }

  private static let count = 10_000

  private static func recorded<M: Module>(
    _ name: String, _: M.Type, keeping limit: Int?, _ message: @escaping (Int) -> M.Message
  ) -> Case where M.Flags == Void, M.View == Int {
    return Case(
      name: "dispatch, \(name)",
      unit: "ns",
      bounds: [.aboveFloor(100)],
      contenders: [
        .floor("floor: the same, not recorded") { dispatching { _ in } },
        .ours("Program.record()") { dispatching { _ = $0.record(keeping: limit) } },
      ])

    /// A new program per run, so that recordings do not accumulate.
    func dispatching(_ begin: @escaping (Program<M>) -> Void) -> Work {
      var program = M.makeProgram()
      var screen = SumScreen<M.Command>()
      return Work(
        fixedCount: count,
        prepare: {
          program = M.makeProgram()
          screen = SumScreen()
          program.subscribe(screen)
          begin(program)
        },
        run: { values in
          let program = program
          for value in values { program.dispatch(message(value)) }
        })
    }
  }

  /// Excludes the message itself, 8 bytes.
  private static var bytes: Case {
    Case(
      name: "a message, beside itself",
      unit: "bytes",
      bounds: [.atMost(64)],
      contenders: [
        .once(.ours) {
          let program = Adding.makeProgram()
          let recorder = program.record()
          let growth = HeapGrowth.during { for value in 0..<100_000 { program.dispatch(.add(value)) } }
          return withExtendedLifetime(recorder) {
            Double(growth.live) / 100_000 - Double(MemoryLayout<Adding.Message>.size)
          }
        }
      ])
  }
}
