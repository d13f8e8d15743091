import ReactiveBindings
import Testing

@Suite("A KVO property that is written while other work is running")
struct KVOStateReentrancyTests {
  // --- Writes from its own observers ----------------------------------------------------------------------------------

  @Test("stores at once what an observer writes, and shows it when all have been notified of the value before")
  func writeInside() {
    let parent = OpenBehavior(1)
    let probe = KVOProbe(sharing: parent)
    var seen: [String] = []
    probe.observers = [
      { probe in
        seen.append("first \(probe.value!)")
        if probe.value == .number(2) {
          probe.write(3)
          #expect(parent.value == 3)
          #expect(probe.value == .number(2))
        }
      },
      { seen.append("second \($0.value!)") },
    ]
    parent.value = 2
    #expect(seen == ["first 2", "second 2", "first 3", "second 3"])
    #expect(probe.news() == ["1 -> 2", "2 -> 3"])
  }

  @Test("shows once what an observer writes that is notified before the change")
  func writeBefore() {
    let parent = OpenBehavior(1)
    let probe = KVOProbe(sharing: parent)
    probe.observersBefore = [{ if $0.value == .number(1) { $0.write(7) } }]
    parent.value = 2
    #expect(probe.news() == ["1 -> 7"])
    #expect(parent.value == 7)
  }

  @Test("refuses a wrong value from an observer after the change, but not for ever")
  func refusalInside() {
    let parent = OpenBehavior(1)
    let probe = KVOProbe(sharing: parent)
    probe.observers = [{ $0.write("wrong") }]
    parent.value = 2
    #expect(probe.news() == ["1 -> 2", "2 -> 2"])
    #expect(probe.messages.count == 2)
    probe.write(nil)
    #expect(probe.news() == ["2 -> 2"])
  }

  @Test("lets two that mirror each other settle")
  func mirrors() {
    let a = OpenBehavior(1)
    let b = OpenBehavior(1)
    let left = KVOProbe(sharing: a)
    let right = KVOProbe(sharing: b)
    left.observers = [{ [unowned right] in right.write($0.number) }]
    right.observers = [{ [unowned left] in left.write($0.number) }]
    left.write(2)
    right.write(3)
    left.write("wrong")
    #expect(a.value == 3 && b.value == 3)
    #expect(left.news() == ["1 -> 2", "2 -> 3", "3 -> 3"])
    #expect(right.news() == ["1 -> 2", "2 -> 3"])
  }

  @Test("shares a parent with another one")
  func shared() {
    let parent = OpenBehavior(1)
    let left = KVOProbe(sharing: parent)
    let right = KVOProbe(sharing: parent)
    right.observers = [{ [unowned left] in if $0.value == .number(2) { left.write(3) } }]
    left.write(2)
    #expect(left.news() == ["1 -> 2", "2 -> 3"])
    #expect(right.news() == ["1 -> 2", "2 -> 3"])
  }

  // --- Writes during other work ---------------------------------------------------------------------------------------

  @Test("shows a write at once inside a delivery, whose other observers are notified after it")
  func writeInDelivery() {
    let parent = OpenBehavior(1)
    let probe = KVOProbe(sharing: parent)
    var seen: [Int] = []
    parent.sink { seen.append($0) }
    let event = Event<Int>()
    event.sink {
      probe.write($0)
      #expect(probe.value == .number($0))
      #expect(seen == [])
    }
    event.trigger(2)
    #expect(seen == [2])
    #expect(probe.news() == ["1 -> 2"])
  }

  @Test("shows a write at once inside its parent's delivery, and nothing older after it")
  func writeInParentsDelivery() {
    let parent = OpenBehavior(1)
    var probe: KVOProbe?
    parent.sink { if $0 == 2 { probe?.write(9) } }
    probe = KVOProbe(sharing: parent)
    parent.value = 2
    #expect(probe?.news() == ["1 -> 9"])
  }

  @Test("shows a write at once inside a batch, not again at its end, and goes back with it")
  func writeInBatch() {
    let parent = OpenBehavior(1)
    let probe = KVOProbe(sharing: parent)
    batch {
      probe.write(2)
      #expect(probe.news() == ["1 -> 2"])
    }
    #expect(probe.news() == [])
    batch {
      probe.write(3)
      parent.value = 2
    }
    #expect(probe.news() == ["2 -> 3", "3 -> 2"])
    batch {
      parent.value = 4
      probe.write(4)
      parent.value = 5
      probe.write("wrong")
      #expect(probe.news() == ["2 -> 4", "4 -> 5"])
    }
    #expect(probe.news() == [])
    #expect(probe.value == .number(5))
  }

  @Test("is not misled by a change after a batch that was reverted")
  func reusedVersion() {
    let other = OpenBehavior(0)
    let parent = OpenBehavior(1)
    let probe = KVOProbe(sharing: parent)
    other.sink { parent.value = $0 }
    batch {
      other.value = 9
      probe.write(2)
      parent.value = 1
    }
    #expect(parent.value == 9)
    #expect(probe.value == .number(9))
    let event = Event<Void>()
    event.sink {
      batch {
        probe.write(2)
        parent.value = 9
      }
      parent.value = 7
    }
    event.trigger()
    #expect(probe.value == .number(7))
  }

  @Test("keeps what its observers read to themselves when an effect writes")
  func untracked() {
    let parent = OpenBehavior(1)
    let read = OpenBehavior(0)
    let probe = KVOProbe(sharing: parent)
    probe.observers = [{ _ in _ = read.value }]
    var runs = 0
    let effect = Reaction(running: {
      runs += 1
      probe.write(runs + 1)
    })
    effect.start()
    read.value = 1
    #expect(runs == 1)
    #expect(probe.value == .number(2))
    withExtendedLifetime(effect) {}
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("stops, and names its parent, when its observers never settle")
  func endless() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let parent = OpenBehavior(1, name: "clock")
      let probe = KVOProbe(sharing: parent)
      probe.observers = [{ $0.write($0.number! + 1) }]
      parent.value = 2
    }
    let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(text.contains("swift-reactive: observers of the KVO property of clock kept writing"), "\(text)")
  }
  #endif
}
