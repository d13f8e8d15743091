import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Writes that are forwarded")
struct OpenBehaviorForwardingTests {
  private final class Probe: NodeAttachment {
    var written = 0
    var forwarded: [ChangeStamp] = []
    func nodeWasWritten() { written += 1 }
    func nodeHasForwarded(_ node: ReactiveNode) { forwarded.append(ChangeStamp(of: node)) }
  }

  @Test("an attachment is notified of a write and of its end, and of no duplicate")
  func attachment() {
    let source = OpenBehavior(0)
    let open = OpenBehavior(get: { source.value }, set: { source.value = $0 })
    let probe = Probe()
    open.attachment = probe
    open.value = 0
    #expect(probe.written == 0 && probe.forwarded.isEmpty)
    open.value = 1
    #expect(probe.written == 1 && probe.forwarded == [ChangeStamp(of: open)])
    open.update { $0 += 1 }
    #expect(probe.written == 2 && probe.forwarded.last == ChangeStamp(of: open) && source.value == 2)
    source.value = 3
    #expect(probe.written == 2)
  }

  @Test("only a behavior that forwards says so")
  func isMarked() {
    let source = OpenBehavior(0)
    let open = OpenBehavior(get: { source.value }, set: { source.value = $0 })
    #expect(open.forwardsWrites && !source.forwardsWrites && !ComputedBehavior { 1 }.forwardsWrites)
    #expect(open.isDerived && !source.isDerived)
  }

  @Test("a write by its subclass's face, its wrapper and its operator are the same")
  func everyWayToWrite() {
    let source = OpenBehavior(0)
    let open = OpenBehavior(get: { source.value }, set: { source.value = $0 })
    @Pub(projectedValue: open) var wrapped: Int
    var notified: [Int] = []
    open.sink { notified.append($0) }
    open.value = 1
    open <<= 2
    open.value += 1
    wrapped = 4
    wrapped += 1
    open.update { $0 = 6 }
    #expect(notified == [1, 2, 3, 4, 5, 6])
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("a write in its own getter stops with a message")
  func writeInGetter() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let source = OpenBehavior(0)
      var open: OpenBehavior<Int>!
      open = OpenBehavior(
        get: {
          open.value = 1
          return source.value
        }, set: { source.value = $0 }, name: "level")
      print(open.value)
    }
    try expectStop(result, says: ["dependency cycle: level reads level"])
  }

  @Test("an update in its own getter stops with a message")
  func updateInGetter() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let source = OpenBehavior(0)
      var open: OpenBehavior<Int>!
      open = OpenBehavior(
        get: {
          open.update { $0 += 1 }
          return source.value
        }, set: { source.value = $0 }, name: "level")
      print(open.value)
    }
    try expectStop(result, says: ["dependency cycle: level reads level"])
  }

  @Test("a read in its own getter stops with a message")
  func readInGetter() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      var open: OpenBehavior<Int>!
      open = OpenBehavior(get: { open.value }, set: { _ in }, name: "level")
      print(open.value)
    }
    try expectStop(result, says: ["dependency cycle: level reads level"])
  }

  @Test("two that write each other in a ring stop with a message that names one of them", .enabled(if: hasPlainStack))
  func ring() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = onThread(stackKibibytes: 1024) {
        let source = OpenBehavior(0)
        var other: OpenBehavior<Int>!
        let one = OpenBehavior(get: { source.value }, set: { other.value = $0 + 1 }, name: "one")
        other = OpenBehavior(get: { source.value }, set: { one.value = $0 + 1 }, name: "other")
        one.value = 1
        return 0
      }
    }
    try expectStop(
      result, says: ["writing o", "led to so many other writes", "in a ring", "Let one of them store its value"])
  }

  @Test(
    "in the setter of one, an update of the other that leads back stops with that message, too",
    .enabled(if: hasPlainStack))
  func ringOfUpdates() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = onThread(stackKibibytes: 1024) {
        let source = OpenBehavior(0)
        var other: OpenBehavior<Int>!
        let one = OpenBehavior(get: { source.value }, set: { new in other.update { $0 = new + 1 } }, name: "one")
        other = OpenBehavior(get: { source.value }, set: { new in one.update { $0 = new + 1 } }, name: "other")
        one.value = 1
        return 0
      }
    }
    try expectStop(result, says: ["writing o", "led to so many other writes"])
  }

  @Test("a ring that agrees ends")
  func agreeingRing() async {
    await #expect(processExitsWith: .success) {
      let source = OpenBehavior(0)
      var other: OpenBehavior<Int>!
      let one = OpenBehavior(
        get: { source.value },
        set: {
          source.value = $0
          other.value = $0
        })
      other = OpenBehavior(get: { source.value }, set: { one.value = $0 })
      other.value = 3
      precondition(source.value == 3)
    }
  }
  #endif
}
