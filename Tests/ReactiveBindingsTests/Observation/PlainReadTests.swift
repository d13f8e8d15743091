// Tests: ObservationPort

#if canImport(Observation)
import Observation
import ReactiveBindings
import ReactiveCore
import ReactiveDerived
import ReactiveElm
import ReactiveTestSupport
import ReactiveTracking
import Testing

@Suite("Plain reads, as Observation tracks them")
struct PlainReadTests {
  final class Cart: Observable {
    @Atom var prices = [1, 2]
    @Pub var coupon = ""
    @Property var note = ""
    @Derived({ (me: Cart) in me.prices.reduce(0, +) }) var total: Int
    let stored = StoredProperty(1)
    let derived: DerivedProperty<Int>
    let rows = OpenKeyed<Row>([Row(id: 1, text: "one"), Row(id: 2, text: "two")])
    let counter = Counter.makeProgram()
    init() { derived = DerivedProperty(stored) { $0 * 2 } }
  }
  struct Row: Identifiable, Equatable {
    let id: Int
    var text: String
  }
  struct Counter: Module {
    enum Message { case increment, rest }
    struct Model: Initable { var count = 0 }
    enum Command {}
    static func update(for message: Message, model: inout Model) -> [Command] {
      if case .increment = message { model.count += 1 }
      return []
    }
    static func view(for model: Model) -> String { "\(model.count)" }
  }

  @Test("a read of each kind is notified of the next change, once")
  func eachKind() {
    let cart = Cart()
    func heard(of read: @escaping () -> Any, when change: () -> Void) -> Int {
      hearsOf(
        {
          change()
          change()
        }, reading: { _ = read() })
    }
    var number = 10
    func next() -> Int {
      number += 1
      return number
    }
    #expect(heard(of: { cart.prices }, when: { cart.prices = [next()] }) == 1)
    #expect(heard(of: { cart.$prices.value }, when: { cart.prices = [next()] }) == 1)
    #expect(heard(of: { cart.coupon }, when: { cart.coupon = "\(next())" }) == 1)
    #expect(heard(of: { cart.note }, when: { cart.note = "x" }) == 1)
    #expect(heard(of: { cart.total }, when: { cart.prices = [next()] }) == 1)
    #expect(heard(of: { cart.stored.value }, when: { cart.stored.value = next() }) == 1)
    #expect(heard(of: { cart.derived.value }, when: { cart.stored.value = next() }) == 1)
    #expect(heard(of: { "\(cart.derived)" }, when: { cart.stored.value = next() }) == 1)
    #expect(heard(of: { cart.rows.value }, when: { cart.rows.update(1) { $0.text = "\(next())" } }) == 1)
    #expect(heard(of: { cart.rows[1].value as Any }, when: { cart.rows.update(1) { $0.text = "\(next())" } }) == 1)
    #expect(heard(of: { cart.rows[2].value as Any }, when: { cart.rows.update(1) { $0.text = "\(next())" } }) == 0)
    #expect(heard(of: { cart.rows.count.value }, when: { cart.rows.update(1) { $0.text = "\(next())" } }) == 0)
    #expect(heard(of: { cart.counter.model.count }, when: { cart.counter.dispatch(.increment) }) == 1)
    #expect(heard(of: { cart.counter.view }, when: { cart.counter.dispatch(.increment) }) == 1)
    #expect(heard(of: { cart.counter.view }, when: { cart.counter.dispatch(.rest) }) == 0)
    #expect(heard(of: { cart.coupon }, when: { cart.note = "y" }) == 0)
  }

  @Test("what is read by peek or in untracked, and what a derivation or an effect reads, is not seen")
  func unseen() {
    let source = atom(1)
    let other = atom(1)
    let isPositive = derive { source.value > 0 }
    let peeking = hearsOf({ source.value += 1 }, reading: { _ = (source.peek(), untracked { source.value }) })
    #expect(peeking == 0)
    let through = hearsOf(
      { source.value += 1 },
      reading: {
        #expect(isPositive.value)
        let effect = Effect { _ = (other.value, source.value) }
        withExtendedLifetime(effect) {}
      })
    #expect(through == 0)
    #expect(hearsOf({ source.value = -1 }, reading: { _ = isPositive.value }) == 1)
    #expect(!other.isObserved)
  }

  @Test("where nothing tracks, reads leave nothing")
  func leavesNothing() {
    let atoms = (0..<1000).map { atom($0) }
    let sum = derive { atoms.reduce(0) { $0 + $1.value } }
    for atom in atoms { _ = atom.value }
    #expect(sum.value == 499_500)
    #expect(!atoms.contains { $0.isObserved } && !sum.isObserved)
    withObservationTracking {
      _ = atoms[7].value
    } onChange: {
    }
    #expect(atoms.indices.filter { atoms[$0].isObserved } == [7])
  }

  @Test("laws 1, 3, 7 and 8: onChange reads the new value in its turn; once for a batch, not for a duplicate")
  func laws() {
    let count = OpenBehavior(1)
    let log = SendableLog<String>()
    let here = IsolatedCall<String> { [unowned count] in
      log.append("\($0) \(count.value)")
      if count.value == 3 { count.value = 4 }
      log.append("\($0) end")
    }
    count.sink { log.append("before \($0)") }
    func track() {
      withObservationTracking {
        _ = count.value
      } onChange: {
        here.callInIsolation("onChange")
      }
    }
    track()
    count.sink { log.append("after \($0)") }
    count.value = 1
    batch {
      count.value = 2
      count.value = 1
    }
    #expect(log.all.isEmpty)
    batch {
      count.value = 2
      count.value = 3
      #expect(log.all.isEmpty)
    }
    #expect(
      log.all == ["before 3", "onChange 3", "onChange end", "after 3", "before 4", "after 4"])
  }

  @Test("law 5: a diamond is notified once, and what is read then is of one state")
  func diamond() {
    let source = OpenBehavior(1)
    let plus = source.map { $0 + 1 }
    let times = source.map { $0 * 10 }
    let log = SendableLog<[Int]>()
    let here = IsolatedCall<Int> { _ in log.append([plus.value, times.value]) }
    withObservationTracking {
      _ = (plus.value, times.value)
    } onChange: {
      here.callInIsolation(0)
    }
    source.value = 2
    #expect(log.all == [[3, 20]])
  }

  @Test("trackings in one another are both notified, and so is one that is begun in onChange")
  func nested() {
    let count = OpenBehavior(1)
    let log = SendableLog<String>()
    let again = IsolatedCall<Int> { [unowned count] _ in
      withObservationTracking {
        log.append("again \(count.value)")
      } onChange: {
        log.append("third")
      }
    }
    withObservationTracking {
      withObservationTracking {
        _ = count.value
      } onChange: {
        log.append("inner")
      }
      _ = count.value
    } onChange: {
      log.append("outer")
      again.callInIsolation(0)
    }
    count.value = 2
    #expect(log.all.sorted() == ["again 2", "inner", "outer"])
    count.value = 3
    #expect(log.all.last == "third")
  }

  @Test("a derivation is kept up to date while something tracks it, and not when it was not tracked for two changes")
  func lazy() {
    let source = OpenBehavior(1)
    var runs = 0
    let double = derive { () -> Int in
      runs += 1
      return source.value * 2
    }
    #expect(hearsOf({ source.value = 2 }, reading: { _ = double.value }) == 1)
    #expect(runs == 2)
    // Untracked reads do not change that.
    _ = double.value
    source.value = 3
    _ = double.value
    source.value = 4
    source.value = 5
    #expect(runs == 3 && !double.isObserved)
    #expect(hearsOf({ source.value = 6 }, reading: { _ = double.value }) == 1)
    #expect(double.value == 12)
  }

  @Test("a source that runs while it is observed runs while something tracks it")
  func whileObserved() {
    var isRunning = false
    let level = OpenBehavior(
      1,
      whileObserved: { place in
        isRunning = true
        place(2)
        return Subscription { isRunning = false }
      })
    _ = level.value
    #expect(!isRunning)
    withObservationTracking {
      #expect(level.value == 2)
    } onChange: {
    }
    #expect(isRunning)
    level.value = 3
    level.value = 4
    level.value = 5
    #expect(!isRunning)
  }

  @Test(
    "law 11: a tracking keeps no behavior, and ends with it; a behavior keeps nothing of a tracking that was notified")
  func lifetime() {
    let live = LiveCount()
    do {
      let count = OpenBehavior(live.make())
      let derived = derive { count.value.note }
      withObservationTracking {
        _ = (count.value, derived.value)
      } onChange: {
        Issue.record("nothing has changed")
      }
    }
    #expect(live.alive == 0)
    let count = OpenBehavior(0)
    weak var captured: SendableCount?
    do {
      let heard = SendableCount()
      captured = heard
      withObservationTracking {
        _ = count.value
      } onChange: {
        heard.increment()
      }
    }
    #expect(captured != nil)
    count.value = 1
    #expect(captured == nil)
  }

  @Test(
    "the row of a collection is kept while it is tracked, though nothing else has it; and the collection keeps no other"
  )
  func rowsAreKept() {
    weak var row: Behavior<Row?>?
    do {
      let all = OpenKeyed<Row>((0..<100).map { Row(id: $0, text: "") })
      let even = all.filter { $0.id.isMultiple(of: 2) }
      for rows in [all, even] {
        let heard = hearsOf(
          { all.update(42) { $0.text += "x" } },
          reading: {
            let found = rows[42]
            row = found
            _ = found.value
          })
        #expect(heard == 1 && row != nil)
        all.update(42) { $0.text += "x" }
        #expect(row == nil)
        for id in 0..<100 { _ = rows[id].value }
        withObservationTracking {
          let found = rows[40]
          row = found
          _ = found.value
        } onChange: {
        }
        #expect(row != nil)
      }
    }
    #expect(row == nil)
  }

  @MainActor
  final class Tally: Observable {
    @Atom var count = 0
    @Derived({ (me: Tally) in me.count / 2 }) var half: Int
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test("Observations iterates over what plain reads see")
  @MainActor
  func observations() async {
    let counter = Tally()
    let log = SendableLog<Int>()
    let loop = Task { @MainActor in
      for await half in Observations({ counter.half }) { log.append(half) }
    }
    await untilTrue { log.all == [0] }
    counter.count = 1
    await turns()
    for number in 1...3 {
      counter.count = 2 * number
      await untilTrue { log.all.count > number }
    }
    loop.cancel()
    #expect(log.all == [0, 1, 2, 3])
  }

  @Test("where Observation would not say whether anything tracks, each read counts as tracked")
  func withoutProbe() {
    let port = ObservationPort(isProbed: false)
    #expect(ReadPorts.registers(port))
    let probed = ObservationPort(isProbed: true)
    #expect(!ReadPorts.registers(probed))
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("there, a tracked read is notified once, and reads that nothing tracks cost a port and do no harm")
  func readsWithoutProbe() async {
    // In its own process, since ports are made for the whole process.
    await #expect(processExitsWith: .success) {
      ReadPorts.turnOn { ObservationPort(isProbed: false) }
      let count = OpenBehavior(0)
      let half = count.map { $0 / 2 }
      var runs = 0
      let effect = Effect { runs += half.value + 1 }
      precondition(half.value == 0 && count.value == 0)
      for number in 1...3 {
        let heard = hearsOf({ count.value = 2 * number }, reading: { _ = half.value })
        precondition(heard == 1 && half.value == number)
      }
      precondition(hearsOf({ count.value = 7 }, reading: { _ = count.value }) == 1)
      precondition(hearsOf({ count.value = 8 }, reading: {}) == 0)
      precondition(runs == 1 + 2 + 3 + 4 + 5)
      withExtendedLifetime(effect) {}
    }
  }
  #endif

  @Test("a tracked function that changes what it has read, however often, is notified of the next change after it")
  func changesInTheFunction() {
    let count = OpenBehavior(0)
    for changes in 0..<4 {
      let heard = hearsOf(
        { count.value += 1 },
        reading: {
          _ = count.value
          for _ in 0..<changes { count.value += 1 }
        })
      #expect(heard == 1)
    }
  }

  @Test(
    "readers of a value in the midst of a batch are notified when the batch takes it back", arguments: [false, true])
  func takenBack(isDerived: Bool) {
    let count = OpenBehavior(1)
    let behavior = isDerived ? count.map { $0 * 2 } : count
    withObservationTracking {
      _ = behavior.value
    } onChange: {
    }
    let heard = (0..<3).map { _ in SendableCount() }
    batch {
      for (place, value) in [2, 3, 2].enumerated() {
        count.value = value
        withObservationTracking {
          _ = (behavior.value, behavior.value)
        } onChange: {
          heard[place].increment()
        }
      }
      count.value = 1
    }
    #expect(heard.map(\.value) == [1, 1, 1])
    #expect(hearsOf({ count.value = 5 }, reading: { _ = behavior.value }) == 1)
  }

  @Test("what is notified of a write in untracked may track anew")
  func trackedAgain() {
    let count = OpenBehavior(0)
    let tracker = Tracker { _ = count.value }
    for number in 1...5 { untracked { count.value = number } }
    #expect(tracker.count.value == 5)
  }

  @Test("a selector keeps what is tracked of it, and its source does not")
  func selectors() {
    weak var source: OpenBehavior<Int>?
    do {
      let chosen = OpenBehavior(1)
      source = chosen
      let isChosen = chosen.selector()
      #expect(hearsOf({ chosen.value = 2 }, reading: { _ = isChosen[1].value }) == 1)
      withObservationTracking {
        _ = isChosen[2].value
      } onChange: {
      }
    }
    #expect(source == nil)
  }

  @Test("rows that were tracked and are gone are kept no longer")
  func goneRows() {
    let all = OpenKeyed<Row>([])
    let rows: [Keyed<Int, Row>] = [all, all.filter { _ in true }]
    for id in 0..<100 {
      all.insert(Row(id: id, text: ""))
      for rows in rows {
        weak var row: Behavior<Row?>?
        withObservationTracking {
          let found = rows[id]
          row = found
          _ = found.value
        } onChange: {
        }
        #expect(row != nil)
        all.remove(id)
        #expect(row == nil)
        all.insert(Row(id: id, text: ""))
      }
      all.remove(id)
    }
  }

  @Test("graphs of several threads that track at the same time")
  func threads() async {
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          var heard = 0
          for _ in 0..<200 {
            let source = OpenBehavior(1)
            let double = source.map { $0 * 2 }
            heard += hearsOf({ source.value = 2 }, reading: { _ = (double.value, source.value) })
          }
          return heard
        }
      }
      for await heard in group { #expect(heard == 200) }
    }
  }

  @Test(
    "a random program of reads, trackings, writes and batches: each tracking is notified when what it has read changes")
  func random() {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let sources = (0..<4).map { OpenBehavior($0) }
      let derived = (0..<4).map { _ in
        let (one, other) = (sources.randomElement(using: &generator)!, sources.randomElement(using: &generator)!)
        return derive { (one.value + other.value) / 2 }
      }
      let all = sources.map { $0.behavior } + derived.map { $0.behavior }
      /// Tracked reads with their values, and whether each was notified.
      var waiting: [(reads: [(Behavior<Int>, Int)], count: SendableCount)] = []
      func write() {
        sources.randomElement(using: &generator)!.value = Int.random(in: 0..<4, using: &generator)
      }
      for _ in 0..<60 {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0:
          let count = SendableCount()
          let read = all.shuffled(using: &generator).prefix(Int.random(in: 1..<4, using: &generator))
          let values = withObservationTracking {
            read.map { ($0, $0.value) }
          } onChange: {
            count.increment()
          }
          waiting.append((values, count))
        case 1: _ = all.randomElement(using: &generator)!.value
        case 2: batch { for _ in 0..<3 { write() } }
        default: write()
        }
        waiting = waiting.filter { reads, count in
          let isChanged = reads.contains { behavior, value in behavior.peek() != value }
          #expect(count.value == (isChanged ? 1 : 0), "seed \(seed)")
          return !isChanged
        }
      }
    }
  }
}
#endif
