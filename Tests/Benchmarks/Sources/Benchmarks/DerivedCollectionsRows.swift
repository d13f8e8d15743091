import ReactiveDerived
import ReactiveTracking

extension CollectionCases {
  static func observedRow(_ size: Int) -> Case {
    let cell = Checksum.cell
    let id = size / 2
    return Case(
      name: "change the row that is observed, of \(size.grouped)",
      unit: "ns",
      contenders: [
        .floor("a dictionary of closures, by hand") {
          let table = OrdersByHand(size)
          let observers: [Int: [(Order) -> Void]] = [id: [{ cell.pointee &+= $0.price }]]
          return Work { values in
            for value in values {
              table.update(id, value)
              if let found = observers[id] { for observer in found { observer(table[id]) } }
            }
          }
        },
        .ours("orders[id]") {
          let orders = OpenKeyed(Order.list(size))
          let row = orders[id]
          row.sink { cell.pointee &+= $0?.price ?? 0 }
          return Work { values in
            for value in values { orders.update(id) { $0.price = value } }
            withExtendedLifetime(row) {}
          }
        },
      ])
  }

  static func rowDerived(_ size: Int) -> Case {
    func sum(_ rows: [Order]) -> Int { rows.reduce(0) { $0 &+ $1.price } }
    return Case(
      name: "change one row of \(size.grouped), a derivation for each row, reduce",
      unit: "ns",
      contenders: [
        .floor(deltaByHand) {
          let table = OrdersByHand(size)
          let function: (Order) -> Int = \.price
          var results = table.rows.map(function)
          var total = results.reduce(0, &+)
          var seen = total
          let observers: [(Int) -> Void] = [{ seen = $0 }]
          return edits(of: size) { id, price in
            table.update(id, price)
            let new = function(table[id])
            total = total &- results[id] &+ new
            results[id] = new
            for observer in observers { observer(total) }
          } result: {
            seen
          } expected: {
            sum($0)
          }
        },
        .ours("mapRows") {
          edits(of: size, observing: { $0.mapRows(\.price).reduce(0, adding: &+, removing: &-) }, expected: sum)
        },
        .peer("map, one function for all") {
          edits(of: size, observing: { $0.map(\.price).reduce(0, adding: &+, removing: &-) }, expected: sum)
        },
        computedAnew(of: size, sum),
      ])
  }

  static func selected(_ size: Int) -> Case {
    Case(
      name: "choose one of \(size.grouped) rows that are all observed",
      unit: "ns",
      bounds: size == 100_000 ? [.atMost(300)] : [],
      contenders: [
        .floor("an array of closures, by hand") {
          var seen = -1
          let observers: [(Bool) -> Void] = (0..<size).map { id in { if $0 { seen = id } } }
          var chosen = -1
          return choices(of: size) { id in
            if chosen >= 0 { observers[chosen](false) }
            chosen = id
            observers[id](true)
          } result: {
            seen
          }
        },
        .ours("selector()") {
          let chosen = OpenBehavior(-1)
          let isChosen = chosen.selector()
          let rows = (0..<size).map { isChosen[$0] }
          var seen = -1
          for (id, row) in rows.enumerated() { row.sink { if $0 { seen = id } } }
          return choices(of: size) { id in
            chosen.value = id
          } result: {
            withExtendedLifetime(rows) { seen }
          }
        },
        .peer("two writes in a batch, by hand") {
          let chosen = OpenBehavior(-1)
          let rows = (0..<size).map { _ in OpenBehavior(false) }
          var seen = -1
          for (id, row) in rows.enumerated() { row.sink { if $0 { seen = id } } }
          var last = 0
          return choices(of: size) { id in
            batch {
              chosen.value = id
              rows[last].value = false
              rows[id].value = true
            }
            last = id
          } result: {
            withExtendedLifetime(rows) { seen }
          }
        },
        .peer("map { $0 == id } for each row") {
          let chosen = OpenBehavior(-1)
          let rows = (0..<size).map { id in chosen.map { $0 == id } }
          var seen = -1
          for (id, row) in rows.enumerated() { row.sink { if $0 { seen = id } } }
          return choices(of: size) { id in
            chosen.value = id
          } result: {
            withExtendedLifetime(rows) { seen }
          }
        },
      ])
  }

  private static func choices(of size: Int, _ choose: @escaping (Int) -> Void, result: @escaping () -> Int) -> Work {
    var last = -1
    return Work(
      run: { values in
        for value in values {
          last = value &* 7919 % size
          choose(last)
        }
      },
      deliveries: 0,
      finish: { if result() != last { fail("benchmarks: \(result()) is chosen instead of \(last)") } })
  }

  /// A property of one element is written. The observer learns that the collection has changed.
  static func multilevel(_ size: Int) -> Case {
    let cell = Checksum.cell
    func place(_ value: Int) -> Int { value &* 7919 % size }
    return Case(
      name: "write a property of one of \(size.grouped) objects, whose collection is observed",
      unit: "ns",
      bounds: size == 100_000 ? [.atMost(2_000)] : [],
      contenders: [
        .floor("a closure in each object, by hand") {
          let last = Field()
          let list = ClosureList(observers: 1) { { _ in cell.pointee &+= last.value } }
          let objects = (0..<size).map { _ in FieldWithClosures(observers: 1) { { list.send($0) } } }
          return Work { values in
            for value in values {
              last.value = value
              objects[place(value)].write(value)
            }
          }
        },
        .ours("MultilevelCollectionProperty") {
          let last = Field()
          let objects = PricedObject.list(size)
          let observed = MultilevelCollectionProperty(parentProperty: StoredProperty(objects), childKeyPath: \.price)
          observed.sink { _ in cell.pointee &+= last.value }
          return Work { values in
            for value in values {
              last.value = value
              objects[place(value)].price.value = value
            }
            withExtendedLifetime(observed) {}
          }
        },
        .peer("a derivation that reads each object") {
          let last = Field()
          let objects = PricedObject.list(size)
          let total = derive { objects.reduce(0) { $0 &+ $1.price.value } }
          total.sink { _ in cell.pointee &+= last.value }
          return Work { values in
            for value in values {
              last.value = value
              objects[place(value)].price.value = value
            }
            withExtendedLifetime(total) {}
          }
        },
        .peer("plain objects, computed anew") {
          let last = Field()
          let objects = (0..<size).map { _ in Field() }
          return Work { values in
            for value in values {
              last.value = value
              objects[place(value)].value = value
              consume(objects.reduce(0) { $0 &+ $1.value })
              cell.pointee &+= last.value
            }
          }
        },
      ])
  }
}

private final class PricedObject {
  let price = StoredProperty(0)

  static func list(_ size: Int) -> [PricedObject] { (0..<size).map { _ in PricedObject() } }
}
