import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Letters from other isolations")
struct MailboxTests {
  /// Reads its letters where it lives.
  private actor Reader {
    private var mailbox: Mailbox<Int>?
    private(set) var envelopes: [Int] = []

    func open() -> Mailbox<Int> {
      let mailbox = Mailbox<Int>(home: IsolationReference(self)) { [weak self] in
        self?.assumeIsolated { $0.read() }
      }
      self.mailbox = mailbox
      return mailbox
    }
    private func read() { envelopes += mailbox?.takeAll() ?? [] }
    func close() { mailbox?.close() }
    func waitForLetters(_ count: Int) async {
      while envelopes.count < count { await Task.yield() }
    }
  }

  @Test("letters are read at home, all of them, those of a sender in their order")
  func home() async {
    let reader = Reader()
    let mailbox = await reader.open()
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<8 {
        group.addTask { for number in 0..<100 { mailbox.post(sender * 1000 + number) } }
      }
    }
    await reader.waitForLetters(800)
    let envelopes = await reader.envelopes
    for sender in 0..<8 {
      #expect(envelopes.filter { $0 / 1000 == sender } == (0..<100).map { sender * 1000 + $0 })
    }
  }

  @Test("a home that is gone reads nothing, and is not kept alive")
  func goneHome() async {
    var reader: Reader? = Reader()
    @Weak var remembered = reader
    let mailbox = await reader!.open()
    reader = nil
    #expect(remembered == nil)
    mailbox.post(1)
    #expect(mailbox.takeAll() == [1])
  }

  @Test("without a home letters wait to be asked for")
  func nowhere() async {
    let mailbox = Mailbox<Int>(home: .nowhere) { Issue.record("nobody lives here") }
    let revision = mailbox.revision
    mailbox.post(1)
    mailbox.post(2)
    await mailbox.arrival(after: revision)
    #expect(mailbox.takeAll() == [1, 2])
    #expect(mailbox.takeAll() == [])
  }

  @Test("who waits is not left behind by a letter that somebody else has taken before")
  func takenByOthers() async {
    let mailbox = Mailbox<Int>(home: .nowhere) {}
    let revision = mailbox.revision
    mailbox.post(1)
    #expect(mailbox.takeAll() == [1])
    await mailbox.arrival(after: revision)
    let later = mailbox.revision
    mailbox.wake()
    await mailbox.arrival(after: later)
  }

  @Test("who waits goes on when there is a letter, when it is woken, and when its task is cancelled")
  func waiting() async {
    let mailbox = Mailbox<Int>(home: .nowhere) {}
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
    let numbers = Mailbox<Int>(home: .nowhere) {}
    numbers.post(1)
    numbers.close()
    numbers.post(2)
    #expect(numbers.takeAll() == [])
    await numbers.arrival(after: numbers.revision)
    let open = Mailbox<Int>(home: .nowhere) {}
    let waits = Task { await open.arrival(after: open.revision) }
    let closer = Task {
      await Task.yield()
      open.close()
    }
    await waits.value
    await closer.value
  }
}
