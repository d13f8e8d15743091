import ReactiveCore
import Testing

/// The kernel's part of law 9, and writes inside derivations and reactions.
@Suite("Reactions")
struct ReactionTests {
  private let a = OpenBehavior(0)
  private let b = OpenBehavior(0)

  @Test("ends with its last reference")
  func endsWithReference() {
    var log: [Int] = []
    var reaction: Reaction? = Reaction { [a] in log.append(a.value) }
    reaction?.start()
    reaction = nil
    a.value = 1
    #expect(log == [0])
  }

  @Test("writes to what it reads run it again until it settles")
  func convergence() {
    var runs = 0
    let counting = Reaction { [a] in
      runs += 1
      if a.value < 5 { a.value += 1 }
    }
    counting.start()
    #expect(a.value == 5)
    #expect(runs == 6)
    runs = 0
    a.value = -100
    #expect(a.value == 5)
    #expect(runs == 106)
    withExtendedLifetime(counting) {}
  }

  @Test("a write of its own before it reads does not run it again")
  func writeBeforeRead() {
    var runs = 0
    let reaction = Reaction { [a, b] in
      runs += 1
      a.value = b.value
      _ = a.value
    }
    reaction.start()
    b.value = 1
    #expect(runs == 2)
    a.value = 7
    #expect(runs == 3)
    #expect(a.value == 1)
    withExtendedLifetime(reaction) {}
  }

  @Test("two that write each other settle, in the order in which they began")
  func pair() {
    var log: [String] = []
    let first = Reaction { [a, b] in
      log.append("first \(a.value)")
      if a.value < 3 { b.value = a.value }
    }
    let second = Reaction { [a, b] in
      log.append("second \(b.value)")
      if b.value > 0 && b.value < 3 { a.value = b.value + 1 }
    }
    first.start()
    second.start()
    a.value = 1
    #expect(log == ["first 0", "second 0", "first 1", "second 1", "first 2", "second 2", "first 3"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("a reaction and observers of one change: in the order in which they were marked")
  func order() {
    var log: [String] = []
    let doubled = ComputedBehavior { [a] in a.value * 2 }
    let first = Reaction { [a] in log.append("first \(a.value)") }
    first.start()
    doubled.sink { log.append("doubled \($0)") }
    let second = Reaction { log.append("second \(doubled.value)") }
    second.start()
    log = []
    a.value = 1
    #expect(log == ["first 1", "doubled 2", "second 2"])
    withExtendedLifetime((first, second)) {}
  }

  @Test("one made inside another runs at once and follows its own dependencies only")
  func nested() {
    var log: [String] = []
    var inner: Reaction?
    let outer = Reaction { [a, b] in
      log.append("outer \(a.value)")
      inner = Reaction { log.append("inner \(b.value)") }
      inner?.start()
      log.append("end")
    }
    outer.start()
    b.value = 1
    a.value = 1
    #expect(log == ["outer 0", "inner 0", "end", "inner 1", "outer 1", "inner 1", "end"])
    withExtendedLifetime(outer) {}
    inner = nil
  }

  @Test("one that cancels itself, drops itself, or is cancelled by a derivation that it reads")
  func endsInside() {
    var runs = 0
    var cancelling: Reaction?
    cancelling = Reaction { [a] in
      runs += 1
      if a.value == 1 { cancelling?.cancel() }
      _ = b.value
    }
    cancelling?.start()
    a.value = 1
    a.value = 2
    b.value = 1
    #expect(runs == 2)
    runs = 0
    var dropping: Reaction?
    dropping = Reaction { [a] in
      runs += 1
      if a.value == 3 { dropping = nil }
      _ = b.value
    }
    dropping?.start()
    a.value = 3
    a.value = 4
    b.value = 2
    #expect(runs == 2)
    #expect(dropping == nil)
    cancelling = nil
  }

  /// Conformance #203, extended to show whether a freed link is followed.
  @Test("cancelled while it is verified, it does not run, whatever becomes of its links")
  func cancelledOnPath() {
    let source = OpenBehavior(0)
    var reaction: Reaction?
    var runs = 0
    var kept: [ComputedBehavior<Int>] = []
    let ending = ComputedBehavior { [a] () -> Int in
      if a.value != 0 {
        reaction?.cancel()
        for _ in 0..<3 {
          let taker = ComputedBehavior { source.value }
          kept.append(taker)
          _ = taker.value
        }
        source.value = 1
      }
      return a.value
    }
    let other = ComputedBehavior { [a] in a.value * 2 }
    reaction = Reaction {
      runs += 1
      _ = ending.value
      _ = other.value
    }
    reaction?.start()
    a.value = 1
    #expect(runs == 1)
    reaction = nil
  }

  @Test("cancelled or dropped while it waits in the queue, it does not run")
  func cancelledInQueue() {
    var log: [String] = []
    var third: Reaction?
    var second: Reaction?
    let first = Reaction { [a] in
      if a.value == 1 {
        second?.cancel()
        third = nil
      }
      log.append("first")
    }
    first.start()
    second = Reaction { [a] in log.append("second \(a.value)") }
    second?.start()
    third = Reaction { [a] in log.append("third \(a.value)") }
    third?.start()
    log = []
    a.value = 1
    a.value = 2
    #expect(log == ["first", "first"])
    #expect(third == nil)
  }

  @Test("a derivation that writes another source notifies its dependents")
  func derivationWrites() {
    let side = OpenBehavior(0)
    let writer = ComputedBehavior { [a] () -> Int in
      side.value = a.value * 10
      return a.value
    }
    var log: [Int] = []
    let reader = ComputedBehavior { side.value }
    reader.observe { log.append($0) }
    #expect(writer.value == 0)
    a.value = 1
    #expect(log == [0])
    #expect(writer.value == 1)
    #expect(log == [0, 10])
    #expect(side.value == 10)
  }

  @Test("a derivation that writes what it reads: each read runs it once, and nothing hangs")
  func derivationIncrements() {
    let counting = ComputedBehavior { [a] () -> Int in
      a.value += 1
      return a.value
    }
    #expect(counting.value == 1)
    #expect(counting.value == 2)
    #expect(a.value == 2)
  }

  @Test("a derivation that writes what it reads until it settles, read through another one")
  func derivationConverges() {
    let converging = ComputedBehavior { [a] () -> Int in
      if a.value < 3 { a.value += 1 }
      return a.value
    }
    let reader = ComputedBehavior { converging.value }
    for _ in 0..<5 { _ = reader.value }
    #expect(reader.value == 3)
    a.value = 10
    #expect(reader.value == 10)
    var log: [Int] = []
    reader.sink { log.append($0) }
    a.value = 0
    #expect(log.last == 3)
    #expect(reader.value == 3)
  }

  @Test("a flush inside a read changes what is read: the read returns the value at its end")
  func freshRead() {
    let event = Event<Void>()
    event.sink { [a] in a.value = 1 }
    let ringing = ComputedBehavior { [a] () -> Int in
      let value = a.value
      if value == 0 { event.trigger() }
      return value
    }
    #expect(ringing.value == 1)
    #expect(a.value == 1)
  }

  @Test("a behavior never shows an older value after a newer one, whatever wrote them")
  func payloadsAndTurns() {
    let bell = OpenBehavior(0)
    var log: [Int] = []
    a.sink { log.append($0) }
    let reaction = Reaction { [a] in if bell.value == 1 { a.value = 2 } }
    bell.sink { [a] _ in a.value = 1 }
    reaction.start()
    batch {
      bell.value = 1
      a.value = 9
      a.value = 0
    }
    #expect(log == [1, 2])
    withExtendedLifetime(reaction) {}
  }

  @Test("an observer that subscribes during a flush is not notified of a value that it has seen")
  func newcomerInFlush() {
    let isPositive = ComputedBehavior { [a] in a.value > 0 }
    var log: [Bool] = []
    a.sink { [a] in
      if $0 == 1 {
        isPositive.observe { log.append($0) }
        a.value = 3
      }
    }
    isPositive.sink { _ in }
    a.value = 1
    #expect(log == [true])
    a.value = 0
    #expect(log == [true, false])
  }
}
