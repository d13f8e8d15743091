// Tests: ObservationPort

#if canImport(Observation)
import Observation
import ReactiveBindings
import ReactiveCore
import ReactiveTestSupport
import ReactiveTracking
import Testing

@Suite("Views")
struct ViewTests {
  /// A typical app's model, with plain properties.
  final class Cart: Observable {
    @Atom var prices: [Int] = []
    @Pub var coupon = ""
    @Derived({ (me: Cart) in me.prices.reduce(0, +) }) var total: Int
    @Derived({ (me: Cart) in me.coupon == "HALF" ? me.total / 2 : me.total }) var toPay: Int
  }

  struct Prices: FakeView {
    let cart: Cart
    var body: [any FakeView] { cart.prices.map { Label("\($0)") } }
  }
  struct Total: FakeView {
    let cart: Cart
    var body: [any FakeView] { [Label("total \(cart.toPay)")] }
  }
  struct Coupon: FakeView {
    let cart: Cart
    var body: [any FakeView] { [Label("coupon \(cart.coupon)")] }
  }
  struct CartView: FakeView {
    let cart: Cart
    var body: [any FakeView] { [Prices(cart: cart), Total(cart: cart), Coupon(cart: cart)] }
  }

  @Test("of three siblings, the one that reads what changes is rendered")
  func siblings() {
    let cart = Cart()
    cart.prices = [10, 20]
    let host = ViewHost(CartView(cart: cart))
    #expect(host.lines == ["10", "20", "total 30", "coupon "])
    host.renders = [:]
    cart.coupon = "NONE"
    #expect(host.turn() == 1 && host.renders == ["Coupon": 1])
    // The prices change, but not their sum.
    cart.prices = [20, 10]
    #expect(host.turn() == 1 && host.renders["Prices"] == 1)
    batch {
      cart.prices.append(10)
      cart.coupon = "HALF"
    }
    host.renders = [:]
    #expect(host.turn() == 3 && host.renders == ["Prices": 1, "Total": 1, "Coupon": 1])
    #expect(host.lines == ["20", "10", "10", "total 20", "coupon HALF"])
    batch {
      cart.coupon = "NONE"
      cart.coupon = "HALF"
    }
    #expect(host.turn() == 0)
  }

  @Test("a binding of a property writes through, and what reads it is rendered")
  func bindings() {
    let cart = Cart()
    cart.prices = [10]
    let host = ViewHost(CartView(cart: cart))
    let field = FakeBindable(model: cart).coupon
    host.renders = [:]
    field.set("HALF")
    #expect(field.get() == "HALF" && cart.coupon == "HALF")
    host.turn()
    #expect(host.renders == ["Coupon": 1, "Total": 1])
    #expect(host.lines == ["10", "total 5", "coupon HALF"])
  }

  struct Todo: Identifiable, Equatable {
    let id: Int
    var title: String
  }
  final class Todos: Observable {
    let rows = OpenKeyed<Todo>()
  }
  struct TodoList: FakeView {
    let model: Todos
    var body: [any FakeView] { model.rows.ids.value.map { TodoRow(model: model, todo: $0) } }
  }
  struct TodoRow: FakeView {
    let model: Todos
    let todo: Int
    var id: AnyHashable? { todo }
    var inputs: [AnyHashable] { [todo] }
    var body: [any FakeView] { [Label(model.rows[todo].value?.title ?? "gone")] }
  }

  @Test("of 10,000 rows, the one that changes is rendered; of a list that is edited, the list and what is new")
  func rows() {
    let model = Todos()
    model.rows.value = (0..<10_000).map { Todo(id: $0, title: "todo \($0)") }
    let host = ViewHost(TodoList(model: model))
    #expect(host.lines.count == 10_000)
    for id in [17, 4_000, 17] {
      host.renders = [:]
      model.rows.update(id) { $0.title += "!" }
      #expect(host.turn() == 1 && host.renders == ["TodoRow": 1])
    }
    #expect(host.lines[17] == "todo 17!!")
    host.renders = [:]
    model.rows.move(9_999, before: 0)
    #expect(host.turn() == 1 && host.renders == ["TodoList": 1])
    #expect(host.lines.first == "todo 9999")
    host.renders = [:]
    batch {
      model.rows.insert(Todo(id: 10_000, title: "new"))
      model.rows.remove(3)
    }
    host.turn()
    #expect(host.renders == ["TodoList": 1, "TodoRow": 1])
    #expect(host.lines.last == "new" && host.lines.count == 10_000)
  }

  @Test("a model dies with its view, whatever that has read; a view that goes leaves a model as it was")
  func lifetime() {
    let live = LiveCount()
    final class Model: Observable {
      let tracked: Tracked
      let rows = OpenKeyed<Todo>([Todo(id: 1, title: "one")])
      @Atom var count = 1
      @Derived({ (me: Model) in me.count * 2 }) var double: Int
      init(_ live: LiveCount) { tracked = live.make() }
    }
    struct Screen: FakeView {
      let model: Model
      var body: [any FakeView] {
        [Label("\(model.count) \(model.double) \(model.rows[1].value?.title ?? "") \(model.rows.value.count)")]
      }
    }
    do {
      let host = ViewHost(Screen(model: Model(live)))
      #expect(live.alive == 1 && host.lines == ["1 2 one 1"])
      host.close()
      #expect(live.alive == 0)
    }
    let model = Model(live)
    for _ in 0..<1000 {
      let host = ViewHost(Screen(model: model))
      host.close()
    }
    for change in 2..<5 { model.count = change }
    #expect(!model.$count.isObserved && !model.$double.isObserved)
  }
}

/// The same model in this library and in `@Observable`: the calls of `onChange` for each kind of change.
@Suite("onChange, compared with @Observable")
struct OnChangeCountTests {
  final class Ours: Observable {
    @Atom var first = 1
    @Pub var second = 1
    @Derived({ (me: Ours) in me.first + me.second }) var sum: Int
    @Derived({ (me: Ours) in me.first > 0 }) var isPositive: Bool
  }
  @Observable final class Theirs {
    var first = 1
    var second = 1
    var sum: Int { first + second }
    var isPositive: Bool { first > 0 }
  }
  protocol Both: AnyObject {
    var first: Int { get set }
    var second: Int { get set }
    var sum: Int { get }
    var isPositive: Bool { get }
  }

  /// The number of notifications of a change, with tracking renewed after each one.
  private static func count(
    _ model: some Both, reading read: @escaping (any Both) -> Void, _ change: (any Both) -> Void
  ) -> Int {
    let tracker = Tracker { read(model) }
    change(model)
    return tracker.count.value
  }

  private static func both(_ first: Int, _ second: Int) -> (any Both) -> Void {
    { model in
      batch {
        model.first = first
        model.second = second
      }
    }
  }
  private static func inBatch(_ values: Int...) -> (any Both) -> Void {
    { model in batch { for value in values { model.first = value } } }
  }

  static var table: [(name: String, read: (any Both) -> Void, change: (any Both) -> Void, ours: Int, theirs: Int)] {
    [
      ("a write", { _ = $0.first }, { $0.first = 2 }, 1, 1),
      ("a write of an equal value", { _ = $0.first }, { $0.first = 1 }, 0, 0),
      ("a write of what is not read", { _ = $0.first }, { $0.second = 2 }, 0, 0),
      ("three writes", { _ = $0.first }, { for value in 2...4 { $0.first = value } }, 3, 3),
      ("three writes in a batch", { _ = $0.first }, inBatch(2, 3, 4), 1, 3),
      ("there and back in a batch", { _ = $0.first }, inBatch(2, 1), 0, 2),
      ("two that are read, in a batch", { _ = ($0.first, $0.second) }, both(2, 2), 2, 2),
      ("a sum of both, in a batch", { _ = $0.sum }, both(2, 2), 1, 2),
      ("a sum that stays", { _ = $0.sum }, both(2, 0), 0, 2),
      ("a condition that stays", { _ = $0.isPositive }, { $0.first = 2 }, 0, 1),
      ("a condition that changes", { _ = $0.isPositive }, { $0.first = -1 }, 1, 1),
    ]
  }

  @Test("each row of the table in Docs/Views.md")
  func counts() {
    for row in Self.table {
      #expect(Self.count(Ours(), reading: row.read, row.change) == row.ours, "ours: \(row.name)")
      #expect(Self.count(Theirs(), reading: row.read, row.change) == row.theirs, "@Observable: \(row.name)")
      #expect(row.ours <= row.theirs)
    }
  }
}

extension OnChangeCountTests.Ours: OnChangeCountTests.Both {}
extension OnChangeCountTests.Theirs: OnChangeCountTests.Both {}
#endif
