import ReactiveCore
import Testing

/// Law 8, as far as derivations and reactions are concerned: a batch that ends where it began tells nobody and
/// recomputes nothing.
@Suite("Batches that are taken back")
struct BaselineTests {
  private let a = OpenBehavior(0)
  private let b = OpenBehavior(0)

  @Test("nothing runs, nobody is told")
  func untouched() {
    let doubled = ComputedBehavior { [a] in a.value * 2 }
    var told = 0
    doubled.sink { _ in told += 1 }
    let reaction = Reaction { [b] in _ = b.value }
    reaction.start()
    let counts = work {
      batch {
        a.value = 1
        b.value = 1
        batch { b.value = 2 }
        b.value = 0
        a.value = 0
      }
    }
    #expect(counts["runs"] == nil)
    #expect(counts["told"] == nil)
    #expect(told == 0)
  }

  @Test("a derivation that was read in the middle runs again, and nobody is told")
  func readInTheMiddle() {
    let doubled = ComputedBehavior { [a] in a.value * 2 }
    let text = ComputedBehavior { "\(doubled.value)" }
    var told: [String] = []
    var reactions = 0
    text.sink { told.append($0) }
    let reaction = Reaction {
      reactions += 1
      _ = doubled.value
    }
    reaction.start()
    batch {
      a.value = 5
      #expect(text.value == "10")
      a.value = 0
    }
    #expect(text.value == "0")
    #expect(told == [])
    #expect(reactions == 1)
    a.value = 1
    #expect(told == ["2"])
    #expect(reactions == 2)
  }

  /// P1 of the conformance cases.
  @Test("an unobserved derivation that was read in the middle is right afterwards, and sees the next write")
  func unobserved() {
    let c = ComputedBehavior { [a] in a.value + 1 }
    #expect(c.value == 1)
    batch {
      a.value = 1
      #expect(c.value == 2)
      a.value = 0
    }
    #expect(c.value == 1)
    a.value = 1
    #expect(c.value == 2)
  }

  @Test("one that reads the end value inside the batch is not cut off from later changes")
  func readAtTheEnd() {
    let other = ComputedBehavior { [a] in a.value }
    #expect(other.value == 0)
    let inner = ComputedBehavior { [a] in a.value }
    let outer = ComputedBehavior { inner.value }
    batch {
      a.value = 1
      a.value = 0
      #expect(outer.value == 0)
    }
    a.value = 7
    #expect(outer.value == 7)
  }

  @Test("the same for a reaction, and for one that starts in the middle")
  func reactions() {
    var log: [Int] = []
    var late: Reaction?
    let early = Reaction { [a] in log.append(a.value) }
    early.start()
    batch {
      a.value = 1
      late = Reaction { [a] in log.append(a.value + 100) }
      late?.start()
      a.value = 0
    }
    #expect(log == [0, 101, 100])
    a.value = 2
    #expect(log == [0, 101, 100, 2, 102])
    late = nil
  }

  @Test("one source comes back, another does not")
  func half() {
    let doubled = ComputedBehavior { [a] in a.value * 2 }
    var runs = 0
    let sum = ComputedBehavior { [b] () -> Int in
      runs += 1
      return doubled.value + b.value
    }
    var told: [Int] = []
    sum.sink { told.append($0) }
    let counts = work {
      batch {
        a.value = 5
        a.value = 0
        b.value = 20
      }
    }
    #expect(told == [20])
    #expect(counts["runs"] == 1)
    #expect(runs == 2)
  }

  @Test("a throwing body ends the batch in the same way")
  func throwing() {
    var told: [Int] = []
    a.sink { told.append($0) }
    func write(_ values: [Int]) {
      do {
        try batch {
          for value in values { a.value = value }
          throw Surprise()
        }
      } catch {}
    }
    write([1, 0])
    #expect(told == [])
    write([1, 2])
    #expect(told == [2])
  }

  @Test("a test for duplicates that is not symmetric is asked in its order: old, new")
  func asymmetric() {
    let rising = OpenBehavior(0, isDuplicate: { old, new in new < old })
    var told: [Int] = []
    rising.sink { told.append($0) }
    batch { rising.value = 2 }
    rising.update { $0 = 5 }
    rising.update { $0 = 3 }
    #expect(told == [2, 5])
    let highest = ComputedBehavior(isDuplicate: { old, new in new < old }, { [a] in a.value })
    var highestTold: [Int] = []
    highest.sink { highestTold.append($0) }
    a.value = 3
    a.value = 1
    a.value = 4
    #expect(highestTold == [3, 4])
  }

  @Test("an observer that came in the middle is told that its value is gone; the others are told nothing")
  func newcomer() {
    let doubled = ComputedBehavior { [a] in a.value * 2 }
    var old: [Int] = []
    var new: [Int] = []
    a.sink { old.append($0) }
    doubled.sink { old.append($0) }
    batch {
      a.value = 1
      a.observe { new.append($0) }
      doubled.observe { new.append($0) }
      a.value = 0
    }
    #expect(old == [])
    #expect(new == [1, 2, 0, 0])
    a.value = 2
    #expect(old == [2, 4])
    #expect(new == [1, 2, 0, 0, 2, 4])
  }

  @Test("one that came at the end value is told nothing, not even by a later batch that is taken back")
  func newcomerAtTheEnd() {
    let doubled = ComputedBehavior { [a] in a.value * 2 }
    #expect(doubled.value == 0)
    var log: [Int] = []
    batch {
      a.value = 1
      a.value = 0
      a.sink { log.append($0) }
    }
    batch {
      a.value = 2
      a.value = 0
    }
    #expect(log == [])
    a.value = 1
    #expect(log == [1])
  }

  @Test("a newcomer does not hide a change that comes before its node's turn")
  func newcomerAndLaterChange() {
    var log: [Int] = []
    let reaction = Reaction { [a, b] in if b.value == 1 { a.value = 5 } }
    reaction.start()
    a.sink { log.append($0) }
    batch {
      b.value = 1
      a.value = 1
      a.observe { _ in }
      a.value = 0
    }
    #expect(log == [5])
  }

  @Test("nor one that was made before it came")
  func newcomerAndEarlierChange() {
    let bell = OpenBehavior(0)
    var log: [Int] = []
    let reaction = Reaction { [a, b] in
      if b.value == 1 {
        bell.value = 1
        a.value = 1
      }
    }
    reaction.start()
    bell.sink { [a] _ in
      batch {
        a.value = 2
        a.observe { _ in }
        a.value = 1
      }
    }
    a.sink { log.append($0) }
    b.value = 1
    #expect(log == [1])
  }

  @Test("the first observer comes in the middle, and the next change has the version that it came at")
  func firstObserverInTheMiddle() {
    let source = OpenBehavior(5)
    let dependent = ComputedBehavior { source.value }
    #expect(dependent.value == 5)
    var log: [Int] = []
    let first = Reaction { [a] in
      if a.value == 1 {
        source.value = 0
        source.observe { log.append($0) }
        source.value = 5
      }
    }
    let second = Reaction { [a] in if a.value == 1 { source.value = 1 } }
    first.start()
    second.start()
    a.value = 1
    #expect(log == [0, 5, 1])
  }

  @Test("a value whose end writes, when the batch lets go of what it began with")
  func valuesThatWrite() {
    final class Item {
      let farewell: Farewell?
      init(_ farewell: Farewell? = nil) { self.farewell = farewell }
    }
    var log: [Int] = []
    a.sink { log.append($0) }
    let first = OpenBehavior(Item(Farewell { [a] in a.value += 1 }))
    let second = OpenBehavior(Item(Farewell { [a] in a.value += 10 }))
    first.sink { _ in }
    second.sink { _ in }
    batch {
      first.value = Item()
      second.value = Item()
    }
    #expect(a.value == 11)
    #expect(log.last == 11)
    batch { a.value = 0 }
    #expect(log.last == 0)
    a.value = 11
    #expect(log.last == 11)
  }

  @Test("more sources than fit into the block, of sizes that fit badly")
  func manyAndLarge() {
    struct Large: Equatable {
      var words = (0, 1, 2, 3, 4, 5)
      var text = "text"
      static func == (a: Large, b: Large) -> Bool { a.words.0 == b.words.0 && a.text == b.text }
    }
    let bytes = (0..<200).map { OpenBehavior(UInt8($0)) }
    let larges = (0..<50).map { _ in OpenBehavior(Large()) }
    var told = 0
    for byte in bytes { byte.sink { _ in told += 1 } }
    for large in larges { large.sink { _ in told += 1 } }
    batch {
      for byte in bytes { byte.value &+= 1 }
      for large in larges { large.value.text = "another" }
      for byte in bytes { byte.value &-= 1 }
      for large in larges { large.value.text = "text" }
    }
    #expect(told == 0)
    batch {
      for byte in bytes { byte.value &+= 1 }
      for large in larges { large.value.text = "another" }
    }
    #expect(told == 250)
  }

  /// A word whose `==` does something when it is asked at the end of a batch.
  private struct Sly: Equatable {
    var number: Int
    nonisolated(unsafe) static var ask: (() -> Void)?
    static func == (a: Sly, b: Sly) -> Bool {
      if let act = unsafe ask {
        unsafe ask = nil
        act()
      }
      return a.number == b.number
    }
  }

  @Test("a source that is written by the test for duplicates at the end of a batch is settled in that batch")
  func writtenWhileSettling() {
    let sly = OpenBehavior(Sly(number: 0))
    let other = OpenBehavior(0)
    var told: [Int] = []
    sly.sink { _ in }
    other.sink { told.append($0) }
    batch {
      sly.value.number = 1
      unsafe Sly.ask = { other.value = 1 }
    }
    #expect(told == [1])
    batch { other.value = 0 }
    #expect(told == [1, 0])
    batch {
      other.value = 5
      other.value = 0
    }
    #expect(told == [1, 0])
  }

  @Test("a source that goes in its own test for duplicates at the end of a batch is left alone", arguments: [1, 2])
  func goneWhileSettling(sources: Int) {
    let first = OpenBehavior(0)
    var sly: OpenBehavior<Sly>? = OpenBehavior(Sly(number: 0))
    @Weak var witness = sly
    var others: [OpenBehavior<Int>] = []
    first.sink { _ in }
    sly?.sink { _ in }
    sly?.value.number = 2
    batch {
      // What is written first in a batch is kept elsewhere than the rest.
      if sources == 2 { first.value = 1 }
      sly?.value.number = 1
      sly?.value.number = 2
      unsafe Sly.ask = {
        sly = nil
        // Takes the place of what has gone.
        others = (0..<64).map { OpenBehavior($0) }
      }
    }
    #expect(witness == nil)
    #expect(others.count == 64 && others.allSatisfy { $0.version == 0 })
  }
}
