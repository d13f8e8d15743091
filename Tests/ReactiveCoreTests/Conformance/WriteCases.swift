import ReactiveCore
import Testing

/// Section 7, and sections 5 and 8 on writes from inside effects and derivations.
@Suite("Conformance: writes inside")
struct WriteCases {
  private let a = OpenBehavior(0)
  private let b = OpenBehavior(0)

  @Test("#50, #139: an effect writes another source, also in its first run")
  func another() {
    let effect = Effect { [a, b] in b.value = a.value * 2 + 1 }
    #expect(b.value == 1)
    a.value = 5
    #expect(b.value == 11)
    effect.dispose()
  }

  @Test("#52, #112, #137, #181, #184: a derivation writes sources on the side")
  func side() {
    let c = OpenBehavior(0)
    let inner = ComputedBehavior { [a, b] () -> Int in
      b.value = a.value * 10
      return a.value + 1
    }
    let outer = ComputedBehavior { () -> Int in
      c.value = inner.value * 100
      return c.peek()
    }
    let pair = ComputedBehavior { [b] in "\(b.value),\(c.value)" }
    #expect(outer.value == 100)
    #expect(pair.value == "0,100")
    a.value = 2
    #expect(outer.value == 300)
    #expect(pair.value == "20,300")
  }

  @Test("#53, #55, #56: the last value counts, also through a derivation")
  func last() {
    let doubled = ComputedBehavior { [a] in a.value * 2 }
    var seen: [Int] = []
    let effect = Effect { [a] in seen.append(a.value + doubled.value) }
    for step in 1..<4 { a.value = step }
    #expect(seen == [0, 3, 6, 9])
    effect.dispose()
  }

  @Test("#113: an effect that increments what it reads converges")
  func converges() {
    let effect = Effect { [a] in if a.value < 5 { a.value += 1 } }
    #expect(a.value == 5)
    #expect(effect.runs == 6)
  }

  @Test("#47, #61, #64, #221, #223: loops that end are let through")
  func loopsThatEnd() {
    let self1 = Effect { [a] in if a.value < 100 { a.value += 1 } }
    #expect(a.value == 100 && self1.runs <= 102)
    self1.dispose()
    a.value = 0
    let c = ComputedBehavior { [b] in b.value + 1 }
    let forth = Effect { [a, b] in if a.value < 100 { b.value = a.value } }
    let back = Effect { [a] in if c.value < 100 { a.value = c.value } }
    #expect(forth.runs + back.runs <= 300)
    #expect(a.value >= 99)
    forth.dispose()
    back.dispose()
  }

  @Test("#133, #134: another listener ends on the settled value", arguments: [0, 10])
  func settled(correction: Int) {
    var seen: [Int] = []
    let correcting = Effect { [a] in if a.value == 1 { a.value = correction } }
    let listening = Effect { [a] in seen.append(a.value) }
    a.value = 1
    #expect(a.value == correction)
    #expect(seen.last == correction)
    correcting.dispose()
    listening.dispose()
  }

  @Test("#136: a derivation that writes what is there already runs nothing")
  func unchanged() {
    let writer = ComputedBehavior { [a, b] () -> Int in
      b.value = 0
      return a.value
    }
    let effect = Effect { [b] in _ = b.value }
    a.value = 1
    #expect(writer.value == 1)
    #expect(effect.runs == 1)
  }

  @Test("#172, #179: a derivation that writes what it reads runs again at each read")
  func selfIncrement() {
    let counting = ComputedBehavior { [a] () -> Int in
      a.value += 1
      return a.value
    }
    #expect(counting.value == 1 && a.value == 1)
    #expect(counting.value == 2 && a.value == 2)
  }

  @Test("#182: a derivation that writes, read in a batch")
  func inBatch() {
    let writer = ComputedBehavior { [a, b] () -> Int in
      b.value = a.value * 10
      return a.value
    }
    #expect(writer.value == 0)
    var seen: [Int] = []
    let effect = Effect { [b] in seen.append(b.value) }
    batch {
      a.value = 5
      #expect(writer.value == 5)
      #expect(b.value == 50)
    }
    #expect(seen == [0, 50])
    effect.dispose()
  }

  @Test("#49, #212: a write back does not block the next change")
  func writeBack() {
    let c = ComputedBehavior { [a] in a.value }
    let effect = Effect { [a] in if c.value > 0 { a.value = 0 } }
    for step in 1..<4 {
      #expect(effect.runs { a.value = step } == 2)
      #expect(a.value == 0)
    }
  }

  @Test("#224, #173: a later effect of the same flush sees what an earlier one wrote")
  func sibling() {
    let c = ComputedBehavior { [a, b] in a.value + b.value }
    var seen: [Int] = []
    let first = Effect { [a, b] in if a.value == 1 { b.value = 10 } }
    let second = Effect { seen.append(c.value) }
    a.value = 1
    #expect(seen == [0, 11])
    first.dispose()
    second.dispose()
  }

  @Test("#203: a derivation disposes of the effect that reads it, beside one that is unchanged")
  func disposesReader() {
    var effect: Effect?
    let p = ComputedBehavior { [a] () -> Int in
      _ = a.value
      return 0
    }
    let q = ComputedBehavior { [a] () -> Int in
      if a.value != 0 { effect?.dispose() }
      return a.value
    }
    let r = ComputedBehavior { () -> Int in
      _ = p.value
      _ = q.value
      return 0
    }
    effect = Effect { _ = r.value }
    a.value = 1
    #expect(effect?.runs == 1)
    a.value = 2
    #expect(effect?.runs == 1)
    effect = nil
  }

  @Test("#202: an effect disposes of another, and a third one is still notified")
  func disposesSibling() {
    var seen: [Int] = []
    let second = Effect { [a] in _ = a.value }
    let first = Effect { [a] in if a.value == 1 { second.dispose() } }
    let third = Effect { [a] in seen.append(a.value) }
    a.value = 1
    #expect(seen == [0, 1])
    #expect(first.runs == 2)
    third.dispose()
  }
}
