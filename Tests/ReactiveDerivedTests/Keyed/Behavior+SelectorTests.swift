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

  @Test("messages identify a row by the choice")
  func labels() {
    #expect(OpenBehavior(1, name: "choice").selector()[7].label == "choice.selector()")
    #expect(OpenBehavior(1, file: "Choice.swift", line: 7).selector()[7].label == "Choice.swift:7")
  }
}
