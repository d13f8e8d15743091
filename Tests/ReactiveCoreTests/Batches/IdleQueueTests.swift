import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("What waits until a thread is idle")
struct IdleQueueTests {
  @Test("on an idle thread it is called at once")
  func atOnce() {
    var calls = 0
    callLater(after: .idleThread, label: "call") { calls += 1 }
    #expect(calls == 1)
  }

  @Test("in a delivery it is called when all that was queued has been delivered")
  func afterDelivery() {
    let event = Event<Int>()
    let other = OpenBehavior(0)
    var log: [String] = []
    other.sink { log.append("other \($0)") }
    event.sink { payload in
      log.append("first \(payload)")
      callLater(after: .idleThread, label: "call") { log.append("idle \(payload)") }
      other.value = payload
    }
    event.sink { log.append("second \($0)") }
    event.trigger(1)
    #expect(log == ["first 1", "second 1", "other 1", "idle 1"])
  }

  @Test("a call that is made again and again is made once for all requests until the thread is idle")
  func repeatedCall() {
    var log: [String] = []
    let call = IdleCall(label: "call") { log.append("call") }
    call.request()
    batch {
      call.request()
      call.request()
      log.append("batch")
    }
    #expect(log == ["call", "batch", "call"])
    batch {
      call.request()
      call.cancel()
    }
    call.request()
    #expect(log.count == 3)
  }

  @Test("a call at the end of the outermost batch comes before its notifications, also in a delivery")
  func endOfOutermostBatch() {
    let (trigger, source) = (OpenBehavior(0), OpenBehavior(0))
    var log: [String] = []
    func call(_ name: String, _ body: @escaping () -> Void = {}) {
      callLater(after: .outermostBatch, label: name) {
        log.append("\(name) \(source.value)")
        body()
      }
    }
    source.sink { log.append("sink \($0)") }
    let subscription = trigger.sink { _ in
      batch {
        batch {
          source.value = 1
          call("one") {
            source.value = 3
            call("nested")
          }
        }
        source.value = 2
        call("two")
      }
      log.append("observer \(source.value)")
      source.value = 4
    }
    trigger.value = 1
    call("at once")
    #expect(log == ["one 2", "two 3", "nested 3", "observer 3", "sink 2", "sink 3", "sink 4", "at once 4"])
    subscription.cancel()
  }

  @Test("a call at the end of the outermost batch comes back to what the batch began with, and nothing is notified")
  func endOfRevertedBatch() {
    let source = OpenBehavior(0)
    var log: [String] = []
    source.sink { log.append("sink \($0)") }
    batch {
      source.value = 1
      callLater(after: .outermostBatch, label: "call") { log.append("call \(source.value)") }
      source.value = 0
    }
    #expect(log == ["call 0"])
  }

  @Test("a call at the end of the batch comes before what the batch has queued, and at once where there is none")
  func endOfBatch() {
    let source = OpenBehavior(0)
    var log: [String] = []
    source.sink { log.append("sink \($0)") }
    batch {
      source.value = 1
      callLater(after: .batch, label: "call") { log.append("end") }
      callLater(after: .queue, label: "call") { log.append("queue") }
    }
    callLater(after: .batch, label: "call") { log.append("at once") }
    #expect(log == ["end", "sink 1", "queue", "at once"])
  }

  @Test("in a batch it is called after its outermost end, also when nothing was written")
  func afterBatch() {
    var log: [String] = []
    batch {
      batch { callLater(after: .idleThread, label: "call") { log.append("idle") } }
      log.append("still in the batch")
    }
    #expect(log == ["still in the batch", "idle"])
  }

  @Test("in an evaluation it is called when that is over")
  func afterEvaluation() {
    var log: [String] = []
    let derived = ComputedBehavior<Int> {
      callLater(after: .idleThread, label: "call") { log.append("idle") }
      log.append("evaluated")
      return 1
    }
    #expect(derived.peek() == 1)
    #expect(log == ["evaluated", "idle"])
  }

  @Test("the thread is idle for it: what it writes is delivered at once")
  func idle() {
    let value = OpenBehavior(0)
    var log: [String] = []
    value.sink { log.append("notified \($0)") }
    batch {
      callLater(after: .idleThread, label: "call") {
        value.value = 1
        log.append("written")
      }
    }
    #expect(log == ["notified 1", "written"])
  }

  @Test("calls are made first in, first out, and not nested")
  func order() {
    let value = OpenBehavior(0)
    var log: [String] = []
    value.sink { number in callLater(after: .idleThread, label: "inner") { log.append("inner \(number)") } }
    batch {
      for number in 1...3 {
        callLater(after: .idleThread, label: "outer") {
          value.value = number
          log.append("outer \(number)")
        }
      }
    }
    #expect(log == ["outer 1", "outer 2", "outer 3", "inner 1", "inner 2", "inner 3"])
  }

  @Test("100,000 that wait, each making another wait, need no stack")
  func depth() {
    let calls = onThread {
      let count = 100_000
      var calls = 0
      func next() {
        calls += 1
        if calls < count { batch { callLater(after: .idleThread, label: "next", next) } }
      }
      batch { callLater(after: .idleThread, label: "next", next) }
      return calls
    }
    #expect(calls == 100_000)
  }

  #if os(macOS) || os(Linux) || os(Windows)
  @Test("law 10: calls that make two others wait stop with a message that names them")
  func multiplying() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      func next() {
        batch {
          callLater(after: .idleThread, label: "ping", next)
          callLater(after: .idleThread, label: "pong") {}
          callLater(after: .idleThread, label: "ping", next)
        }
      }
      batch { callLater(after: .idleThread, label: "ping", next) }
    }
    try expectStop(result, says: ["without settling, each more than one", "ping"])
  }
  #endif
}
