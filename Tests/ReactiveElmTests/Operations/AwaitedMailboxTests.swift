import ReactiveCore
import ReactiveElm
import Testing

@Suite("A mailbox that is waited for")
struct AwaitedMailboxTests {
  @Test("a wait is not left behind by an envelope that was taken elsewhere before")
  func takenByOthers() async {
    let mailbox = AwaitedMailbox<Int>(home: .nowhere) {}
    let revision = mailbox.revision
    mailbox.post(1)
    #expect(mailbox.takeAll() == [1])
    await mailbox.arrival(after: revision)
    let later = mailbox.revision
    mailbox.wake()
    await mailbox.arrival(after: later)
  }

  @Test("a wait ends with an envelope, when it is woken, and when its task is cancelled")
  func waiting() async {
    let mailbox = AwaitedMailbox<Int>(home: .nowhere) {}
    let revision = mailbox.revision
    async let first: Void = mailbox.arrival(after: revision)
    mailbox.post(1)
    await first
    _ = mailbox.takeAll()
    let cancelled = Task { await mailbox.arrival(after: mailbox.revision) }
    cancelled.cancel()
    await cancelled.value
    let woken = Task { await mailbox.arrival(after: mailbox.revision) }
    let waker = Task {
      while !Task.isCancelled {
        mailbox.wake()
        await Task.yield()
      }
    }
    await woken.value
    waker.cancel()
  }

  @Test("a closed mailbox ends every wait, drops what waits and takes no more")
  func closed() async {
    let numbers = AwaitedMailbox<Int>(home: .nowhere) {}
    numbers.post(1)
    numbers.close()
    numbers.post(2)
    #expect(numbers.takeAll() == [])
    await numbers.arrival(after: numbers.revision)
    let open = AwaitedMailbox<Int>(home: .nowhere) {}
    let waits = Task { await open.arrival(after: open.revision) }
    let closer = Task {
      await Task.yield()
      open.close()
    }
    await waits.value
    await closer.value
  }
}
