import ReactiveTestSupport
import ReactiveTracking
import Testing

/// Regressions of Ripple's faults; DESIGN has the list.
@Suite("Ripple's faults")
struct RippleFaultTests {
  @Test("the equality cut of @Derived never fired")
  func equalityCut() {
    @Atom var count = 1
    @Derived var parity = count % 2
    var downstream = 0
    let next = derive { () -> Int in
      downstream += 1
      return parity
    }
    var runs = 0
    let effect = Effect {
      runs += 1
      _ = next.value
    }
    count = 3
    count = 5
    #expect(downstream == 1 && runs == 1)
    count = 6
    #expect(downstream == 2 && runs == 2)
    withExtendedLifetime(effect) {}
  }

  @Test("an effect that was dropped was never taken out: a new atom at a dead one's address ran strangers")
  func reusedAddress() {
    var strangers = 0
    var effects: [Effect] = []
    for _ in 0..<100 {
      var dying: AtomObject<Int>? = atom(0)
      effects.append(
        Effect {
          strangers += 1
          _ = dying?.value
        })
      _ = Effect { _ = dying?.value }
      dying = nil
    }
    strangers = 0
    for _ in 0..<1_000 {
      let new = atom(0)
      new.value = 1
    }
    #expect(strangers == 0)
    withExtendedLifetime(effects) {}
  }

  private final class Model {
    @Atom var count = 0
    @Atom var items: [Int] = []
  }

  @Test("an @Atom in a class aborted when an effect read it during a write")
  func readDuringWrite() {
    let model = Model()
    var log: [String] = []
    let effect = Effect { log.append("\(model.count) \(model.items)") }
    model.count = 1
    model.count += 1
    model.items.append(7)
    model.$items.update { $0.append(8) }
    #expect(log == ["0 []", "1 []", "2 []", "2 [7]", "2 [7, 8]"])
    withExtendedLifetime(effect) {}
  }

  @Test("and when one wrote it")
  func writtenDuringWrite() {
    let model = Model()
    let effect = Effect { if model.count % 10 != 0 { model.count += 1 } }
    model.count = 5
    #expect(model.count == 10)
    withExtendedLifetime(effect) {}
  }

  @Test("the order of effects was random")
  func order() {
    for _ in 0..<20 {
      @Atom var a = 0
      @Derived var b = a * 2
      var log: [Int] = []
      let effects = (0..<50).map { index in
        Effect {
          log.append(index)
          _ = index % 2 == 0 ? a : b
        }
      }
      log = []
      a = 1
      // The runs of `a` in their order, wherever those of `b` are among them.
      #expect(log.filter { $0 % 2 == 0 } == Array(stride(from: 0, to: 50, by: 2)))
      #expect(log.filter { $0 % 2 == 1 } == Array(stride(from: 1, to: 50, by: 2)))
      let first = log
      log = []
      a = 2
      #expect(log == first)
      withExtendedLifetime(effects) {}
    }
  }

  @Test("a ladder of diamonds cost 5^depth")
  func ladder() {
    var runs = 0
    @Atom var a = 0
    var last = derive { a }
    for _ in 0..<30 {
      let before = last
      let steps = (0..<5).map { step in
        derive { () -> Int in
          runs += 1
          return before.value + step
        }
      }
      last = derive { steps.reduce(0) { ($0 &+ $1.value) % 10_007 } }
    }
    var seen: [Int] = []
    let effect = Effect { seen.append(last.value) }
    #expect(runs == 150)
    a = 1
    #expect(runs == 300)
    #expect(seen.count == 2)
    withExtendedLifetime(effect) {}
  }

  @Test("a chain of 100,000 overflowed the stack")
  func deepChain() {
    let seen = onThread(stackKibibytes: 512) { () -> [Int] in
      @Atom var a = 0
      var last = derive { a }
      for _ in 1..<100_000 {
        let before = last
        last = derive { before.value + 1 }
        _ = last.value
      }
      var seen: [Int] = []
      let effect = Effect { [last] in seen.append(last.value) }
      a = 1
      batch { a = 2 }
      withExtendedLifetime(effect) {}
      return seen
    }
    #expect(seen == [99_999, 100_000, 100_001])
  }

  @Test("a two-way binding never ended")
  func twoWayBinding() {
    @Atom var a = 1
    @Atom var b = 1
    var runs = 0
    let effects = [
      Effect {
        runs += 1
        b = a
      },
      Effect {
        runs += 1
        a = b
      },
    ]
    a = 2
    #expect(b == 2)
    b = 3
    #expect(a == 3)
    #expect(runs <= 8)
    withExtendedLifetime(effects) {}
  }

  @Test("a two-way binding that converts and rounds ends")
  func roundingBinding() {
    @Atom var celsius = 0
    @Atom var fahrenheit = 32
    let effects = [
      Effect { fahrenheit = celsius * 9 / 5 + 32 }, Effect { celsius = (fahrenheit - 32) * 5 / 9 },
    ]
    celsius = 100
    #expect(fahrenheit == 212)
    fahrenheit = 50
    #expect(celsius == 10)
    withExtendedLifetime(effects) {}
  }
}
