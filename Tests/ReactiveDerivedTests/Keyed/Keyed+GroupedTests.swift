// Tests: Keyed+Grouped, Grouping, GroupMembers, GroupPart, KeyedGroups+Reduce

import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Keyed.grouped")
struct KeyedGroupedTests {
  struct Order: Identifiable, Equatable {
    var id: Int
    var city: String
    var price: Int
  }

  private let orders = OpenKeyed([
    Order(id: 1, city: "Rome", price: 10), Order(id: 2, city: "Oslo", price: 20), Order(id: 3, city: "Rome", price: 30),
  ])

  @Test("groups are those of the array, in the order of their first rows")
  func groups() {
    let byCity = orders.grouped(by: \.city)
    let (totals, counts) = (byCity.sum(\.price), byCity.rowCounts())
    #expect(totals.value == [40, 20])
    #expect(counts.value == [2, 1])
    #expect(byCity.count.value == 2)
    orders.insert(Order(id: 4, city: "Bern", price: 5))
    orders.remove(2)
    #expect(totals.value == [40, 5])
    #expect(byCity["Oslo"].value == nil && totals["Oslo"].value == nil)
    orders.insert(Order(id: 2, city: "Oslo", price: 7))
    #expect(totals.value == [40, 5, 7])
    #expect(byCity.count.value == 3)
  }

  @Test("the ids of the groups notify when a group begins, ends or moves, not of other edits")
  func ids() {
    let ids = orders.grouped(by: \.city).ids
    var log: [[String]] = []
    let token = ids.observe { log.append($0) }
    orders.update(1) { $0.price = 11 }
    orders.insert(Order(id: 4, city: "Rome", price: 5))
    orders.insert(Order(id: 5, city: "Bern", price: 5))
    orders.move(2, before: 1)
    orders.remove(5)
    token.cancel()
    #expect(log == [["Rome", "Oslo"], ["Rome", "Oslo", "Bern"], ["Oslo", "Rome", "Bern"], ["Oslo", "Rome"]])
  }

  @Test("a group is a collection in the order of the source")
  func group() {
    let byCity = orders.grouped(by: \.city)
    let rome = byCity.group("Rome")
    #expect(rome.value.map(\.id) == [1, 3])
    orders.update(2) { $0.city = "Rome" }
    #expect(rome.value.map(\.id) == [1, 2, 3])
    orders.move(1, before: nil)
    #expect(rome.value.map(\.id) == [2, 3, 1])
    #expect(byCity.group("Oslo").value.isEmpty)
    let sorted = orders.sorted { $0.price > $1.price }.grouped(by: \.city).group("Rome")
    #expect(sorted.value.map(\.id) == [3, 2, 1])
    orders.update(1) { $0.price = 25 }
    #expect(sorted.value.map(\.id) == [3, 1, 2])
  }

  @Test("an edit notifies the groups that it is about, and their rows")
  func notifications() {
    let byCity = orders.grouped(by: \.city)
    let (rome, oslo) = (byCity.group("Rome"), byCity["Oslo"])
    let (third, totals) = (rome[3], byCity.sum(\.price))
    var log: [String] = []
    rome.sink { log.append("Rome \($0.map(\.id))") }
    oslo.sink { log.append("Oslo \($0.map { "\($0.map(\.id))" } ?? "none")") }
    third.sink { log.append("3: \($0?.price ?? 0)") }
    totals.sink { log.append("\($0)") }
    orders.update(2) { $0.price = 25 }
    #expect(log.sorted() == ["Oslo [2]", "[40, 25]"])
    log = []
    orders.update(3) { $0.city = "Oslo" }
    #expect(log.sorted() == ["3: 0", "Oslo [2, 3]", "Rome [1]", "[10, 55]"])
    log = []
    batch { for id in 2...3 { orders.update(id) { $0.city = "Bern" } } }
    // The sums stay equal, though one is that of another group.
    #expect(log == ["Oslo none"])
    #expect(totals["Bern"].value == 55 && totals["Oslo"].value == nil)
  }

  @Test("a batch that is taken back notifies nothing, and groups that it emptied return to their places")
  func takenBack() {
    let byCity = orders.grouped(by: \.city)
    let (rome, totals) = (byCity.group("Rome"), byCity.sum(\.price))
    var log: [String] = []
    rome.sink { log.append("\($0)") }
    totals.sink { log.append("\($0)") }
    rome.changes.sink { log.append("\($0)") }.store(in: bag)
    totals.changes.sink { log.append("\($0)") }.store(in: bag)
    batch {
      for id in [1, 3] { orders.update(id) { $0.city = "Bern" } }
      // The first row is in the new group.
      #expect(totals.value == [40, 20])
      #expect(rome.value.isEmpty)
      for id in [1, 3] { orders.update(id) { $0.city = "Rome" } }
      #expect(totals.value == [40, 20])
    }
    #expect(log == [])
    #expect(rome.value.map(\.id) == [1, 3])
    bag.cancelAll()
  }
  private let bag = SubscriptionBag()

  @Test("the functions run for rows that have changed, and for all when what they read has changed")
  func calls() {
    let length = OpenBehavior(1)
    var (keys, additions) = (0, 0)
    let byCity = orders.grouped {
      keys += 1
      return $0.city.prefix(length.value)
    }
    let counts = byCity.reduce(
      0,
      adding: { count, _ in
        additions += 1
        return count + 1
      }, removing: { count, _ in count - 1 })
    #expect(counts.value == [2, 1])
    #expect(keys == 3 && additions == 3)
    orders.update(2) { $0.city = "Rome" }
    #expect(counts.value == [3])
    #expect(keys == 4 && additions == 4)
    orders.update(2) { $0.city = "Riga" }
    #expect(counts.value == [3])
    #expect(keys == 5 && additions == 5)
    length.value = 2
    #expect(counts.value.sorted() == [1, 2])
    #expect(keys == 8)
    #expect(byCity.group("Ri").value.map(\.id) == [2])
  }

  @Test("sums of numbers with a fraction are compensated, and recover from infinity")
  func fractions() {
    let totals = orders.grouped(by: \.city).sum { $0.price == 30 ? Double.infinity : Double($0.price) / 10 }
    #expect(totals.value == [.infinity, 2])
    orders.remove(3)
    #expect(totals.value == [1, 2])
    for _ in 0..<1000 {
      orders.update(1) { $0.price = 1 }
      #expect(totals["Rome"].value == 0.1)
      orders.update(1) { $0.price = 3 }
    }
    #expect(totals["Rome"].value == 0.3)
  }

  @Test("a group that goes and returns is where its first row is, also where that was not observed")
  func returnedGroup() {
    let byCity = orders.grouped(by: \.city)
    let (counts, totals) = (byCity.rowCounts(), byCity.sum(\.price))
    let mapped = totals.map { $0 }
    counts.sink { _ in }.store(in: bag)
    #expect(totals.ids.value == ["Rome", "Oslo"] && mapped.value == [40, 20])
    batch { for id in [1, 3] { orders.remove(id) } }
    orders.insert(Order(id: 4, city: "Rome", price: 5))
    #expect(counts.ids.value == ["Oslo", "Rome"])
    #expect(totals.ids.value == ["Oslo", "Rome"] && totals.value == [20, 5])
    #expect(mapped.value == [20, 5])
    // Every row is as before.
    orders.update(2) { $0.city = "Bern" }
    orders.update(2) { $0.city = "Oslo" }
    #expect(counts.ids.value == ["Oslo", "Rome"])
    #expect(totals.ids.value == ["Oslo", "Rome"] && totals.value == [20, 5])
    #expect(mapped.value == [20, 5])
    var shown = totals.value
    totals.changes.sink { $0.apply(to: &shown) }.store(in: bag)
    orders.update(4) { $0.price = 6 }
    orders.update(4) { $0.city = "Bern" }
    orders.update(4) { $0.city = "Rome" }
    #expect(shown == totals.value && shown == [20, 6])
    orders.move(4, before: 2)
    #expect(counts.ids.value == ["Rome", "Oslo"])
    #expect(shown == totals.value && shown == [6, 20] && mapped.value == [6, 20])
    bag.cancelAll()
  }

  @Test("the order of the groups is that of the rows, whenever it is read", arguments: [false, true], [false, true])
  func readTimes(isObserved: Bool, isBatch: Bool) {
    for reads in [false, true] {
      let orders = OpenKeyed([Order(id: 1, city: "Rome", price: 1), Order(id: 2, city: "Oslo", price: 2)])
      let counts = orders.grouped(by: \.city).rowCounts()
      #expect(counts.ids.value == ["Rome", "Oslo"])
      if isObserved { counts.sink { _ in }.store(in: bag) }
      func edit() {
        orders.update(1) { $0.city = "Oslo" }
        if reads { #expect(counts.ids.value == ["Oslo"]) }
        orders.update(1) { $0.city = "Rome" }
        orders.insert(Order(id: 3, city: "Rome", price: 3))
      }
      if isBatch { batch(edit) } else { edit() }
      #expect(counts.ids.value == ["Rome", "Oslo"])
      bag.cancelAll()
    }
  }

  @Test("the groups of any collection are in the order of the first rows that were inserted, also where it is sorted")
  func orderOfDerived() {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<300 {
      let orders = OpenKeyed<Order>()
      let sources = [
        orders.sorted(by: \.price), orders.filter { $0.price > 2 }.sorted(by: \.price).window(0..<3),
        orders.grouped { $0.price % 2 }.group(1), orders.sorted(by: \.price).grouped { $0.price % 2 }.group(0),
        orders.grouped { $0.id % 2 }.group(1).grouped { $0.price % 2 }.group(1),
      ]
      let counts = sources.map { $0.grouped(by: \.city).rowCounts() }
      // Groups of groups: the cities by the number of their rows.
      let cities = orders.grouped(by: \.city).rowCounts()
      let numbers = cities.grouped { $0 }.rowCounts()
      var shown = numbers.ids.value
      if Bool.random(using: &generator) { numbers.ids.sink { shown = $0 }.store(in: bag) }
      func firsts<ID: Hashable, Row>(_ rows: [Row], _ id: (Row) -> ID) -> [ID] {
        rows.map(id).reduce(into: []) { all, id in if !all.contains(id) { all.append(id) } }
      }
      func edit() {
        let (id, price) = (Int.random(in: 0..<6, using: &generator), Int.random(in: 0..<6, using: &generator))
        let city = "\(Int.random(in: 0..<4, using: &generator))"
        switch Int.random(in: 0..<6, using: &generator) {
        case 0, 1: orders.insert(Order(id: id, city: city, price: price), before: price)
        case 2: orders.remove(id)
        case 3: orders.update(id) { $0.city = city }
        case 4: orders.update(id) { $0.price = price }
        default: orders.move(id, before: price)
        }
      }
      for _ in 0..<20 {
        if Int.random(in: 0..<3, using: &generator) == 0 { batch { for _ in 0..<3 { edit() } } } else { edit() }
        let place = Int.random(in: 0..<sources.count, using: &generator)
        let present = Set(sources[place].value.map(\.id))
        #expect(counts[place].ids.value == firsts(orders.value.filter { present.contains($0.id) }, \.city))
        if Bool.random(using: &generator) { continue }
        #expect(cities.ids.value == firsts(orders.value, \.city))
        #expect(numbers.ids.value == firsts(cities.value) { $0 })
        #expect(shown == numbers.ids.value || bag.isEmpty)
      }
      bag.cancelAll()
    }
  }

  @Test("all derivations of a grouping have the groups in the order of their rows, whichever of them are observed")
  func agreement() {
    var generator = SeededGenerator(seed: 11)
    for round in 0..<200 {
      let orders = OpenKeyed<Order>()
      let cities = round % 4 == 0 ? 40 : 3
      let byCity = orders.grouped(by: \.city)
      let (counts, totals) = (byCity.rowCounts(), byCity.sum(\.price))
      let doubled = totals.map { $0 * 2 }
      counts.sink { _ in }.store(in: bag)
      var shown = doubled.value
      let isObserved = Bool.random(using: &generator)
      if isObserved { doubled.changes.sink { $0.apply(to: &shown) }.store(in: bag) }
      func edit() {
        let id = Int.random(in: 0..<4, using: &generator)
        let city = "\(Int.random(in: 0..<cities, using: &generator))"
        switch Int.random(in: 0..<5, using: &generator) {
        case 0, 1: orders.insert(Order(id: id, city: city, price: id))
        case 2: orders.remove(id)
        case 3: orders.update(id) { $0.city = city }
        default: orders.move(id, before: nil)
        }
      }
      for _ in 0..<Int.random(in: 1..<9, using: &generator) {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: batch { for _ in 0..<3 { edit() } }
        // More groups move than are remembered.
        case 1 where round % 10 == 0: for _ in 0..<300 { edit() }
        default: edit()
        }
        if isObserved { #expect(shown == doubled.value) }
        if Bool.random(using: &generator) { continue }
        let ids = counts.ids.value
        let cities = orders.value.map(\.city)
        #expect(ids == cities.indices.filter { !cities[..<$0].contains(cities[$0]) }.map { cities[$0] })
        #expect(totals.ids.value == ids && doubled.ids.value == ids)
        let plain = Dictionary(grouping: orders.value, by: \.city)
        #expect(totals.value == ids.map { plain[$0]?.reduce(0) { $0 + $1.price } })
        #expect(doubled.value == totals.value.map { $0 * 2 })
      }
      bag.cancelAll()
    }
  }

  #if DEBUG
  @Test("a removing function that undoes nothing stops")
  func wrongRemoval() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let orders = OpenKeyed([Order(id: 1, city: "Rome", price: 0)])
      let totals = orders.grouped(by: \.city).reduce(0, adding: { $0 + $1.price }, removing: { total, _ in total })
      orders.insert(Order(id: 2, city: "Rome", price: 1))
      for number in 0..<1100 {
        orders.update(1) { $0.price = number }
        _ = totals.value
      }
    }
    try expectStop(result, says: ["the removing function of a reduction does not undo"])
  }
  #endif

  @Test("ids and slots that are used again, beside plain dictionaries")
  func random() {
    var generator = SeededGenerator(seed: 7)
    let orders = OpenKeyed<Order>()
    let byCity = orders.filter { $0.price % 4 != 3 }.grouped(by: \.city)
    let groups = (0..<6).map { byCity.group("\($0)") }
    let totals = byCity.sum(\.price)
    for step in 0..<3000 {
      let id = Int.random(in: 0..<60, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: orders.remove(id)
      case 1: orders.move(id, before: Int.random(in: 0..<60, using: &generator))
      default:
        let city = "\(Int.random(in: 0..<6, using: &generator))"
        orders.insert(Order(id: id + step / 100 * 10, city: city, price: Int.random(in: 0..<9, using: &generator)))
      }
      if step % 7 == 0 { orders.removeAll { $0.id < step / 100 * 10 } }
      if step % 3 != 0 { continue }
      let plain = Dictionary(grouping: orders.value.filter { $0.price % 4 != 3 }, by: \.city)
      #expect(totals.value.sorted() == plain.values.map { $0.reduce(0) { $0 + $1.price } }.sorted())
      if step % 5 != 0 { continue }
      #expect(groups.map(\.value) == (0..<6).map { plain["\($0)"] ?? [] })
      #expect(groups[step % 6][id].value == plain["\(step % 6)"]?.first { $0.id == id })
    }
  }

  @Test("what is made of groups keeps them, and ends with its last use")
  func lifetime() {
    weak var source: OpenKeyed<Order>?
    var row: Behavior<[Order]?>?
    do {
      let orders = OpenKeyed([Order(id: 1, city: "Rome", price: 1)])
      source = orders
      row = orders.grouped(by: \.city)["Rome"]
      let byCity = orders.grouped(by: \.city)
      weak let part = byCity.group("Rome").array
      #expect(part == nil)
      let count = byCity.group("Rome").count
      orders.insert(Order(id: 2, city: "Rome", price: 1))
      #expect(count.value == 2 && byCity.group("Rome").count.value == 2)
      #expect(row?.value?.count == 2)
    }
    #expect(row?.value?.count == 2)
    row = nil
    #expect(source == nil)
  }

  @Test("messages identify the count of the groups, and the rows of one, by the place of the grouping")
  func labels() {
    let byCity = orders.grouped(by: \.city, file: "Orders.swift", line: 7)
    #expect(byCity.count.label == "Orders.swift:7" && byCity["Rome"].label == "Orders.swift:7")
  }
}
