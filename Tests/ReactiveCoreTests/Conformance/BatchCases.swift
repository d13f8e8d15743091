import ReactiveCore
import Testing

/// Section 9.
@Suite("Conformance: batches")
struct BatchCases {
  private let a = OpenBehavior(0)
  private let b = OpenBehavior(0)

  @Test("#65, #71, #74, #122: effects wait for the end, and run once")
  func once() {
    var seen: [String] = []
    let effect = Effect { [a, b] in seen.append("\(a.value) \(b.value)") }
    batch {
      a.value = 1
      a.value = 2
      b.value = 3
      #expect(effect.runs == 1)
    }
    a.value = 4
    #expect(seen == ["0 0", "2 3", "4 3"])
    effect.dispose()
  }

  @Test("#67, #68, #128: reads inside see the writes, through derivations too")
  func readsOwnWrites() {
    let c = ComputedBehavior { [a] in a.value + 1 }
    let d = ComputedBehavior { c.value * 2 }
    #expect(d.value == 2)
    batch {
      a.value = 5
      #expect(a.value == 5)
      #expect(d.value == 12)
      #expect(c.value == 6)
      a.value = 6
      #expect(d.value == 14)
    }
    #expect(d.value == 14)
  }

  @Test("#70: an effect made inside runs at once")
  func effectInside() {
    var effect: Effect?
    batch {
      effect = Effect { [a] in _ = a.value }
      #expect(effect?.runs == 1)
    }
    #expect(effect?.runs == 1)
    a.value = 1
    #expect(effect?.runs == 2)
    effect = nil
  }

  @Test("#73, #119, #125: back where it began, directly or through a derivation: no run")
  func reverted() {
    let doubled = ComputedBehavior { [a] in a.value * 2 }
    let sum = ComputedBehavior { [a, b] in a.value + b.value }
    let effects = [Effect { [a] in _ = a.value }, Effect { _ = doubled.value }, Effect { _ = sum.value }]
    batch {
      a.value = 5
      a.value = 0
    }
    #expect(effects.map(\.runs) == [1, 1, 1])
    batch {
      a.value = 1
      b.value = -1
    }
    #expect(effects.map(\.runs) == [2, 2, 1])
    for effect in effects { effect.dispose() }
  }

  @Test("#131: one comes back, another does not")
  func half() {
    let doubled = ComputedBehavior { [a] in a.value * 2 }
    let sum = ComputedBehavior { [b] in doubled.value + b.value }
    let effect = Effect { _ = sum.value }
    batch {
      a.value = 5
      a.value = 0
      b.value = 20
    }
    #expect(sum.value == 20)
    #expect(effect.runs == 2)
  }

  @Test("#124, #127: disposed inside, it does not run")
  func disposedInside() {
    let effect = Effect { [a] in _ = a.value }
    batch {
      a.value = 1
      effect.dispose()
      a.value = 2
    }
    #expect(effect.runs == 1)
  }

  @Test("#130, #175: the writes of an effect are one change")
  func effectsAreBatches() {
    let writing = Effect { [a, b] in
      let value = a.value
      b.value = value + 1
    }
    let c = OpenBehavior(0)
    let writingTwo = Effect { [a, b] in
      b.value = a.value + 1
      c.value = a.value + 2
    }
    var log: [String] = []
    let reading = Effect { [b] in log.append("\(b.value),\(c.value)") }
    log = []
    writing.dispose()
    a.value = 10
    #expect(log == ["11,12"])
    reading.dispose()
    writingTwo.dispose()
  }

  /// The kernel follows #113: an effect that changes its own dependency runs again. It cannot tell an intended write
  /// from one that has to converge. The original case, in which the effect reads `b` and adds to it at each run, would
  /// never settle.
  @Test("#235, with the source that it adds to read untracked: a batch inside an effect is one change")
  func batchInEffect() {
    let first = Effect { [a, b] in
      _ = a.value
      batch {
        b.value = b.peek() + 10
        b.value = b.peek() + 1
      }
    }
    var seen: [Int] = []
    let second = Effect { [b] in seen.append(b.value) }
    #expect(seen == [11])
    #expect(second.runs { a.value = 1 } == 1)
    #expect(seen == [11, 22])
    first.dispose()
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("#235 as it is written: it does not settle, and stops with the name of the effect")
  func batchInEffectTracked() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let a = OpenBehavior(0)
      let b = OpenBehavior(0)
      let adding = Reaction(name: "adding") {
        _ = a.value
        batch {
          b.value += 10
          b.value += 1
        }
      }
      adding.start()
    }
    let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(output.contains("adding"), "\(output)")
  }
  #endif

  @Test("#146: two dependencies are written, one read follows: one run")
  func oneRead() {
    let sum = Counted { [a, b] in a.value + b.value }
    #expect(sum.value == 0)
    a.value = 1
    b.value = 2
    #expect(sum.value == 3)
    #expect(sum.runs == 2)
  }

  @Test("#76, #77, #118, #218: untracked reads")
  func untracked() {
    let c = ComputedBehavior { [b] in b.value * 2 }
    let sum = Counted { [a] in a.value + withoutTracking { c.value } }
    let effect = Effect { [a, b] in withoutTracking { _ = a.value + b.value + c.value } }
    #expect(sum.value == 0)
    b.value = 10
    #expect(sum.value == 0)
    batch {
      b.value = 20
      a.value = 1
    }
    #expect(sum.value == 41)
    #expect(sum.runs == 2)
    #expect(effect.runs == 1)
  }
}
