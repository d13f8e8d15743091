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

  @Test("what waits goes along when the receiver moves, and calls on their way to the old home do nothing")
  @MainActor
  func moves() async {
    var received: [String] = []
    let mailbox = Mailbox<Int>(home: .main) { envelope in received.append(envelope.map { "\($0)" } ?? "waiting") }
    mailbox.post(1)
    #expect(!mailbox.moveHere(.nowhere))
    await Task {}.value
    #expect(received == [])
    // Posted from the old home, which does not know.
    mailbox.post(2, isHomeAfter: 0)
    mailbox.post(3, isHomeAfter: 0, onlyThere: true)
    #expect(received == [])
    mailbox.post(4, isHomeAfter: 1)
    #expect(received == ["4"])
    #expect(!mailbox.moveHere(.main))
    await Task {}.value
    #expect(received == ["4", "waiting"] && mailbox.takeAll() == [1, 2])
  }

  @Test("a receiver that moves while it receives says so")
  func movesWhileReceiving() {
    let moved = Box<[Bool]>([])
    let last = Box<Mailbox<Int>?>(nil)
    let mailbox = Mailbox<Int>(home: .nowhere) { _ in moved.value.append(last.value?.moveHere(.nowhere) ?? false) }
    last.value = mailbox
    mailbox.post(1, isHomeAfter: 0)
    last.value = nil
    #expect(moved.value == [true] && !mailbox.moveHere(.nowhere))
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
