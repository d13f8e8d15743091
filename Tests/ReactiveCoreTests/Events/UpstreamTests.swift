// Tests: Upstream, Forwarding

import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Upstream")
struct UpstreamTests {
  private final class Source: Upstream {
    let observers = ObserverList<Int>(name: "source")
    var followers: ObserverStorage { observers.chain }
    var isKeptByTokens: Bool { keptByToken != nil }
    private(set) weak var keptByToken: AnyObject?
    let upstream: [Source]
    private(set) var log: [Int] = []
    private var entries: [Subscription] = []
    var onUpdate: () -> Void = {}

    init(_ upstream: [Source] = [], keptByToken: AnyObject? = nil) {
      self.upstream = upstream
      self.keptByToken = keptByToken
      observers.upstream = self
    }
    deinit { observers.upstream = nil }

    func updateConnection(_ upstream: inout [any Upstream]) {
      log.append(observers.count)
      onUpdate()
      if observers.isEmpty {
        for entry in entries { entry.cancel(&upstream) }
        entries = []
      } else if entries.isEmpty {
        entries = self.upstream.map { source in
          source.observers.add(&upstream) { [unowned self] in observers.forward($0) }
        }
      }
    }
  }
  private final class Owner {}

  @Test("is notified of the first observer and of the last one, not of those in between")
  func transitions() {
    let source = Source()
    let first = source.observers.add { _ in }
    let second = source.observers.add { _ in }
    first.cancel()
    first.cancel()
    #expect(source.log == [1])
    second.cancel()
    #expect(source.log == [1, 0])
    source.observers.add { _ in }
    #expect(source.log == [1, 0, 1])
  }

  @Test("an observer that waits for the end of a delivery still does when the serial numbers begin again")
  func renumbered() {
    let root = Source()
    let source = Source([root, root])
    var log: [String] = []
    source.observers.add { [unowned source] value in
      log.append("first \(value)")
      if log.count > 1 { return }
      source.observers.add { log.append("second \($0)") }
      source.observers.chain.nextSerial = .max - 1
      source.observers.add { log.append("third \($0)") }
    }
    root.observers.send(1)
    #expect(log == ["first 1", "first 1"])
    #expect(source.observers.chain.nextSerial < 10)
    log = []
    root.observers.send(2)
    #expect(log == ["first 2", "second 2", "third 2", "first 2", "second 2", "third 2"])
  }

  @Test("tokens keep what it names, until they are cancelled or thrown away")
  func keptByToken() {
    let live = LiveCount()
    var object: Tracked? = live.make()
    let source = Source(keptByToken: object)
    let cancelled = source.observers.add { _ in }
    var thrownAway: Subscription? = source.observers.add { _ in }
    object = nil
    #expect(live.alive == 1)
    cancelled.cancel()
    #expect(live.alive == 1)
    thrownAway = nil
    #expect(thrownAway == nil)
    #expect(live.alive == 0)
    #expect(source.observers.count == 1)
    // Nothing is left to keep.
    let later = source.observers.add { _ in }
    source.observers.send(1)
    #expect(source.observers.count == 2)
    later.cancel()
    #expect(source.observers.count == 1)
  }

  @Test("is notified when the last owner was found dead, by a payload or by a sweep")
  func deadOwners() {
    let source = Source()
    source.observers.add(with: Owner()) { _, _ in }
    source.observers.send(1)
    #expect(source.log.prefix(2) == [1, 0])
    for _ in 0..<100 { source.observers.add(with: Owner()) { _, _ in } }
    source.observers.send(1)
    #expect(source.log.last == 0)
    #expect(source.observers.isEmpty)
  }

  @Test("notifies those above, the first of them and all above it first")
  func upstream() {
    var order: [String] = []
    let root = Source()
    let left = Source([Source([root])])
    let right = Source([root])
    left.onUpdate = { order.append("left") }
    left.upstream[0].onUpdate = { order.append("above left") }
    right.onUpdate = { order.append("right") }
    root.onUpdate = { order.append("root") }
    let bottom = Source([left, right])
    let subscription = bottom.observers.add { _ in }
    #expect(order == ["left", "above left", "root", "right"])
    #expect(root.observers.count == 2)
    order = []
    subscription.cancel()
    #expect(root.observers.isEmpty)
    #expect(order.sorted() == ["above left", "left", "right", "root"])
  }

  @Test("forwarding stays inside the delivery; an observer that came in it is not notified")
  func forwarding() {
    let root = Source()
    let stream = Source([root])
    var log: [String] = []
    root.observers.add { [unowned root, unowned stream] number in
      log.append("root \(number)")
      if number == 1 {
        stream.observers.add { log.append("late \($0)") }
        root.observers.send(2)
      }
    }
    stream.observers.add { log.append("stream \($0)") }
    root.observers.add { log.append("last \($0)") }
    root.observers.send(1)
    #expect(log == ["root 1", "stream 1", "last 1", "root 2", "stream 2", "late 2", "last 2"])
  }

  @Test("an observer that subscribes in a batch receives what is triggered later in it, not what was triggered before")
  func inBatch() {
    let root = Source()
    let stream = Source([root])
    var log: [String] = []
    stream.observers.add { log.append("first \($0)") }
    batch {
      root.observers.send(1)
      stream.observers.add { log.append("second \($0)") }
      root.observers.send(2)
    }
    #expect(log == ["first 1", "first 2", "second 2"])
  }

  @Test("endAll ends every observer, in a delivery too, and notifies the source")
  func endAll() {
    let live = LiveCount()
    let source = Source()
    var calls = 0
    var subscriptions: [Subscription] = []
    do {
      let tracked = live.make()
      subscriptions.append(
        source.observers.add { [unowned source] _ in
          tracked.touch()
          calls += 1
          source.observers.endAll()
        })
      subscriptions.append(
        source.observers.add { _ in
          tracked.touch()
          calls += 1
        })
    }
    source.observers.send(1)
    #expect(calls == 1)
    #expect(subscriptions.filter { !$0.isCancelled }.isEmpty)
    #expect(live.alive == 0)
    #expect(source.log.last == 0)
  }

  @Test("what is too deep to be forwarded at once is forwarded in the same delivery")
  func deep() {
    var chain = [Source()]
    for _ in 0..<500 { chain.append(Source([chain.last!])) }
    var log: [String] = []
    chain.last!.observers.add { log.append("deep \($0)") }
    chain[0].observers.add { log.append("root \($0)") }
    chain[0].observers.send(1)
    chain[0].observers.send(2)
    #expect(log == ["deep 1", "root 1", "deep 2", "root 2"])
  }

  @Test("a source without observers is asked nothing and costs nothing at a payload")
  func unobserved() {
    let source = Source()
    source.observers.send(1)
    source.observers.forward(1)
    #expect(source.log == [])
  }
}
