import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("Keyed.joined")
struct KeyedJoinedTests {
  struct Order: Identifiable, Equatable {
    var id: Int
    var customer: String
  }
  struct Customer: Identifiable, Equatable {
    var id: String
    var name: String
  }

  private let orders = OpenKeyed([
    Order(id: 1, customer: "a"), Order(id: 2, customer: "b"), Order(id: 3, customer: "a"),
  ])
  private let customers = OpenKeyed([Customer(id: "a", name: "Ada")])

  private func names(_ rows: [Joined<Order, Customer>]) -> [String] {
    rows.map { "\($0.left.id) \($0.right?.name ?? "none")" }
  }

  @Test("each row has the row that it names, in the order of the rows")
  func join() {
    let lines = orders.joined(with: customers, on: \.customer)
    #expect(names(lines.value) == ["1 Ada", "2 none", "3 Ada"])
    customers.insert(Customer(id: "b", name: "Bob"))
    customers.update("a") { $0.name = "Alan" }
    #expect(names(lines.value) == ["1 Alan", "2 Bob", "3 Alan"])
    orders.update(1) { $0.customer = "b" }
    orders.move(3, before: 1)
    #expect(names(lines.value) == ["3 Alan", "1 Bob", "2 Bob"])
    customers.remove("b")
    orders.remove(3)
    #expect(names(lines.value) == ["1 none", "2 none"])
    #expect(lines.value == orders.value.map { Joined(left: $0, right: nil) })
  }

  @Test("a change of a row notifies that one; of another row, those that name it; in one with each other")
  func notifications() {
    customers.insert(Customer(id: "b", name: "Bob"))
    let lines = orders.joined(with: customers, on: \.customer)
    let rows = [1, 2, 3].map { lines[$0] }
    var log: [String] = []
    for row in rows { row.sink { log.append("\($0?.left.id ?? 0) \($0?.right?.name ?? "none")") } }
    customers.update("a") { $0.name = "Alan" }
    #expect(log.sorted() == ["1 Alan", "3 Alan"])
    log = []
    orders.update(3) { $0.customer = "b" }
    #expect(log == ["3 Bob"])
    log = []
    customers.update("b") { $0.name = "Ben" }
    #expect(log.sorted() == ["2 Ben", "3 Ben"])
    log = []
    batch {
      orders.update(3) { $0.customer = "c" }
      #expect(rows[2].value?.right == nil)
      customers.insert(Customer(id: "c", name: "Cy"))
      customers.update("b") { $0.name = "Bea" }
      #expect(names(lines.value) == ["1 Alan", "2 Bea", "3 Cy"])
    }
    #expect(log.sorted() == ["2 Bea", "3 Cy"])
  }

  @Test("a batch that is taken back notifies nothing")
  func takenBack() {
    let lines = orders.joined(with: customers, on: \.customer)
    var log: [String] = []
    lines.sink { log.append("\($0)") }
    let row = lines[1]
    row.sink { log.append("\(String(describing: $0))") }
    batch {
      customers.remove("a")
      orders.update(1) { $0.customer = "b" }
      #expect(names(lines.value) == ["1 none", "2 none", "3 none"])
      customers.insert(Customer(id: "a", name: "Ada"))
      orders.update(1) { $0.customer = "a" }
    }
    #expect(log == [])
  }

  @Test("the function runs for rows that have changed, and what is made of a join sees the rows that changed")
  func calls() {
    let isOther = OpenBehavior(false)
    var (keys, maps) = (0, 0)
    let orders = OpenKeyed((0..<100).map { Order(id: $0, customer: "\($0 % 10)") })
    let customers = OpenKeyed((0..<10).map { Customer(id: "\($0)", name: "\($0)") })
    let lines = orders.joined(
      with: customers,
      on: {
        keys += 1
        return isOther.value ? "1" : $0.customer
      })
    let names = lines.map {
      maps += 1
      return $0.right?.name
    }
    _ = names.value
    #expect(keys == 100 && maps == 100)
    customers.update("3") { $0.name = "three" }
    #expect(names.value.count { $0 == "three" } == 10)
    #expect(keys == 100 && maps == 110)
    orders.update(5) { $0.customer = "3" }
    #expect(names.value.count { $0 == "three" } == 11)
    #expect(keys == 101 && maps == 111)
    isOther.value = true
    #expect(names.value.allSatisfy { $0 == "1" })
    #expect(keys == 201)
  }

  @Test("slots of the other collection that come to another id")
  func random() {
    var generator = SeededGenerator(seed: 3)
    let orders = OpenKeyed((0..<30).map { Order(id: $0, customer: "0") })
    let customers = OpenKeyed<Customer>()
    let lines = orders.joined(with: customers.filter { $0.name != "2" }, on: \.customer)
    for step in 0..<3000 {
      let id = "\(step / 50 + Int.random(in: 0..<9, using: &generator))"
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: customers.insert(Customer(id: id, name: "\(Int.random(in: 0..<4, using: &generator))"))
      case 1: customers.remove(customers.value.first?.id ?? id)
      default: orders.update(Int.random(in: 0..<30, using: &generator)) { $0.customer = id }
      }
      if step % 3 != 0 { continue }
      let plain = Dictionary(uniqueKeysWithValues: customers.value.filter { $0.name != "2" }.map { ($0.id, $0) })
      #expect(lines.value == orders.value.map { Joined(left: $0, right: plain[$0.customer]) })
    }
  }
}
