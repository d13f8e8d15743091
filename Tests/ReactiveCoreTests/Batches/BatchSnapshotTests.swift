// Tests: BatchSnapshot, BatchSnapshot+Nesting, BatchSnapshot+Settling

import ReactiveCore
import ReactiveTestSupport
import Testing

/// Law 8 for derivations and reactions: a batch that ends where it began notifies no observer and recomputes nothing.
@Suite("Batches that are reverted")
struct BatchSnapshotTests {
  private let a = OpenBehavior(0)
  private let b = OpenBehavior(0)

  @Test("nothing runs, no observer is notified")
  func untouched() {
    let doubled = ComputedBehavior { [a] in a.value * 2 }
    var notified = 0
    doubled.sink { _ in notified += 1 }
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
    #expect(counts["notified"] == nil)
    #expect(notified == 0)
  }

  @Test("a derivation that was read in the middle runs again, and no observer is notified")
  func readInTheMiddle() {
    let doubled = ComputedBehavior { [a] in a.value * 2 }
    let text = ComputedBehavior { "\(doubled.value)" }
    var notified: [String] = []
    var reactions = 0
    text.sink { notified.append($0) }
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
    #expect(notified == [])
    #expect(reactions == 1)
    a.value = 1
    #expect(notified == ["2"])
    #expect(reactions == 2)
  }

  /// Conformance case P1.
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
    var notified: [Int] = []
    sum.sink { notified.append($0) }
    let counts = work {
      batch {
        a.value = 5
        a.value = 0
        b.value = 20
      }
    }
    #expect(notified == [20])
    #expect(counts["runs"] == 1)
    #expect(runs == 2)
  }

  @Test("a throwing body ends the batch in the same way")
  func throwing() {
    var notified: [Int] = []
    a.sink { notified.append($0) }
    func write(_ values: [Int]) {
      do {
        try batch {
          for value in values { a.value = value }
          throw Surprise()
        }
      } catch {}
    }
    write([1, 0])
    #expect(notified == [])
    write([1, 2])
    #expect(notified == [2])
  }

  @Test("a test for duplicates that is not symmetric is asked in its order: old, new")
  func asymmetric() {
    let rising = OpenBehavior(0, isDuplicate: { old, new in new < old })
    var notified: [Int] = []
    rising.sink { notified.append($0) }
    batch { rising.value = 2 }
    rising.update { $0 = 5 }
    rising.update { $0 = 3 }
    #expect(notified == [2, 5])
    let highest = ComputedBehavior(isDuplicate: { old, new in new < old }, { [a] in a.value })
    var highestNotified: [Int] = []
    highest.sink { highestNotified.append($0) }
    a.value = 3
    a.value = 1
    a.value = 4
    #expect(highestNotified == [3, 4])
  }

  @Test("an observer that subscribed in the middle is notified that its value is gone; the others are not notified")
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

  @Test("one that came at the end value is not notified, not even by a later batch that is reverted")
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

  @Test(
    "what is on its way to observers that came before the batch arrives once, in order",
    arguments: ["in this batch", "in an earlier one", "never"])
  func newcomerAndWaitingChanges(comes: String) {
    var first: [Int] = []
    var second: [Int] = []
    var newcomer: [Int] = []
    a.sink { [unowned a] value in
      first.append(value)
      guard value == 1 else { return }
      batch {
        a.value = 9
        if comes == "in this batch" { a.observe { newcomer.append($0) } }
        a.value = 3
      }
    }
    b.sink { [a] _ in
      batch {
        a.value = 8
        if comes == "in an earlier one" { a.observe { newcomer.append($0) } }
        a.value = 1
      }
      // Subscribes before that batch notifies, so it starts from the batch's final value.
      a.sink { second.append($0) }
      a.value = 2
      a.value = 3
    }
    b.value = 1
    #expect(first == [1, 2, 3])
    #expect(second == [2, 3])
    switch comes {
    case "in this batch": #expect(newcomer == [9, 3])
    case "in an earlier one": #expect(newcomer == [8, 1, 2, 3])
    default: #expect(newcomer == [])
    }
  }

  @Test("a derivation that is verified before what it reads has been reverted does not run")
  func verifiedBeforeItsInput() {
    let number = OpenBehavior(2)
    let isShown = OpenBehavior(false)
    let rest = ComputedBehavior { number.value % 3 }
    var runs = 0
    let shown = ComputedBehavior {
      runs += 1
      return rest.value
    }
    let top = ComputedBehavior { number.value + (isShown.value ? shown.value : 0) }
    top.sink { _ in }
    #expect(shown.value == 2)
    batch {
      number.value = 4
      #expect(top.value == 4)
      #expect(rest.value == 1)
      number.value = 2
      isShown.value = true
    }
    #expect(top.value == 4)
    #expect(runs == 1)
  }

  @Test("nor does one that reads what is outdated at the end of the batch, and has no need to run")
  func readsWhatNeedNotRun() {
    let number = OpenBehavior(2)
    let isShown = OpenBehavior(false)
    let digit = ComputedBehavior { number.value % 10 }
    let rest = ComputedBehavior { digit.value % 3 }
    var runs = 0
    let shown = ComputedBehavior {
      runs += 1
      return rest.value
    }
    let top = ComputedBehavior { number.value + (isShown.value ? shown.value : 0) }
    top.sink { _ in }
    #expect(shown.value == 2)
    batch {
      number.value = 4
      #expect(top.value == 4)
      #expect(rest.value == 1)
      number.value = 2
      #expect(rest.value == 2)
      number.value = 12
      isShown.value = true
    }
    #expect(top.value == 14)
    #expect(runs == 1)
  }

  @Test("an observer comes in the middle, when none was left that could be notified of the value that it sees")
  func newcomerToTheAbandoned() {
    let early = a.sink { _ in }
    var log: [Int] = []
    let doubled = ComputedBehavior { [a] in a.value * 2 }
    batch {
      a.update { $0 = 0 }
      early.cancel()
      a.value = 2
      a.observe { log.append($0) }
      #expect(doubled.value == 4)
      a.value = 0
    }
    #expect(log == [2, 0])
    #expect(doubled.value == 0)
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

  @Test("a value whose deinitializer writes, when the batch releases what it began with")
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
    var notified = 0
    for byte in bytes { byte.sink { _ in notified += 1 } }
    for large in larges { large.sink { _ in notified += 1 } }
    batch {
      for byte in bytes { byte.value &+= 1 }
      for large in larges { large.value.text = "another" }
      for byte in bytes { byte.value &-= 1 }
      for large in larges { large.value.text = "text" }
    }
    #expect(notified == 0)
    batch {
      for byte in bytes { byte.value &+= 1 }
      for large in larges { large.value.text = "another" }
    }
    #expect(notified == 250)
  }

  /// A value whose `==` runs an action at the end of a batch.
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
    var notified: [Int] = []
    sly.sink { _ in }
    other.sink { notified.append($0) }
    batch {
      sly.value.number = 1
      unsafe Sly.ask = { other.value = 1 }
    }
    #expect(notified == [1])
    batch { other.value = 0 }
    #expect(notified == [1, 0])
    batch {
      other.value = 5
      other.value = 0
    }
    #expect(notified == [1, 0])
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
      // A batch keeps its first snapshot apart from the others.
      if sources == 2 { first.value = 1 }
      sly?.value.number = 1
      sly?.value.number = 2
      unsafe Sly.ask = {
        sly = nil
        // Reuses the memory of the deallocated source.
        others = (0..<64).map { OpenBehavior($0) }
      }
    }
    #expect(witness == nil)
    #expect(others.count == 64 && others.allSatisfy { $0.version == 0 })
  }

  // MARK: Duplicates that hold something else

  private struct Row: Equatable {
    var id: Int
    var title: String
    static func == (a: Row, b: Row) -> Bool { a.id == b.id }
  }

  /// A trivial type of one word: stored where most batches keep their only snapshot.
  private struct Pair: Equatable {
    var id: Int32
    var extra: Int32
    static func == (a: Pair, b: Pair) -> Bool { a.id == b.id }
  }

  private final class User: Equatable {
    let id: Int
    let name: String
    init(_ id: Int, _ name: String) {
      self.id = id
      self.name = name
    }
    static func == (a: User, b: User) -> Bool { a.id == b.id }
  }

  /// Checks a batch that ends on a duplicate of the first value. Nothing is notified. The value, its observers and its
  /// dependents agree, whether these ran in the middle, at the end or not at all.
  private func checkPutBack<Value>(
    _ source: OpenBehavior<Value>, through middle: Value, to duplicate: Value, _ show: @escaping (Value) -> String
  ) {
    let first = show(source.peek())
    var log: [String] = []
    let untouched = ComputedBehavior { show(source.value) }
    let readInTheMiddle = ComputedBehavior { show(source.value) }
    let readAtTheEnd = ComputedBehavior { show(source.value) }
    let below = ComputedBehavior { readAtTheEnd.value + "!" }
    let reaction = Reaction { log.append("runs: \(show(source.value)) \(untouched.value)") }
    reaction.start()
    source.sink { log.append("source: \(show($0))") }
    below.sink { log.append("below: \($0)") }
    #expect(readInTheMiddle.value == first)
    log = []
    batch {
      source.value = middle
      #expect(readInTheMiddle.value == show(middle))
      source.value = duplicate
      #expect(source.value as Any? != nil && show(source.value) == show(duplicate))
      #expect(readAtTheEnd.value == show(duplicate))
      #expect(below.value == show(duplicate) + "!")
    }
    #expect(show(source.value) == first)
    for behavior in [untouched, readInTheMiddle, readAtTheEnd] { #expect(behavior.value == first) }
    #expect(below.value == first + "!")
    #expect(ComputedBehavior { show(source.value) }.value == first)
    #expect(log == [])
    source.value = middle
    #expect(show(source.value) == show(middle))
    #expect(
      Set(log) == ["source: \(show(middle))", "below: \(show(middle))!", "runs: \(show(middle)) \(show(middle))"])
    #expect(log.count == 3)
  }

  @Test("a value that compares less than it holds is reverted")
  func coarseEquality() {
    checkPutBack(
      OpenBehavior(Row(id: 1, title: "old")), through: Row(id: 0, title: "loading"), to: Row(id: 1, title: "new"),
      \.title)
    checkPutBack(OpenBehavior(Pair(id: 1, extra: 1)), through: Pair(id: 0, extra: 2), to: Pair(id: 1, extra: 3)) {
      "\($0.id) \($0.extra)"
    }
    checkPutBack(OpenBehavior(0.0), through: 1, to: -0.0) { "\($0)" }
  }

  @Test("so is one that a test of the user's takes for a duplicate")
  func givenTest() {
    checkPutBack(OpenBehavior(20, isDuplicate: { $0 / 10 == $1 / 10 }), through: 30, to: 25) { "\($0)" }
    checkPutBack(OpenBehavior([1], isDuplicate: { $0.count == $1.count }), through: [], to: [2]) { "\($0)" }
  }

  @Test("an equal object, an optional one, and an optional value")
  func objectsAndOptionals() {
    checkPutBack(OpenBehavior(User(7, "old")), through: User(8, "other"), to: User(7, "new"), \.name)
    checkPutBack(OpenBehavior(User?.some(User(7, "old"))), through: nil, to: User(7, "new")) { $0?.name ?? "none" }
    checkPutBack(
      OpenBehavior(Row?.some(Row(id: 1, title: "old"))), through: nil, to: Row(id: 1, title: "new")
    ) { $0?.title ?? "none" }
  }

  @Test("strings that are canonically equivalent, and not the same")
  func strings() {
    checkPutBack(OpenBehavior("e\u{301}"), through: "", to: "\u{e9}") { "\(Array($0.utf8))" }
  }

  @Test("a second and a third source of the batch, and one behind a derivation that compares less than it holds")
  func severalSources() {
    let rows = (0..<3).map { OpenBehavior(Row(id: $0, title: "old")) }
    func hasSameIDs(_ old: [Row], _ new: [Row]) -> Bool { old.map(\.id) == new.map(\.id) }
    let joined = ComputedBehavior(isDuplicate: hasSameIDs) { rows.map(\.value) }
    let titles = ComputedBehavior { joined.value.map(\.title).joined() }
    var log: [String] = []
    titles.sink { log.append($0) }
    batch {
      for row in rows { row.value = Row(id: 9, title: "middle") }
      #expect(titles.value == "middlemiddlemiddle")
      for (id, row) in rows.enumerated() { row.value = Row(id: id, title: "new") }
      #expect(titles.value == "newnewnew")
    }
    #expect(log == [])
    #expect(titles.value == "oldoldold")
    #expect(joined.value.map(\.title) == ["old", "old", "old"])
    #expect(rows.map(\.value.title) == ["old", "old", "old"])
  }

  @Test("what ran on a derivation's duplicate, before that was reverted, is back as well: nothing is notified")
  func ranOnTheDuplicate() {
    let gate = OpenBehavior(0)
    let id = OpenBehavior(1)
    let title = OpenBehavior("old")
    let row = ComputedBehavior { Row(id: id.value, title: title.value) }
    // Each derivation of the chain starts to run before the one it reads, so its snapshot is taken first.
    let text = ComputedBehavior { [gate.value, row.value.id].isEmpty ? "" : row.value.title }
    let long = ComputedBehavior { gate.value < 0 ? "" : text.value + "!" }
    let longest = ComputedBehavior { gate.value < 0 ? "" : long.value + "!" }
    var log: [String] = []
    for behavior in [text, long, longest] { behavior.sink { log.append($0) } }
    let reaction = Reaction { log.append("runs: \(longest.value)") }
    reaction.start()
    log = []
    batch {
      gate.value = 1
      title.value = "new"
      id.value = 2
      #expect(longest.value == "new!!")
      id.value = 1
    }
    #expect(log == [])
    #expect(row.value.title == "old")
    #expect([text.value, long.value, longest.value] == ["old", "old!", "old!!"])
    id.value = 2
    #expect(log == ["new", "new!", "new!!", "runs: new!!"])
  }

  @Test(
    "a derivation that must run at the end of a batch reads what has been reverted by then, and runs once",
    arguments: [3, 103])
  func runsOnWhatIsPutBack(last: Int) {
    let number = OpenBehavior(0)
    func hasSameTens(_ old: Int, _ new: Int) -> Bool { old / 10 == new / 10 }
    let rest = ComputedBehavior { number.value % 100 }
    let tens = ComputedBehavior(isDuplicate: hasSameTens) { rest.value }
    let isOdd = ComputedBehavior { number.value % 2 == 1 }
    var runs = 0
    let sum = ComputedBehavior {
      runs += 1
      // Starts to run before `tens`, so its snapshot is taken first.
      return (isOdd.value ? 100 : 0) + tens.value
    }
    var log: [Int] = []
    sum.sink { log.append($0) }
    #expect(runs == 1)
    batch {
      number.value = 11
      #expect(sum.value == 111)
      number.value = 3
      #expect(tens.value == 3)
      // If the number differs, `tens` is outdated, but verified as unchanged.
      number.value = last
    }
    #expect(log == [100])
    #expect(tens.value == 0)
    #expect(runs == 3)
  }

  @Test("a derivation that a batch asks to run ends where it began: nothing is notified, and its value is reverted")
  func requestedRuns() {
    var outside = 1
    func hasSameTens(_ old: Int, _ new: Int) -> Bool { old / 10 == new / 10 }
    let now = ComputedBehavior(isDuplicate: hasSameTens) { outside }
    let below = ComputedBehavior { now.value }
    var log: [Int] = []
    below.sink { log.append($0) }
    batch {
      outside = 50
      now.rerun()
      #expect(below.value == 50)
      outside = 2
      now.rerun()
      #expect(now.value == 2)
    }
    #expect(now.value == 1)
    #expect(below.value == 1)
    #expect(log == [])
  }

  @Test("an observer that came at the duplicate is notified of the restored value; the others are not")
  func newcomerAtTheDuplicate() {
    let row = OpenBehavior(Row(id: 1, title: "old"))
    var old: [String] = []
    var new: [String] = []
    row.sink { old.append($0.title) }
    batch {
      row.value = Row(id: 0, title: "middle")
      row.value = Row(id: 1, title: "new")
      row.observe { new.append($0.title) }
    }
    #expect(old == [])
    #expect(new == ["new", "old"])
    row.value = Row(id: 2, title: "next")
    #expect(old == ["next"])
    #expect(new == ["new", "old", "next"])
  }

  @Test("so is the only observer, which came after the last write")
  func onlyNewcomer() {
    let row = OpenBehavior(Row(id: 1, title: "old"))
    let title = ComputedBehavior { row.value.title }
    var log: [String] = []
    batch {
      row.value = Row(id: 0, title: "middle")
      row.value = Row(id: 1, title: "new")
      row.sink { log.append($0.title) }
      title.observe { log.append($0) }
    }
    #expect(log == ["new", "old", "old"])
  }

  @Test("it does not matter whether anything depends on the value")
  func unwatched() {
    let row = OpenBehavior(Row(id: 1, title: "old"))
    let pair = OpenBehavior(Pair(id: 1, extra: 1))
    let rounded = OpenBehavior(10, isDuplicate: { $0 / 10 == $1 / 10 })
    batch {
      row.value = Row(id: 0, title: "middle")
      pair.value = Pair(id: 0, extra: 2)
      rounded.value = 20
      row.value = Row(id: 1, title: "new")
      pair.value = Pair(id: 1, extra: 3)
      rounded.value = 19
    }
    #expect(row.value.title == "old")
    #expect(pair.value.extra == 1)
    #expect(rounded.value == 10)
    batch {
      rounded.update { $0 = 20 }
      rounded.update { $0 = 19 }
    }
    #expect(rounded.value == 10)
  }

  @Test("what the duplicate kept alive goes when everything is in order, and may write")
  func duplicateThatWrites() {
    final class Writer: Equatable {
      let id: Int
      let end: () -> Void
      init(_ id: Int, _ end: @escaping () -> Void) {
        self.id = id
        self.end = end
      }
      static func == (a: Writer, b: Writer) -> Bool { a.id == b.id }
      deinit { end() }
    }
    var log: [String] = []
    let written = OpenBehavior(0)
    written.sink { log.append("written \($0)") }
    let source = OpenBehavior(Writer(1) {})
    source.sink { log.append("source \($0.id)") }
    batch {
      source.value = Writer(2) { written.value += 1 }
      source.value = Writer(1) {
        log.append("the duplicate goes; the source has \(source.peek().id)")
        written.value += 1
      }
    }
    #expect(log == ["the duplicate goes; the source has 1", "written 1", "written 2"])
  }

  // A write to a source without dependents takes no snapshot, but a derivation may depend on it later in the batch.

  @Test("a derivation that was outdated when the batch began, and follows what the batch wrote before: observers")
  func unwatchedSourceObserved() {
    let derived = ComputedBehavior { [a, b] in a.value == 0 ? 0 : b.value }
    var received: [Int] = []
    a.sink { [b] _ in
      batch {
        b.value = 5
        #expect(derived.peek() == 5)
        b.value = 0
      }
    }
    derived.sink { received.append($0) }
    a.value = 1
    #expect(derived.value == 0)
    #expect(received == [])
    b.value = 2
    #expect(received == [2])
  }

  @Test("the same by way of a derivation that nothing observes, and in a reaction")
  func unwatchedSourceInReaction() {
    let derived = ComputedBehavior { [a, b] in a.value == 0 ? 0 : b.value }
    let above = ComputedBehavior { derived.value + 1 }
    var received: [Int] = []
    let meddler = Reaction { [a, b] in
      if a.value == 0 { return }
      b.value = 5
      #expect(above.peek() == 6)
      b.value = 0
    }
    meddler.start()
    derived.sink { received.append($0) }
    a.value = 1
    #expect(above.value == 1)
    #expect(received == [])
    withExtendedLifetime(meddler) {}
  }

  @Test("what depends on such a derivation does not run again")
  func unwatchedSourceLazy() {
    let derived = ComputedBehavior { [a, b] in a.value == 0 ? 0 : b.value }
    var runs = 0
    let above = ComputedBehavior { () -> Int in
      runs += 1
      return derived.value + 1
    }
    #expect(above.value == 1)
    a.value = 1
    batch {
      b.value = 5
      #expect(derived.value == 5)
      b.value = 0
    }
    #expect(above.value == 1)
    #expect(runs == 1)
  }

  @Test("derivations inside each other, each of which follows what the batch wrote before", arguments: [true, false])
  func unwatchedSourcesNested(readsSourceFirst: Bool) {
    let sources = (0..<4).map { _ in OpenBehavior(0) }
    var derived: [ComputedBehavior<Int>] = []
    var runs = 0
    for source in sources {
      let below = derived.last
      derived.append(
        ComputedBehavior { [a] in
          runs += 1
          if a.value == 0 { return 0 }
          let first = readsSourceFirst ? source.value : below?.value ?? 0
          return first + (readsSourceFirst ? below?.value ?? 0 : source.value)
        })
    }
    var received: [Int] = []
    for behavior in derived { behavior.sink { received.append($0) } }
    a.sink { [derived] _ in
      batch {
        for source in sources { source.value = 5 }
        #expect(derived[3].peek() == 20)
        for source in sources { source.value = 0 }
      }
    }
    runs = 0
    a.value = 1
    #expect(derived.map(\.value) == [0, 0, 0, 0])
    #expect(received == [] && runs == 8)
    sources[1].value = 2
    #expect(derived.map(\.value) == [0, 2, 2, 2])
    #expect(received == [2, 2, 2])
  }

  @Test("what a body reads keeps no snapshot where nothing has changed unwatched: its test is asked once for each run")
  func readByBody() {
    var questions = 0
    let derived = (0..<3).map { [a] offset in
      ComputedBehavior(
        isDuplicate: { old, new in
          questions += 1
          return old == new
        },
        { a.value + offset })
    }
    var sums: [Int] = []
    let reader = Reaction { sums.append(derived.reduce(0) { $0 + $1.value }) }
    reader.start()
    for value in 1...3 { a.value = value }
    #expect(sums == [3, 6, 9, 12])
    #expect(questions == 9)
    // Changed while it had no dependents. `other` is the first.
    b.value = 1
    let other = ComputedBehavior { [a, b] in a.value + b.value }
    batch {
      #expect(other.value == 4)
      a.value = 4
      #expect(derived[0].value == 4)
      a.value = 3
    }
    #expect(sums == [3, 6, 9, 12])
    withExtendedLifetime(reader) {}
  }

  @Test("a derivation that loses its dependents in the batch has what it began with, and is compared with that")
  func losesDependents() {
    let rough = ComputedBehavior { [a] in Row(id: a.value / 2, title: "\(a.value)") }
    var received: [String] = []
    let token = rough.sink { received.append($0.title) }
    #expect(rough.value.title == "0")
    batch {
      a.value = 4
      #expect(rough.value.title == "4")
      a.value = 1
      #expect(rough.value.title == "1")
      token.cancel()
    }
    #expect(rough.value.title == "0")
    rough.sink { received.append($0.title) }
    a.value = 0
    #expect(rough.value.title == "0")
    a.value = 1
    #expect(rough.value.title == "0")
    #expect(received == [])
  }
}
