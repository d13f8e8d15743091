import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Rows that are read and observed")
struct KeyedTests {
  private struct Order: Identifiable, Equatable {
    var id: Int
    var price = 0
  }

  @Test("all rows and their number are behaviors, made once; reads of them are tracked")
  func arrayAndCount() {
    let orders = OpenKeyed([Order(id: 1), Order(id: 2)])
    #expect(orders.array === orders.array && orders.count === orders.count)
    var seen: [[Int]] = []
    let reaction = Reaction { seen.append([orders.value.count, orders.count.value, orders[2].value?.price ?? -1]) }
    reaction.start()
    orders.update(2) { $0.price = 1 }
    orders.remove(1)
    batch {
      orders.remove(2)
      orders.insert(Order(id: 3))
      #expect(orders.peek().map(\.id) == [3])
    }
    #expect(seen == [[2, 2, 0], [2, 2, 1], [1, 1, 1], [1, 1, -1]])
    withExtendedLifetime(reaction) {}
  }

  @Test("a row that is peeked at is up to date, in a batch, too, and no dependency")
  func peeking() {
    let orders = OpenKeyed([Order(id: 1)])
    var runs = 0
    let reaction = Reaction {
      runs += 1
      _ = orders.peek(1)
    }
    reaction.start()
    batch {
      orders.update(1) { $0.price = 5 }
      #expect(orders.peek(1)?.price == 5)
      orders.remove(1)
      #expect(orders.peek(1) == nil && orders.peek(2) == nil)
    }
    #expect(runs == 1)
    withExtendedLifetime(reaction) {}
  }

  @Test("the ids in order are notified when rows come, go or move, and not when one changes")
  func ids() {
    let orders = OpenKeyed([Order(id: 1), Order(id: 2)])
    var seen: [[Int]] = []
    let subscription = orders.ids.observe { seen.append($0) }
    orders.update(2) { $0.price = 1 }
    orders.insert(Order(id: 3))
    orders.move(3, before: 1)
    batch {
      orders.move(1, before: 3)
      orders.move(3, before: 1)
    }
    orders.remove(1)
    #expect(seen == [[1, 2], [1, 2, 3], [3, 1, 2], [3, 2]])
    #expect(OpenKeyedRows<Int, Order>(id: \.id).ids.value.isEmpty)
    withExtendedLifetime(subscription) {}
  }

  @Test("observers of all kinds are notified of all rows; owners end theirs")
  func observers() {
    let orders = OpenKeyed([Order(id: 1)])
    let live = LiveCount()
    var owner: Tracked? = live.make()
    var log: [String] = []
    orders.sink { log.append("sink \($0.count)") }
    orders.observe { log.append("observe \($0.count)") }
    orders.sink(with: owner!) { _, rows in log.append("sink with \(rows.count)") }
    orders.observe(with: owner!) { _, rows in log.append("observe with \(rows.count)") }
    #expect(log == ["observe 1", "observe with 1"])
    log = []
    orders.insert(Order(id: 2))
    #expect(log == ["sink 2", "observe 2", "sink with 2", "observe with 2"])
    owner = nil
    #expect(live.alive == 0)
    log = []
    orders.remove(1)
    #expect(log == ["sink 1", "observe 1"])
  }

  @Test("a row is notified of itself alone, of nil once, and again when it comes back")
  func rows() {
    let orders = OpenKeyed((0..<50).map { Order(id: $0) })
    var log: [Int?] = []
    let subscription = orders[7].observe { log.append($0?.price) }
    let absent = orders[99]
    for id in 0..<50 where id != 7 { orders.update(id) { $0.price = 1 } }
    orders.move(7, before: 0)
    #expect(log == [0])
    orders.update(7) { $0.price = 2 }
    orders.remove(7)
    orders.remove(8)
    orders.insert(Order(id: 7, price: 2))
    #expect(log == [0, 2, nil, 2] && absent.value == nil)
    orders.insert(Order(id: 99, price: 5))
    #expect(absent.value?.price == 5)
    subscription.cancel()
  }

  @Test("what is observed late, in a batch or in a delivery, is notified of what comes after")
  func late() {
    let orders = OpenKeyed([Order(id: 1)])
    var log: [String] = []
    let bag = SubscriptionBag()
    batch {
      orders.update(1) { $0.price = 1 }
      orders[1].observe { log.append("row \($0?.price ?? -1)") }.store(in: bag)
      orders.observe { log.append("all \($0.map(\.price))") }
      orders.update(1) { $0.price = 2 }
    }
    #expect(log.prefix(2) == ["row 1", "all [1]"] && log.dropFirst(2).sorted() == ["all [2]", "row 2"])
    log = []
    let start = Event<Void>()
    start.sink {
      orders.update(1) { $0.price = 3 }
      orders[1].observe { log.append("late \($0?.price ?? -1)") }.store(in: bag)
      orders.update(1) { $0.price = 4 }
    }
    start.trigger()
    #expect(log.filter { $0.hasPrefix("late") } == ["late 3", "late 4"])
    #expect(log.filter { $0.hasPrefix("row") } == ["row 3", "row 4"])
    bag.cancelAll()
  }

  @Test("collections, rows and arrays are dropped in any order: what is left works, and nothing is left at the end")
  func drops() {
    for order in 0..<24 {
      let live = LiveCount()
      do {
        var orders: OpenKeyedRows<String, Tracked>? = OpenKeyedRows(id: \.note)
        let object = live.make()
        object.note = "a"
        orders?.insert(object)
        var parts: [AnyObject?] = [orders, orders?["a"], orders?.array, orders?.count]
        var calls = 0
        let subscription = orders?["a"].sink { _ in calls += 1 }
        var indices = [0, 1, 2, 3]
        var rest = order
        for left in stride(from: 4, to: 0, by: -1) {
          let index = indices.remove(at: rest % left)
          rest /= left
          parts[index] = nil
          if index == 0 { orders = nil }
          let other = live.make()
          other.note = "a"
          let before = calls
          if orders?.insert(other) == false { #expect(calls == before + 1) }
          #expect((parts[1] as? Behavior<Tracked?>).map { $0.value != nil } ?? true)
          #expect((parts[2] as? Behavior<[Tracked]>).map { $0.value.count == 1 } ?? true)
          #expect((parts[3] as? Behavior<Int>).map { $0.value == 1 } ?? true)
        }
        subscription?.cancel()
      }
      #expect(live.alive == 0)
    }
  }

  @Test("an observer may drop the collection, its row and itself")
  func dropInObserver() {
    let live = LiveCount()
    do {
      var orders: OpenKeyedRows<Int, Order>? = OpenKeyed([Order(id: 1)])
      let mark = live.make()
      var subscription: Subscription?
      subscription = orders?[1].sink { [mark] _ in
        mark.touch()
        orders = nil
        subscription?.cancel()
        subscription = nil
      }
      orders?.update(1) { $0.price = 1 }
      #expect(orders == nil)
    }
    #expect(live.alive == 0)
  }

  @Test("law 13: a row that was asked for ends where its collection is used, with what it still has of that")
  @MainActor
  func rowEndsAtHome() async {
    let ends = Locked<[Home]>([])
    let holder = Locked<RowHolder?>(RowHolder { ends.withLock { $0.append(.current) } })
    await releaseElsewhere(holder)
    while ends.withLock({ $0.isEmpty }) { await Task.yield() }
    #expect(ends.withLock { $0 } == [.current])
  }

  /// A row that outlives its collection.
  @MainActor
  private final class RowHolder {
    private struct Row: Identifiable {
      let id: Int
      let farewell: Farewell
    }
    private let row: Behavior<Row?>
    init(_ farewell: @escaping () -> Void) {
      row = OpenKeyed([Row(id: 1, farewell: Farewell(farewell))])[1]
    }
  }
}
