import ReactiveTestSupport
import ReactiveTracking
import Testing

#if os(macOS) || os(Linux) || os(Windows)
@Suite("Tracked graphs: cycles")
struct TrackedCyclesTests {
  /// A value whose end runs code.
  private final class Session: Equatable {
    let number: Int
    let kind: Int
    let end: (Session) -> Void
    init(_ number: Int, kind: Int, _ end: @escaping (Session) -> Void) {
      self.number = number
      self.kind = kind
      self.end = end
    }
    static func == (a: Session, b: Session) -> Bool { a.kind == b.kind }
    deinit { end(self) }
  }

  @Test("the end of a replaced value may read the derivation, and depends on nothing", arguments: [false, true])
  func endOfAValue(isObserved: Bool) {
    let number = atom(1)
    let other = atom(0)
    var runs = 0
    var log: [String] = []
    var session: Behavior<Session>?
    var title: Behavior<String>?
    session = derive {
      runs += 1
      return Session(number.value, kind: number.value / 10) {
        log.append("\($0.number) ends, \(session?.value.number ?? 0) \(title?.value ?? "") \(other.value)")
      }
    }
    title = derive { "session \(session?.value.number ?? 0)" }
    let token = isObserved ? title?.sink { log.append($0) } : nil
    #expect(title?.value == "session 1" && runs == 1)
    number.value = 2  // A duplicate: the new one ends.
    #expect(title?.value == "session 1" && runs == 2)
    #expect(log == ["2 ends, 1 session 1 0"])
    log = []
    number.value = 10
    #expect(title?.value == "session 10" && runs == 3)
    #expect(log == (isObserved ? ["1 ends, 10 session 10 0", "session 10"] : ["1 ends, 10 session 10 0"]))
    log = []
    other.value = 1
    #expect(title?.value == "session 10" && runs == 3 && log == [])
    batch {
      number.value = 20
      #expect(title?.value == "session 20")
      number.value = 30
      #expect(title?.value == "session 30")
    }
    #expect(log.filter { $0.contains("ends") } == ["20 ends, 30 session 30 1", "10 ends, 30 session 30 1"])
    let present = (session, title)
    (session, title) = (nil, nil)
    withExtendedLifetime((present, token)) {}
  }

  /// Found in optimized builds: the value is not used, so the derivation could end before the read.
  @Test("the end of a replaced value may drop the derivation that is being read")
  func droppedWhileRead() {
    struct Sessions {
      var first, second, third: Session
    }
    let number = atom(1)
    let other = atom(0)
    var notified = 0
    let token = other.sink { _ in notified += 1 }
    let holder = Box<Behavior<Sessions>?>(nil)
    @inline(never)
    func make() -> Behavior<Sessions> {
      func session() -> Session {
        Session(number.value, kind: 0) { _ in
          if number.value == 1 || holder.value == nil { return }
          holder.value = nil
          other.value += 1
        }
      }
      return derive { Sessions(first: session(), second: session(), third: session()) }
    }
    @inline(never)
    func read() { _ = holder.value?.peek() }
    holder.value = make()
    read()
    number.value = 2
    read()
    #expect(holder.value == nil && notified == 1)
    token.cancel()
  }

  @Test("the end of a replaced value may write a dependency, and drop the derivation")
  func endOfAValueThatWrites() {
    let number = atom(1)
    var ended: [Int] = []
    var session: Behavior<Session>?
    session = derive {
      Session(number.value, kind: number.value) {
        ended.append($0.number)
        if $0.number == 2 { number.value = 5 }
        if $0.number == 5 { session = nil }
      }
    }
    #expect(session?.value.number == 1)
    number.value = 2
    #expect(session?.value.number == 2 && ended == [1])
    number.value = 3
    #expect(session?.value.number == 3 || session?.value.number == 5)
    #expect(session?.value.number == 5 && ended == [1, 2, 3])
    number.value = 6
    let last = session?.value.number
    #expect(last == 6 && session == nil && ended == [1, 2, 3, 5, 6])
  }

  @Test("a derivation that needs its own value stops, and the message names the ring")
  func derivations() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let price = atom(1, name: "price")
      var tax: Derivation<Int>!
      let total = derive(name: "total") { price.value + tax.value }
      tax = derive(name: "tax") { total.value / 5 }
      print(total.value)
    }
    try expectStop(result, says: ["dependency cycle: total reads tax reads total."])
  }

  @Test("an effect that changes what it reads each time stops; one that comes to rest does not")
  func effects() async throws {
    let number = atom(0)
    let settling = Effect { if number.value < 10_000 { number.value += 1 } }
    #expect(number.value == 10_000)
    withExtendedLifetime(settling) {}
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let count = atom(0)
      let effect = Effect(name: "counting") { count.value += 1 }
      withExtendedLifetime(effect) {}
    }
    try expectStop(result, says: ["100000 rounds without settling: counting"])
  }
}
#endif
