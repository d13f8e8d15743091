// Tests: ReadPort

import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("ReadPort")
struct ReadPortTests {
  final class Port: ReadPort {
    var isTracked = false
    var wasReadSinceChange: Bool { isTracked }
    var (registered, followed, notified) = (0, 0, 0)
    private var subscription: Subscription?

    func register() {
      registered += 1
      if isTracked { ReadPorts.noteRegistration() }
    }
    func follow(_ node: ValueNode) {
      followed += 1
      if subscription == nil { subscription = node.observe(by: self) }
    }
    func notify() -> Bool {
      notified += 1
      return true
    }
  }

  private func port(of behavior: Behavior<Int>) -> Port {
    let port = Port()
    behavior.makeSideTable().readPort = port
    return port
  }

  @Test("it registers each read outside of an evaluation, and follows the node where something tracks")
  func reads() {
    let source = OpenBehavior(1)
    let double = ComputedBehavior { source.value * 2 }
    let (atSource, atDouble) = (port(of: source), port(of: double))
    _ = (source.value, double.value, source.peek(), double.peek())
    #expect(atSource.registered == 1 && atDouble.registered == 1 && atSource.followed + atDouble.followed == 0)
    source.value = 2
    #expect(atSource.notified + atDouble.notified == 0)
    atDouble.isTracked = true
    // Read first when outdated, then when up to date.
    #expect(double.value == 4 && double.value == 4)
    #expect(atDouble.followed == 2 && atDouble.registered == 3)
    source.value = 3
    #expect(atDouble.notified == 1 && atSource.notified == 0)
    withoutTracking { _ = source.value }
    #expect(atSource.registered == 1)
  }

  @Test("it ends with the node")
  func end() {
    weak var last: Port?
    do {
      let source = OpenBehavior(1)
      let derived = ComputedBehavior { source.value }
      let port = port(of: derived)
      port.isTracked = true
      _ = derived.value
      last = port
    }
    #expect(last == nil)
  }
}
