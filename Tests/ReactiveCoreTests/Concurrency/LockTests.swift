// Tests: Lock, Locked, AtomicFlag

import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Where threads meet")
struct LockTests {
  private struct Stop: Error {}

  @Test("one thread at a time: nothing is lost, of a lock and of what lies behind one")
  func exclusive() {
    let locked = Locked(0)
    let lock = Lock()
    let order = Locked([Int]())
    _ = onThreads(4) { thread in
      for _ in 0..<5_000 {
        locked.withLock { $0 += 1 }
        lock.withLock { if order.withLock({ $0.count }) < 100 { order.withLock { $0.append(thread) } } }
      }
    }
    #expect(locked.withLock { $0 } == 20_000)
    #expect(order.withLock { $0.count } == 100)
  }

  @Test("an error comes out, and the lock is open after it")
  func throwing() {
    let lock = Lock()
    #expect(throws: Stop.self) { try lock.withLock { throw Stop() } }
    #expect(lock.withLock { 7 } == 7)
  }

  // A lowered flag may seem raised while another thread reads it, so the test checks none.
  @Test("a flag that one thread has raised is raised for all, however often it was")
  func flag() {
    let flag = AtomicFlag()
    _ = onThreads(4) { _ in for _ in 0..<100 { flag.isRaised = true } }
    #expect(flag.isRaised)
    #expect(onThread { flag.isRaised })
  }
}
