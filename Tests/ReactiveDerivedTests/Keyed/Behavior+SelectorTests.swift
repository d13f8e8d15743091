import ReactiveCore
import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Behavior.selector")
struct BehaviorSelectorTests {
  private let bag = SubscriptionBag()

  @Test("a change notifies the old row and the new one, and no other")
  func twoRows() {
    let chosen = OpenBehavior(1)
    let isChosen = chosen.selector()
    var log: [String] = []
    let rows = (0..<5).map { isChosen[$0] }
    for (id, row) in rows.enumerated() { row.sink { log.append("\(id) \($0)") } }
    #expect(rows.map(\.value) == [false, true, false, false, false])
    chosen.value = 3
    #expect(log == ["1 false", "3 true"])
    chosen.value = 7
    chosen.value = 7
    #expect(log == ["1 false", "3 true", "3 false"])
    #expect(!isChosen[3].value && isChosen[7].value)
    withExtendedLifetime(rows) {}
  }

  @Test("nothing is chosen while an optional is nil")
  func optional() {
    let chosen = OpenBehavior<String?>(nil)
    let isChosen = chosen.selector()
    var log: [Bool] = []
    isChosen["a"].sink { log.append($0) }.store(in: bag)
    chosen.value = "b"
    chosen.value = "a"
    chosen.value = nil
    #expect(log == [true, false])
  }

  @Test("a read in the middle of a batch has the choice that was made, and a batch that is taken back notifies nothing")
  func batches() {
    let chosen = OpenBehavior(1)
    let isChosen = chosen.selector()
    let (first, second) = (isChosen[1], isChosen[2])
    var log: [Bool] = []
    first.sink { log.append($0) }
    second.sink { log.append($0) }
    batch {
      chosen.value = 2
      #expect(!first.value && second.value)
      chosen.value = 1
      #expect(first.value && !second.value)
    }
    #expect(log.isEmpty)
    batch {
      chosen.value = 2
      chosen.value = 3
    }
    #expect(log == [false])
    withExtendedLifetime((first, second)) {}
  }

  @Test("what is made of rows and of the choice moves in one")
  func noGlitch() {
    let chosen = OpenBehavior(1)
    let isChosen = chosen.selector()
    let sum = isChosen[1].combine(isChosen[2], chosen).map { ($0.0 ? 1 : 0) + ($0.1 ? 2 : 0) - $0.2 }
    var log: [Int] = []
    var seen: [Bool] = []
    let subscriptions = [sum.sink { log.append($0) }, chosen.sink { seen.append(isChosen[$0].value) }]
    chosen.value = 2
    chosen.value = 3
    #expect(log == [-3])
    #expect(seen == [true, true])
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("a change in place is followed, as a write is")
  func update() {
    let chosen = OpenBehavior("a")
    let isChosen = chosen.selector()
    var log: [String] = []
    for id in ["a", "ab", "b"] { isChosen[id].sink { log.append("\(id) \($0)") }.store(in: bag) }
    chosen.update { $0 += "b" }
    chosen.update { _ in }
    batch {
      chosen.update { $0 = "b" }
      #expect(isChosen["b"].value)
      chosen.update { $0 = "ab" }
    }
    #expect(log == ["a false", "ab true"])
  }

  @Test("a choice that is computed, or compared by a function, is followed, too")
  func computed() {
    let number = OpenBehavior(1)
    let isChosen = number.map { $0 % 3 }.selector()
    var log: [String] = []
    for id in 0..<3 { isChosen[id].sink { log.append("\(id) \($0)") }.store(in: bag) }
    number.value = 2
    number.value = 5
    #expect(log.sorted() == ["1 false", "2 true"])

    let other = OpenBehavior(1, isDuplicate: { $0 / 10 == $1 / 10 })
    let isOther = other.selector()
    var values: [Bool] = []
    isOther[1].sink { values.append($0) }.store(in: bag)
    batch {
      other.value = 11
      #expect(!isOther[1].value)
      other.value = 2
    }
    #expect(values.isEmpty)
    #expect(isOther[1].value)
  }

  @Test("a choice that is a part of something that is written")
  func part() {
    struct Screen: Equatable { var chosen = 1 }
    let screen = OpenBehavior(Screen())
    let isChosen = screen[\.chosen].selector()
    var log: [Bool] = []
    isChosen[2].sink { log.append($0) }.store(in: bag)
    screen.value.chosen = 2
    screen.value.chosen = 3
    #expect(log == [true, false])
  }

  @Test("a choice that runs while it is observed runs while a row is")
  func whileObserved() {
    var (starts, ends) = (0, 0)
    var place: (Int) -> Void = { _ in }
    let chosen = OpenBehavior(
      1,
      whileObserved: {
        starts += 1
        place = $0
        return Subscription { ends += 1 }
      })
    let selectors = [chosen.selector(), chosen.map { $0 }.selector()]
    for (index, isChosen) in selectors.enumerated() {
      var log: [Bool] = []
      let row = isChosen[5]
      #expect(!row.value && starts == index)
      let subscriptions = [row.sink { log.append($0) }, isChosen[6].map { !$0 }.sink { log.append($0) }]
      #expect(starts == index + 1)
      place(5)
      place(6)
      place(1)
      #expect(log.sorted { !$0 && $1 } == [false, false, true, true])
      subscriptions[0].cancel()
      #expect(ends == index)
      subscriptions[1].cancel()
      #expect(ends == index + 1)
    }
    let found = OpenBehavior<Int?>(
      nil,
      whileObserved: {
        $0(5)
        return Subscription {}
      })
    var log: [Bool] = []
    found.selector()[5].observe { log.append($0) }.store(in: bag)
    #expect(log.last == true)
    bag.cancelAll()
  }

  @Test("observers may choose, and ask for rows")
  func reentrancy() {
    let chosen = OpenBehavior(1)
    let isChosen = chosen.selector()
    var log: [String] = []
    isChosen[2].sink {
      log.append("2 \($0)")
      if $0 { chosen.value = 3 }
    }.store(in: bag)
    isChosen[3].sink {
      log.append("3 \($0)")
      #expect(isChosen[4].value == !$0)
      if $0 { chosen.value = 4 }
    }.store(in: bag)
    chosen.value = 2
    #expect(log == ["2 true", "2 false", "3 true", "3 false"])
    #expect(chosen.value == 4)
    bag.cancelAll()
  }

  /// An id with a hash function that chooses another id.
  private struct Wild: Hashable {
    let number: Int
    @MainActor static var hashing: (() -> Void)?
    func hash(into hasher: inout Hasher) {
      hasher.combine(number)
      MainActor.assumeIsolated {
        let body = Self.hashing
        Self.hashing = nil
        body?()
      }
    }
  }

  @Test("the last choice counts, also one that the hash function of an id makes")
  @MainActor
  func choosingHash() {
    let chosen = OpenBehavior(Wild(number: 1))
    let isChosen = chosen.selector()
    let rows = (0..<4).map { isChosen[Wild(number: $0)] }
    Wild.hashing = { chosen.value = Wild(number: 3) }
    chosen.value = Wild(number: 2)
    #expect(rows.map(\.value) == [false, false, false, true])
  }

  /// An id whose functions and end run actions.
  private struct Restless: Hashable {
    final class Hook {
      var (hash, equals): (() -> Void, () -> Void) = ({}, {})
    }
    let number: Int
    let hook: Hook
    /// The modulus of the hash values.
    var hashes = Int.max
    var end: Farewell?

    static func == (one: Restless, other: Restless) -> Bool {
      one.hook.equals()
      return one.number == other.number
    }
    func hash(into hasher: inout Hasher) {
      hook.hash()
      hasher.combine(number % hashes)
    }
  }

  @Test(
    "comparisons and hash functions may choose and ask for rows, also of ids with one hash", arguments: [Int.max, 1])
  func choosingFunctions(hashes: Int) {
    let hook = Restless.Hook()
    func id(_ number: Int) -> Restless { Restless(number: number, hook: hook, hashes: hashes) }
    let chosen = OpenBehavior(id(-1))
    let isChosen = chosen.selector()
    var log: [Int: [Bool]] = [:]
    let rows = (0..<40).map { isChosen[id($0)] }
    for (number, row) in rows.enumerated() { row.sink { log[number, default: []].append($0) } }
    var made: [Int: Behavior<Bool>] = [:]
    // Whichever call of a function it is.
    for call in 1...12 {
      for isHash in [true, false] {
        var calls = 0
        let action = {
          calls += 1
          if calls != call { return }
          (hook.hash, hook.equals) = ({}, {})
          for number in 50..<90 { made[number] = isChosen[id(number)] }
          _ = isChosen[id(100 + call)]
          chosen.value = id(30)
          chosen.value = id(31)
        }
        if isHash { hook.hash = action } else { hook.equals = action }
        chosen.value = id(call)
        (hook.hash, hook.equals) = ({}, {})
        let last = chosen.value.number
        #expect(rows.map(\.value) == (0..<40).map { $0 == last })
        #expect(isChosen[id(60)].value == (last == 60))
        #expect(made.allSatisfy { $1 === isChosen[id($0)] })
        chosen.value = id(60)
        #expect(rows.allSatisfy { !$0.value } && isChosen[id(60)].value)
        #expect(made.isEmpty || made[60]?.value == true)
      }
    }
    // Each row notifies of each change once.
    for values in log.values { #expect(values == values.indices.map { $0 % 2 == 0 }) }
  }

  @Test("an id that is chosen while its row is being made, or another that is", arguments: 1...6)
  func chosenWhileMade(call: Int) {
    let hook = Restless.Hook()
    // One hash, so that ids are compared.
    func id(_ number: Int) -> Restless { Restless(number: number, hook: hook, hashes: 1) }
    let chosen = OpenBehavior(id(-1))
    let isChosen = chosen.selector()
    var rows: [Behavior<Bool>] = []
    for number in 0..<40 {
      var calls = 0
      let action = {
        calls += 1
        if calls != call { return }
        (hook.hash, hook.equals) = ({}, {})
        // Every second time, the row is that of the choice before.
        chosen.value = id(number % 2 == 0 ? number : number + 1000)
      }
      if number % 2 == 1 { chosen.value = id(number) }
      if number % 4 < 2 { hook.hash = action } else { hook.equals = action }
      rows.append(isChosen[id(number)])
      (hook.hash, hook.equals) = ({}, {})
      let last = chosen.value.number
      #expect(rows.map(\.value) == rows.indices.map { $0 == last })
      chosen.value = id(-1)
      #expect(rows.allSatisfy { !$0.value })
    }
  }

  @Test("a row whose last reference is dropped during a choice, and whose end chooses and asks for rows")
  func endingRow() {
    for call in 1...6 {
      for isHash in [true, false] {
        for hashes in [Int.max, 1] {
          let hook = Restless.Hook()
          func id(_ number: Int) -> Restless { Restless(number: number, hook: hook, hashes: hashes) }
          let chosen = OpenBehavior(id(0))
          let isChosen = chosen.selector()
          var (held, ends): ([Behavior<Bool>], Int) = ((0..<3).map { isChosen[id($0)] }, 0)
          var made: [Int: Behavior<Bool>] = [:]
          for (own, row) in held.enumerated() {
            let end = Farewell {
              ends += 1
              for number in [own] + (3..<30) { made[number] = made[number] ?? isChosen[id(number)] }
              chosen.value = id(2)
              chosen.value = id(10 + ends)
            }
            row.sink { [end] _ in withExtendedLifetime(end) {} }
          }
          var calls = 0
          let action = {
            calls += 1
            if calls != call { return }
            (hook.hash, hook.equals) = ({}, {})
            held = []
          }
          if isHash { hook.hash = action } else { hook.equals = action }
          chosen.value = id(1)
          (hook.hash, hook.equals) = ({}, {})
          held = []
          #expect(ends == 3)
          let last = chosen.value.number
          #expect(made.count == 30)
          #expect(made.allSatisfy { $1 === isChosen[id($0)] && $1.value == ($0 == last) })
          chosen.value = id(20)
          #expect(made.allSatisfy { $1.value == ($0 == 20) })
        }
      }
    }
  }

  @Test("an id whose end chooses and asks for rows")
  func choosingEnd() {
    let hook = Restless.Hook()
    let chosen = OpenBehavior(Restless(number: -1, hook: hook))
    let isChosen = chosen.selector()
    let rows = (0..<100).map { isChosen[Restless(number: $0, hook: hook)] }
    var (ends, made): (Int, [Behavior<Bool>]) = (0, [])
    for number in 0..<100 {
      let end = Farewell {
        ends += 1
        for other in 0..<20 { made.append(isChosen[Restless(number: 1000 + number * 20 + other, hook: hook)]) }
        if ends % 3 == 0 { chosen.value = Restless(number: (number + 7) % 100, hook: hook) }
      }
      chosen.value = Restless(number: number, hook: hook, end: end)
      let last = chosen.value.number
      #expect(rows.map(\.value) == (0..<100).map { $0 == last })
    }
    #expect(ends > 90)
    #expect(made.allSatisfy { !$0.value })
    chosen.value = Restless(number: 1030, hook: hook)
    #expect(made.filter(\.value).count == 1 && rows.allSatisfy { !$0.value })
  }

  @Test("the chosen row is dropped, and made anew before or after others that are not used")
  func chosenRowMadeAnew() {
    let live = LiveCount()
    for unused in [0, 1, 100] {
      let chosen = OpenBehavior(1)
      let isChosen = chosen.selector()
      var log: [Bool] = []
      for round in 0..<10 {
        let first = isChosen[1]
        let mark = live.make()
        first.sink {
          mark.touch()
          log.append($0)
        }
        chosen.value = 2
        chosen.value = 1
        #expect(first.value && log == [false, true])
        log = []
        if round % 2 == 0 { continue }
        // Chosen by its absence, too.
        chosen.value = 1000 + round
        log = []
        chosen.value = 1
        #expect(log == [true])
        log = []
        for number in 0..<unused { #expect(!isChosen[10 + number].value) }
      }
      for number in 0..<unused { #expect(!isChosen[10 + number].value) }
      let last = isChosen[1]
      #expect(last.value && isChosen[1] === last)
      chosen.value = 3
      #expect(!last.value)
    }
    #expect(live.alive == 0 && live.peak > 0)
  }

  @Test("a row keeps the choice, and the choice keeps no row")
  func lifetime() {
    weak var source: OpenBehavior<Int>?
    weak var row: Behavior<Bool>?
    do {
      let chosen = OpenBehavior(1)
      source = chosen
      let isChosen = chosen.selector()
      do {
        let present = isChosen[2]
        row = present
        #expect(isChosen[2] === present)
        #expect(chosen.selector()[2] === present)
      }
      #expect(row == nil)
      row = nil
    }
    #expect(source == nil)
    var kept: Behavior<Bool>?
    do {
      let chosen = OpenBehavior(1)
      source = chosen
      kept = chosen.selector()[2]
    }
    source?.value = 2
    #expect(kept?.value == true)
    kept = nil
    #expect(source == nil)
  }

  private final class EndingID: Hashable, Sendable {
    let number: Int
    let ends: Locked<[Bool]>
    init(_ number: Int, _ ends: Locked<[Bool]>) { (self.number, self.ends) = (number, ends) }
    deinit { ends.withLock { $0.append(Home.current.actor === MainActor.shared) } }
    static func == (one: EndingID, other: EndingID) -> Bool { one.number == other.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  @Test("ids of a computed choice end in its isolation, though the last reference is released elsewhere")
  @MainActor
  func idsEndAtHome() async {
    let ends = Locked<[Bool]>([])
    final class Holder {
      let source = OpenBehavior(1)
      var selector: IDSelector<EndingID>?
    }
    nonisolated(unsafe) var holder: Holder? = Holder()
    unsafe holder?.selector = unsafe holder?.source.map { EndingID($0, ends) }.selector()
    for number in 1...3 { _ = unsafe holder?.selector?[EndingID(number, ends)].value }
    let before = ends.withLock { $0.count }
    await Task.detached { unsafe holder = nil }.value
    // What is released elsewhere ends in a job of its isolation.
    for _ in 0..<1_000 where ends.withLock({ $0.count }) < 4 { await Task.yield() }
    #expect(ends.withLock { $0.count } == 4 && before < 4)
    #expect(ends.withLock { $0.allSatisfy { $0 } })
  }

  @Test("messages identify a row by the choice")
  func labels() {
    #expect(OpenBehavior(1, name: "choice").selector()[7].label == "choice.selector()")
    #expect(OpenBehavior(1, file: "Choice.swift", line: 7).selector()[7].label == "Choice.swift:7")
  }
}
