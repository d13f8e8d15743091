import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("What a layer keeps with a node")
struct NodeAttachmentTests {
  private final class BindingAttachment: NodeAttachment {
    let wasWritten: () -> Void
    init(_ wasWritten: @escaping () -> Void) { self.wasWritten = wasWritten }
    func nodeWasWritten() { wasWritten() }
  }

  private func attachment(_ node: ReactiveNode, _ wasWritten: @escaping () -> Void) {
    node.attachment = BindingAttachment(wasWritten)
  }

  @Test("is notified of writes as long as it is kept, and of none before")
  func kept() {
    var writes = 0
    let number = OpenBehavior(1)
    number.sink { _ in }
    number.value = 2
    number.attachment = BindingAttachment { writes += 1 }
    number.value = 3
    #expect(writes == 1)
    number.attachment = nil
    number.value = 4
    #expect(writes == 1)
  }

  @Test("is notified of the writes of a node without observers")
  func unobserved() {
    var writes = 0
    let number = OpenBehavior(1)
    attachment(number) { writes += 1 }
    number.value = 2
    number.value = 2
    number.update { $0 += 1 }
    batch { number.value = 4 }
    #expect(writes == 3)
  }

  @Test("is notified of a write before all observers, at each write, and not of a duplicate")
  func beforeAnybody() {
    var log: [String] = []
    let number = OpenBehavior(1)
    number.sink { log.append("notified \($0)") }
    attachment(number) { log.append("written") }
    number.value = 2
    number.value = 2
    #expect(log == ["written", "notified 2"])
  }

  @Test("is called inside a batch, at each write, also when the batch reverts them")
  func batches() {
    var log: [String] = []
    let number = OpenBehavior(1)
    number.sink { log.append("notified \($0)") }
    attachment(number) { log.append("written") }
    batch {
      number.value = 2
      log.append("between")
      number.value = 1
    }
    #expect(log == ["written", "between", "written"])
  }

  @Test("is notified of a change in place, once, and not of one that changed nothing")
  func update() {
    var writes = 0
    let number = OpenBehavior(1)
    number.sink { _ in }
    attachment(number) { writes += 1 }
    number.update {
      $0 += 1
      $0 += 1
    }
    #expect(writes == 1)
    number.update { $0 += 0 }
    #expect(writes == 1)
  }

  @Test("is notified inside a delivery when the write is made, not when its turn comes")
  func inDelivery() {
    var log: [String] = []
    let first = OpenBehavior(1)
    let second = OpenBehavior(1)
    attachment(second) { log.append("written") }
    second.sink { _ in log.append("notified") }
    first.sink {
      second.value = $0
      log.append("after the write")
    }
    first.value = 2
    #expect(log == ["written", "after the write", "notified"])
  }

  @Test("may write the node itself: it is notified of both writes, in their order")
  func writesItself() {
    var log: [Int] = []
    let other = OpenBehavior(0)
    let number = OpenBehavior(1)
    number.sink { log.append($0) }
    other.sink { log.append(-$0) }
    attachment(number) { other.value += 1 }
    number.value = 2
    number.value = 3
    #expect(log == [-1, 2, -2, 3])
  }

  @Test("one that was taken away is not notified")
  func takenAway() {
    var writes = 0
    let number = OpenBehavior(1)
    number.sink { _ in }
    attachment(number) { writes += 1 }
    #expect(number.attachment != nil)
    number.attachment = nil
    #expect(number.attachment == nil)
    number.value = 2
    #expect(writes == 0)
    number.attachment = BindingAttachment { writes += 10 }
    number.value = 3
    #expect(writes == 10)
  }

  @Test("a derivation has one, too, which is not notified, and runs as it would without")
  func derivation() {
    let number = OpenBehavior(1)
    let double = ComputedBehavior { number.value * 2 }
    var writes = 0
    attachment(double) { writes += 1 }
    var log: [Int] = []
    double.observe { log.append($0) }
    number.value = 2
    number.value = 3
    double.attachment = nil
    number.value = 4
    #expect(log == [2, 4, 6, 8])
    #expect(writes == 0)
  }

  @Test("goes with its node, and does not keep it alive")
  func lifetime() {
    let live = LiveCount()
    var number: OpenBehavior<Int>? = OpenBehavior(1)
    @Weak var weakNumber = number
    do {
      let tracked = live.make()
      number!.attachment = BindingAttachment { tracked.touch() }
    }
    #expect(live.alive == 1)
    number = nil
    #expect(weakNumber == nil)
    #expect(live.alive == 0)
  }

  private final class Follower: NodeAttachment {
    let call: (String) -> Void
    init(_ call: @escaping (String) -> Void) { self.call = call }
    var followsValue: Bool { true }
    func nodeWasWritten() { call("written") }
    func nodeHasChanged() { call("changed") }
  }

  @Test("one that follows the value is notified when that is there, in one batch with the write")
  func follower() {
    var log: [String] = []
    let (number, copy) = (OpenBehavior(1), OpenBehavior(1))
    let both = OpenBehavior(0)
    number.attachment = Follower { [unowned number] in
      log.append("\($0) \(number.value)")
      copy.value = number.value
    }
    number.sink {
      log.append("\($0) \(copy.value)")
      both.value += 1
    }
    number.value = 2
    number.value = 2
    #expect(log == ["written 1", "changed 2", "2 2"])
    log = []
    number.update { $0 = 3 }
    #expect(log == ["written 3", "changed 3", "3 3"])
    log = []
    batch {
      number.value = 4
      number.value = 3
    }
    #expect(log == ["written 3", "changed 4", "written 4", "changed 3"])
    #expect(both.value == 2)
  }

  @Test("a node may have one of each type, and each is notified")
  func several() {
    var log: [String] = []
    let number = OpenBehavior(1)
    let first = number.attachment(BindingAttachment.self) { BindingAttachment { log.append("first") } }
    let second = number.attachment(Follower.self) { Follower { log.append($0) } }
    #expect(number.attachment(BindingAttachment.self) { BindingAttachment {} } === first)
    #expect(number.attachment(Follower.self) { Follower { _ in } } === second)
    number.value = 2
    #expect(log == ["first", "written", "changed"])
  }
}
