// Tests: OpenKeyed

import ReactiveCore
import ReactiveTestSupport
import Testing

#if os(macOS) || os(Linux) || os(Windows)
@Suite("Edits that stop with a message")
struct OpenKeyedStopsTests {
  private struct Order: Identifiable, Equatable {
    var id: Int
    var price = 0
  }

  @Test("an id that changes in an update")
  func otherID() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let orders = OpenKeyed([Order(id: 7)], name: "orders")
      orders.update(7) { $0.id = 8 }
    }
    try expectStop(result, says: ["the row with the id 7 of orders was updated to have the id 8", "Remove it"])
  }

  @Test("an edit in the function of an update", arguments: 0..<6)
  func editInUpdate(edit: Int) async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [edit = edit as Int] in
      let orders = OpenKeyed([Order(id: 7), Order(id: 8)], name: "orders")
      orders.update(7) { _ in
        switch edit {
        case 0: orders.insert(Order(id: 9))
        case 1: orders.update(8) { $0.price = 1 }
        case 2: orders.remove(8)
        case 3: orders.removeAll()
        case 4: orders.move(8, before: 7)
        default: orders.value = []
        }
      }
    }
    try expectStop(result, says: ["orders was edited inside one of its own updates", "inout parameter"])
  }
}
#endif
