import ReactiveCore
import ReactiveTestSupport
import Testing

@Suite("Envelopes from other isolations")
struct MailboxTests {
  private actor Reader {
    private var mailbox: Mailbox<Int>?
    private(set) var envelopes: [Int] = []

    func open() -> Mailbox<Int> {
      let mailbox = Mailbox<Int>(home: IsolationReference(self)) { [weak self] _ in
        self?.assumeIsolated { $0.read() }
      }
      self.mailbox = mailbox
      return mailbox
    }
    private func read() { envelopes += mailbox?.takeAll() ?? [] }
    func close() { mailbox?.close() }
    func waitForEnvelopes(_ count: Int) async {
      while envelopes.count < count { await Task.yield() }
    }
  }

  @Test("envelopes are read at home, all of them, those of a sender in their order")
  func home() async {
    let reader = Reader()
    let mailbox = await reader.open()
    await withTaskGroup(of: Void.self) { group in
      for sender in 0..<8 {
        group.addTask { for number in 0..<100 { mailbox.post(sender * 1000 + number) } }
      }
    }
    await reader.waitForEnvelopes(800)
    let envelopes = await reader.envelopes
    for sender in 0..<8 {
      #expect(envelopes.filter { $0 / 1000 == sender } == (0..<100).map { sender * 1000 + $0 })
    }
  }

  @Test("on the main actor envelopes are read in the next turn, before what is sent there afterwards")
  @MainActor
  func nextTurn() async {
    var events: [String] = []
    let mailbox = Mailbox<Int>(home: IsolationReference(MainActor.shared)) { _ in events.append("read") }
    for _ in 0..<100 {
      events = []
      mailbox.post(1)
      await Task { events.append("task") }.value
      #expect(events == ["read", "task"])
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

  @Test("without a home envelopes wait to be asked for")
  func nowhere() {
    let mailbox = Mailbox<Int>(home: .nowhere) { _ in Issue.record("nothing is called without a home") }
    mailbox.post(1)
    mailbox.post(2)
    #expect(mailbox.takeAll() == [1, 2])
    #expect(mailbox.takeAll() == [])
  }

  @Test("a closed mailbox drops what waits and takes no more")
  func closed() {
    let numbers = Mailbox<Int>(home: .nowhere) { _ in }
    numbers.post(1)
    numbers.close()
    numbers.post(2)
    #expect(numbers.takeAll() == [])
  }
}
