import ReactiveDerived
import Testing

@testable import TenThousandRows

@MainActor
@Suite struct OrderListTests {
  private let list: OrderList
  private let table: OrderTable
  private let log = Log()

  /// The ids of the rows that were formatted.
  private final class Log {
    private var ids: [Int] = []

    func add(_ id: Int) { ids.append(id) }

    /// The ids since the last call, sorted: rows may run in any order.
    func take() -> [Int] {
      defer { ids = [] }
      return ids.sorted()
    }
  }

  init() {
    list = OrderList(Order.samples(10_000)) { [log] order, price in
      log.add(order.id)
      return OrderList.text(of: order, price: price)
    }
    list.visible.value = 0..<4
    table = OrderTable(list)
  }

  @Test func onlyVisibleRowsRun() {
    #expect(table.rows == ["#9998: 9998 €", "#9997: 9997 €", "#9996: 9996 €", "#9994: 9994 €"])
    #expect(log.take() == [9994, 9996, 9997, 9998])
  }

  @Test func anEditRunsItsRow() {
    _ = log.take()
    let total = list.total.value
    list.orders.update(1) { $0.price = 500 }  // not visible
    #expect(list.total.value == total + 499)
    #expect(log.take() == [])

    list.orders.update(9_994) { $0.price = 20_000 }
    #expect(table.rows == ["#9994: 20000 €", "#9998: 9998 €", "#9997: 9997 €", "#9996: 9996 €"])
    #expect(log.take() == [9994])
  }

  @Test func aBatchRunsOnlyTheRowsThatRemain() {
    _ = log.take()
    list.close([9_998, 9_996, 9_993])
    #expect(table.rows == ["#9997: 9997 €", "#9994: 9994 €", "#9992: 9992 €", "#9990: 9990 €"])
    #expect(log.take() == [9990, 9992])
  }
}
