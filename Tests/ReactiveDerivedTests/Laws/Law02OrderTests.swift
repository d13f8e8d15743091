import ReactiveDerived
import Testing

@Suite("Law 2 of properties: order")
struct OrderTests {
  @Test("observers run in the order in which they subscribed, and updates in that in which they were given")
  func order() {
    let source = StoredProperty(0)
    for follower in followers(of: source) {
      var notified: [Int] = []
      var subscriptions: [Subscription] = []
      for number in 0..<20 { subscriptions.append(follower.sink { _ in notified.append(number) }) }
      subscriptions[7].cancel()
      source.value += 1
      #expect(notified == (0..<20).filter { $0 != 7 })
      for subscription in subscriptions { subscription.cancel() }
    }
  }
}
