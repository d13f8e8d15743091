import ReactiveCore
import ReactiveDerived
import Testing

/// Law 11: a retained token keeps the derived object alive.
@Suite("A token keeps what is derived")
struct TokenLawTests {
  private typealias Making = (StoredProperty<Int>, Event<Int>) -> Behavior<Int>

  /// Everything that this layer derives. Each has ten times the value of the property or event.
  private static var makings: [(name: String, isOfEvent: Bool, make: Making)] {
    [
      ("map", false, { number, _ in number.map { $0 * 10 } }),
      ("chain", false, { number, _ in number.map { $0 * 5 }.map { $0 * 2 }.removeDuplicates() }),
      ("operators", false, { number, _ in (number * 10).adding(0) }),
      ("combine", false, { number, _ in number.combine(number).map { $0 * 4 + $1 * 6 } }),
      ("scan", false, { number, _ in number.scan(0) { _, value in value * 10 } }),
      ("withPrevious", false, { number, _ in number.withPrevious().map { $0.current * 10 } }),
      ("flatMap", false, { number, _ in number.flatMap { StoredProperty($0 * 10) } }),
      ("property", false, { number, _ in DerivedProperty(number) { $0 * 10 } }),
      ("pass-through", false, { number, _ in PassThroughProperty(parentProperty: number.map { $0 * 10 }) }),
      ("tentative", false, { number, _ in TentativeProperty(parentProperty: number.map { $0 * 10 }) }),
      (
        "connectable", false,
        { number, _ in
          let property = ConnectableProperty(unconnectedValue: 0)
          property.connect(number.map { $0 * 10 })
          return property
        }
      ),
      ("multilevel", false, { number, _ in MultilevelProperty(parentProperty: number) { StoredProperty($0 * 10) } }),
      ("hold", true, { _, event in event.map { $0 * 10 }.hold(0) }),
      ("accumulate", true, { _, event in event.accumulate(0) { _, new in new * 10 } }),
      ("hold of changes", false, { number, _ in number.map { $0 * 10 }.changes.hold(0) }),
    ]
  }

  @Test("kept, it goes on; cancelled or dropped, it ends, and nothing is left", arguments: 0..<15)
  func keeps(number index: Int) {
    let (name, isOfEvent, make) = Self.makings[index]
    for cancels in [false, true] {
      let number = StoredProperty(0)
      let event = Event<Int>()
      weak var weakBehavior: Behavior<Int>?
      var log: [Int] = []
      var token: Subscription?
      do {
        let behavior = make(number, event)
        weakBehavior = behavior
        token = behavior.sink { log.append($0) }
      }
      // A multilevel property does not keep an inner behavior that its selector makes.
      for value in [1, 2] {
        if isOfEvent { event.trigger(value) } else { number.value = value }
      }
      #expect(log == [10, 20], "\(name)")
      if cancels { token?.cancel() } else { token = nil }
      #expect(weakBehavior == nil, "\(name)")
      number.value = 3
      event.trigger(3)
      #expect(log == [10, 20], "\(name)")
      #expect(event.observers.isEmpty, "\(name)")
    }
  }

  @Test("a stream that its roots do not keep is kept by the token, with the behavior that it is made of")
  func streams() {
    let makings: [(Behavior<Int>, Event<Int>) -> EventStream<Int>] = [
      { number, _ in number.map { $0 * 10 }.changes },
      { number, _ in number.map { $0 * 10 }.changes.map { $0 }.filter { $0 > 0 } },
      { number, _ in number.map { $0 * 10 }.changes.removeDuplicates() },
      { number, event in number.map { $0 * 10 }.changes.merge(event) },
      { number, event in number.map { $0 * 10 }.sample(on: event) },
      { number, _ in number.map { $0 * 10 }.changes.scan(0) { _, new in new } },
    ]
    for (index, make) in makings.enumerated() {
      let number = StoredProperty(0)
      let event = Event<Int>()
      weak var weakStream: EventStream<Int>?
      var log: [Int] = []
      var token: Subscription?
      do {
        let stream = make(number, event)
        weakStream = stream
        token = stream.sink { log.append($0) }
      }
      number.value = 1
      if index == 4 { event.trigger(0) }
      #expect(log == [10], "stream \(index)")
      #expect(weakStream != nil)
      token?.cancel()
      #expect(weakStream == nil, "stream \(index)")
      #expect(event.observers.isEmpty)
      number.value = 2
      event.trigger(0)
      #expect(log == [10])
      token = nil
    }
  }

  @Test("a stream that its roots keep ends with them, whatever tokens there are")
  func rooted() {
    weak var weakNumber: StoredProperty<Int>?
    var tokens: [Subscription] = []
    do {
      let number = StoredProperty(0)
      let event = Event<Int>()
      weakNumber = number
      tokens = [
        number.changes.map { $0 }.sink { _ in }, event.map { $0 }.merge(number.changes).sink { _ in },
        number.sample(on: event).sink { _ in },
      ]
    }
    #expect(weakNumber == nil)
    #expect(tokens.allSatisfy { $0.isCancelled })
  }

  @Test("an updater keeps what it depends on")
  func updater() {
    let number = StoredProperty(0)
    var log: [Int] = []
    var updater: Updater? = Updater()
    updater?.onTransition(number.map { $0 * 10 }) { _, new in log.append(new) }
    number.value = 1
    #expect(log == [0, 10])
    updater = nil
    number.value = 2
    #expect(log == [0, 10])
  }

  #if DEBUG
  @Test("the statement gets a hint, for each kind of derived behavior")
  func hints() {
    for (name, _, make) in Self.makings {
      let number = StoredProperty(0)
      let event = Event<Int>()
      let hints = Diagnostics.collect { make(number, event).sink { _ in } }
      #expect(hints.count == 1, "\(name)")
      #expect(hints.allSatisfy { $0.contains("\(#fileID):") }, "\(name): \(hints)")
    }
  }

  @Test("spelled in one line, in the forms in which people write it")
  func spelled() {
    let first = StoredProperty("Ada")
    let last = StoredProperty("King")
    let number = StoredProperty(1)
    let hints = Diagnostics.collect {
      first.map { $0.count }.sink { _ in }
      first.map(\.count).observe { _ in }
      number.adding(1).sink { _ in }
      number.negated().observe { _ in }
      first.combine(last).onChange {}
      first.map { $0.count }.map { $0 + 1 }.sink { _ in }
    }
    #expect(hints.count == 6)
    for line in (#line - 8)...(#line - 3) { #expect(hints.contains { $0.contains("\(#fileID):\(line) ") }) }
  }

  @Test("an operator, which does not know its line, is named by what it is made of, once for each line")
  func operators() {
    let number = StoredProperty(1)
    number.name = "number"
    let hints = Diagnostics.collect {
      for _ in 0..<2 { (number + 1).sink { _ in } }
      (number + 1).sink { _ in }
      (number + number * 2).observe { _ in }
    }
    #expect(hints.count == 3)
    #expect(hints.allSatisfy { $0.hasPrefix("the DerivedProperty<Int> that an operator made of number") })
    #expect(hints.last?.contains("made of number and the result of another ended") == true)
  }

  @Test("streams of derived behaviors and derived collections have their hints")
  func streamsAndCollections() {
    struct Row: Identifiable, Equatable { var id: Int }
    let name = StoredProperty("Ada")
    let rows = OpenKeyed([Row(id: 1)])
    let owner = SubscriptionBag()
    let hints = Diagnostics.collect {
      name.map { $0.count }.changes.map { $0 }.sink { _ in }
      name.map { $0.count }.changes.filter { $0 > 0 }.sink(with: owner) { _, _ in }
      rows.filter { $0.id > 0 }.sink { _ in }
      rows.filter { $0.id > 0 }.map { $0.id }.observe { _ in }
      rows.filter { $0.id > 0 }.sink(with: owner) { _, _ in }
      name.map { $0.count }.changes.sink { _ in }
    }
    for line in (#line - 7)...(#line - 3) { #expect(hints.contains { $0.contains("\(#fileID):\(line) ") }) }
    #expect(hints.count == 6 && hints.last?.hasPrefix("the EventStream<Int> that an operator made ended") == true)
  }

  @Test("a part of a collection has the line of the collection, and says so; one hint for each statement")
  func partsOfCollections() {
    struct Row: Identifiable, Equatable { var id: Int }
    let (rows, line) = (OpenKeyed([Row(id: 1), Row(id: 2)]), #line)
    let hints = Diagnostics.collect {
      for _ in 0..<2 { rows[1].sink { _ in } }
      rows[1].sink { _ in }
      rows.max { $0.id < $1.id }.sink { _ in }
      rows.min { $0.id < $1.id }.observe { _ in }
    }
    #expect(hints.count == 4)
    let text = "the Behavior<Optional<Row>> of the collection made at \(#fileID):\(line) ended with the statement"
    #expect(hints.allSatisfy { $0.hasPrefix(text) }, "\(hints)")
  }

  @Test("other sources that the library writes are no parts of a collection")
  func followingSources() {
    let event = Event<Int>()
    let hints = Diagnostics.collect {
      OpenBehavior(0, whileObserved: { _ in Subscription {} }).sink { _ in }
      event.hold(0).sink { _ in }
    }
    #expect(hints.first?.contains(" made at \(#fileID):\(#line - 3) ended") == true, "\(hints)")
    #expect(hints.allSatisfy { !$0.contains("collection") }, "\(hints)")
  }

  @Test("a part of a derived collection is called one of that, by its line")
  func partsOfDerivedCollections() {
    struct Row: Identifiable, Equatable { var id: Int }
    let rows = OpenKeyed([Row(id: 1), Row(id: 2)])
    let hints = Diagnostics.collect {
      rows.filter { $0.id > 0 }[1].sink { _ in }
      rows.filter { $0.id > 0 }.count.sink { _ in }
      rows.map { $0.id }.max().sink { _ in }
    }
    #expect(hints.count == 3)
    for line in (#line - 5)...(#line - 3) {
      #expect(hints.contains { $0.contains("> of the collection made at \(#fileID):\(line) ") }, "\(hints)")
    }
  }

  @Test("a sorted collection is one made of its source, whose line it has; one hint for each statement")
  func sortedCollections() {
    struct Row: Identifiable, Equatable { var id: Int }
    let (rows, line) = (OpenKeyed([Row(id: 1), Row(id: 2)]), #line)
    let positive = rows.filter { $0.id > 0 }
    let hints = Diagnostics.collect {
      rows.sorted { $0.id < $1.id }.sink { _ in }
      rows.sorted { $0.id > $1.id }.sink { _ in }
      positive.sorted { $0.id > $1.id }.sink { _ in }
    }
    #expect(hints.count == 3)
    let text = "the Keyed<Int, Row> that an operator made of the collection made at \(#fileID):"
    #expect(hints.dropLast().allSatisfy { $0.hasPrefix("\(text)\(line) ended") }, "\(hints)")
    #expect(hints.last?.hasPrefix("\(text)\(line + 1) ended") == true, "\(hints)")
    withExtendedLifetime(positive) {}
  }

  @Test("a part of a behavior is called one of that, and a part with a name by it")
  func otherParts() {
    struct Row: Identifiable, Equatable { var id: Int }
    let chosen = StoredProperty<Int?>(1)
    let rows = OpenKeyed([Row(id: 1)], name: "rows")
    let hints = Diagnostics.collect {
      chosen.selector()[1].sink { _ in }
      rows[1].sink { _ in }
      rows.max { $0.id < $1.id }.sink { _ in }
    }
    #expect(hints.count == 3)
    #expect(hints.first?.hasPrefix("the Behavior<Bool> of the behavior made at \(#fileID):\(#line - 8) ended") == true)
    #expect(hints.dropFirst().first?.hasPrefix("the Behavior<Optional<Row>> rows[1] ended") == true, "\(hints)")
    #expect(hints.last?.hasPrefix("the Behavior<Optional<Row>> rows.max ended") == true, "\(hints)")
  }

  @Test("streams and collections that are kept give none")
  func keptStreamsAndCollections() {
    struct Row: Identifiable, Equatable { var id: Int }
    final class Screen {
      let rows = OpenKeyed([Row(id: 1)])
      let page: Keyed<Int, Row>
      let bag = SubscriptionBag()
      let counts: EventStream<Int>
      init(_ name: Behavior<String>) {
        page = rows.filter { $0.id > 0 }
        counts = name.map { $0.count }.changes.map { $0 + 1 }
        page.sink { _ in }
        rows.sink { _ in }
        counts.sink { _ in }
        rows.filter { $0.id > 1 }.observe { _ in }.store(in: bag)
        rows.filter { $0.id > 1 }.changes.map { $0 }.sink { _ in }.store(in: bag)
        rows.changes.map { $0 }.sink { _ in }
      }
    }
    let name = StoredProperty("Ada")
    let hints = Diagnostics.collect {
      _ = Screen(name)
      do {
        let screen = Screen(name)
        screen.page.sink { _ in }
        screen.counts.sink { _ in }
        screen.rows.insert(Row(id: 2))
      }
    }
    #expect(hints == [])
  }

  @Test("what is kept gives none when it ends")
  func silence() {
    final class Screen {
      let bag = SubscriptionBag()
      let title: Behavior<String>
      init(_ name: Behavior<String>) {
        title = name.map { $0.uppercased() }
        title.sink { _ in }
        name.map { $0.count }.observe { _ in }.store(in: bag)
        name.map { $0.count }.changes.sink { _ in }.store(in: bag)
      }
    }
    let name = StoredProperty("Ada")
    let hints = Diagnostics.collect {
      _ = Screen(name)
      do {
        let screen = Screen(name)
        name.value = "Grace"
        withExtendedLifetime(screen) {}
      }
      name.changes.map { $0.count }.sink { _ in }
      let updater = Updater()
      updater.onTransition(name.map { $0.count }) { _, _ in }
    }
    #expect(hints == [])
  }
  #endif
}
