import ReactiveElm

extension Suite {
  /// Heap bytes of one instance, counted as in the suite "Memory".
  static var elmMemory: Suite {
    Suite(
      name: "Elm: memory",
      cases: [
        Case(
          name: "program",
          unit: "bytes",
          bounds: [.atMost(1536)],
          contenders: [
            .once(.floor) { bytesPerInstance { _ in PlainProgram<Adding>() } },
            .once(.ours) { bytesPerInstance { _ in Adding.makeProgram() } },
          ]),
        Case(
          name: "subscriber, itself included",
          unit: "bytes",
          contenders: [
            .once(.floor) { bytesPerInstance { _ in SumScreen<Adding.Command>() } },
            .once(.ours) {
              let program = Adding.makeProgram()
              return bytesPerInstance { _ in
                let screen = SumScreen<Adding.Command>()
                program.subscribe(screen)
                return screen
              }
            },
          ]),
      ])
  }
}
