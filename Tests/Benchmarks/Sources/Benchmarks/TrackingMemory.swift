import ReactiveTracking

extension Suite {
  /// Heap bytes of one instance, including closures and links, counted as in the suite "Memory".
  static var trackingMemory: Suite {
    Suite(
      name: "Tracking: memory",
      cases: [
        Case(
          name: "AtomObject<Int>",
          unit: "bytes",
          bounds: [.atMost(112)],
          contenders: [
            .once(.floor) { bytesPerInstance { _ in Field() } },
            .once(.ours) { bytesPerInstance { atom($0) } },
            .once(.peer, "Observation (whole model)") { bytesPerInstance { _ in ObservableModel() } },
          ]),
        Case(
          name: "Derivation<Int>, one dependency",
          unit: "bytes",
          bounds: [.atMost(200)],
          contenders: [
            .once(.floor) {
              let source = Field()
              return bytesPerInstance { _ in CachedFunction { source.value } }
            },
            .once(.ours) {
              let source = atom(0)
              return bytesPerInstance { _ in
                let derivation = derive { source.value }
                consume(derivation.value)
                return derivation
              }
            },
          ]),
        // One captured object serves as the closure's context. Everything else is allocated, with or without a library.
        Case(
          name: "the same, closure with a context of its own",
          unit: "bytes",
          contenders: [
            .once(.floor) {
              let source = Field()
              return bytesPerInstance { index in CachedFunction { source.value + index } }
            },
            .once(.ours) {
              let source = atom(0)
              return bytesPerInstance { index in
                let derivation = derive { source.value + index }
                consume(derivation.value)
                return derivation
              }
            },
          ]),
        Case(
          name: "each further dependency",
          unit: "bytes",
          bounds: [.atMost(48)],
          contenders: [
            .once(.ours) {
              let sources = (0..<11).map { atom($0) }
              func bytes(reading count: Int) -> Double {
                bytesPerInstance { _ in
                  let derivation = derive {
                    var sum = 0
                    for index in 0..<count { sum += sources[index].value }
                    return sum
                  }
                  consume(derivation.value)
                  return derivation
                }
              }
              // Whole bytes: a link's share of its page's header is 0.3.
              return ((bytes(reading: 11) - bytes(reading: 1)) / 10).rounded()
            }
          ]),
        Case(
          name: "Effect, one dependency",
          unit: "bytes",
          contenders: [
            .once(.floor) {
              let source = Field()
              return bytesPerInstance { _ in CachedFunction { source.value } }
            },
            .once(.ours) {
              let source = atom(0)
              return bytesPerInstance { _ in Effect { consume(source.value) } }
            },
          ]),
      ])
  }
}

/// The floor of a derivation: a function and its last result.
private final class CachedFunction {
  let function: () -> Int
  var value: Int

  init(_ function: @escaping () -> Int) {
    self.function = function
    value = function()
  }
}
