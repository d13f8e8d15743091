import ReactiveTracking
import Testing

@Suite("watch")
struct WatchTests {
  private let number = atom(2)
  private func half() -> Int { number.value / 2 }

  /// The number of handler calls when the half stays the same, and when it changes.
  private func calls(_ watching: (_ called: @escaping () -> Void) -> Effect) -> [Int] {
    number.value = 2
    var calls = 0
    let effect = watching { calls += 1 }
    number.value = 3
    let first = calls
    number.value = 4
    effect.cancel()
    return [first, calls - first]
  }

  @Test("each kind of value is cut as its type says")
  func kinds() {
    let instances = (0..<3).map { _ in Instance() }
    func maybe() -> Instance? { half() == 1 ? nil : instances[0] }
    func maybeAccount() -> Account? { half() == 0 ? nil : Account(half()) }
    #expect(calls { called in watch(of: half()) { _, _ in called() } } == [0, 1])
    #expect(calls { called in watch(of: Loose(half())) { _, _ in called() } } == [1, 1])
    #expect(calls { called in watch(of: instances[half()]) { _, _ in called() } } == [0, 1])
    #expect(calls { called in watch(of: Account(half())) { _, _ in called() } } == [0, 1])
    #expect(calls { called in watch(of: maybe()) { _, _ in called() } } == [0, 1])
    #expect(calls { called in watch(of: maybeAccount()) { _, _ in called() } } == [0, 1])
    let own = calls { called in
      watch(of: Loose(half()), isDuplicate: { $0.number == $1.number }, { _, _ in called() })
    }
    #expect(own == [0, 1])
  }

  @Test("the handler gets the objects that were and are")
  func objects() {
    let first = Instance()
    let second = Instance()
    let source = atom(first)
    var seen: [(old: Instance, new: Instance)] = []
    let effect = watch(of: source.value, initial: true) { old, new in seen.append((old, new)) }
    source.value = second
    effect.cancel()
    #expect(seen.count == 2)
    #expect(seen.first?.old === first && seen.first?.new === first)
    #expect(seen.last?.old === first && seen.last?.new === second)
  }

  @Test("objects are cut by identity however they are held, in generic code, too")
  func heldObjects() {
    let (one, two) = (Instance(), Instance())
    func check<Value>(_ hold: @escaping (Instance) -> Value) {
      func pick() -> Value { hold(half() == 1 ? one : two) }
      #expect(calls { called in watch(of: pick()) { _, _ in called() } } == [0, 1], "\(Value.self)")
      func maybe() -> Value? { half() == 1 ? nil : hold(two) }
      #expect(calls { called in watch(of: maybe()) { _, _ in called() } } == [0, 1], "\(Value.self)?")
    }
    check { $0 }
    check { $0 as any Delegate }
    check { $0 as AnyObject }
    check { $0 as Any }
    #expect(calls { called in watch(of: half() as Any) { _, _ in called() } } == [1, 1])
  }

  /// The log when the half stays, changes, changes again, and the watch ends.
  private func happenings(
    initial: Bool = true, _ handler: @escaping (_ half: Int, _ note: @escaping (String) -> Void) -> Void
  ) -> [[String]] {
    number.value = 2
    var notes: [String] = []
    let watcher = watch(of: half(), initial: initial) { _, new in handler(new) { notes.append($0) } }
    var all: [[String]] = []
    func take() {
      all.append(notes)
      notes = []
    }
    take()
    for value in [3, 4, 5, 6] {
      number.value = value
      take()
    }
    watcher.cancel()
    take()
    number.value = 100
    take()
    return all
  }

  @Test("the handler's cleanup runs before the next call of the handler and at the end, and not in between")
  func cleanup() {
    let expected = [["call 1"], [], ["end 1", "call 2"], [], ["end 2", "call 3"], ["end 3"], []]
    #expect(
      happenings { half, note in
        note("call \(half)")
        onCleanup { note("end \(half)") }
      } == expected)
    #expect(
      happenings { half, note in
        note("call \(half)")
        untracked { onCleanup { note("end \(half)") } }
      } == expected)
    #expect(
      happenings(initial: false) { half, note in
        note("call \(half)")
        onCleanup { note("end \(half)") }
      } == [[], [], ["call 2"], [], ["end 2", "call 3"], ["end 3"], []])
  }

  @Test("the watch's end by its last reference, or with its scope, runs the handler's cleanup")
  func cleanupAtTheEnd() {
    var notes: [String] = []
    do {
      let watcher = watch(of: half(), initial: true) { _, _ in onCleanup { notes.append("released") } }
      number.value = 3
      #expect(notes == [])
      withExtendedLifetime(watcher) {}
    }
    #expect(notes == ["released"])
    let scope = EffectScope()
    scope.run { _ = watch(of: half(), initial: true) { _, _ in onCleanup { notes.append("cancelled") } } }
    number.value = 2
    #expect(notes == ["released"])
    scope.cancel()
    #expect(notes == ["released", "cancelled"])
  }

  @Test("what the handler makes ends with its next call")
  func made() {
    let inner = atom(0)
    let all = happenings { half, note in
      _ = Effect { note("effect \(half) \(inner.value)") }
      EffectScope().onCleanup { note("scope \(half)") }
      if half == 1 { inner.value = 7 }
    }
    #expect(
      all == [
        ["effect 1 0", "effect 1 7"], [], ["scope 1", "effect 2 7"], [], ["scope 2", "effect 3 7"], ["scope 3"], [],
      ])
    inner.value = 8
  }

  @Test("an effect that the handler made runs on while the value stays, and never on the branch that is left")
  func innerEffect() {
    var notes: [String] = []
    let watcher = watch(of: half(), initial: true) { [number] _, half in
      _ = Effect { notes.append("\(half): \(number.value)") }
    }
    number.value = 3
    number.value = 4
    #expect(notes == ["1: 2", "1: 3", "2: 4"])
    withExtendedLifetime(watcher) {}
  }

  @Test("a cleanup in the source runs before the source is evaluated again")
  func cleanupOfTheSource() {
    var notes: [String] = []
    func source() -> Int {
      let half = half()
      onCleanup { notes.append("source \(half)") }
      return half
    }
    let watcher = watch(of: source(), initial: true) { _, new in onCleanup { notes.append("handler \(new)") } }
    number.value = 3
    #expect(notes == ["source 1"])
    number.value = 4
    #expect(notes == ["source 1", "source 1", "handler 1"])
    watcher.cancel()
    #expect(notes == ["source 1", "source 1", "handler 1", "handler 2", "source 2"])
  }

  @Test("a cleanup that ends the watch keeps the handler from being called")
  func cleanupEndsTheWatch() {
    var notes: [String] = []
    var watcher: Effect?
    watcher = watch(of: half(), initial: true) { _, new in
      notes.append("call \(new)")
      onCleanup {
        notes.append("end \(new)")
        watcher?.cancel()
      }
    }
    number.value = 4
    #expect(notes == ["call 1", "end 1"])
    number.value = 6
    #expect(notes == ["call 1", "end 1"])
    watcher = nil
  }

  @Test("a cleanup, or the test for duplicates, that drops the watch keeps the handler from being called")
  func dropsBeforeHandler() {
    let number = atom(0)
    var log: [String] = []
    var watcher: Effect?
    watcher = watch(of: number.value) { _, new in
      log.append("\(new)")
      onCleanup {
        log.append("end of \(new)")
        watcher = nil
      }
    }
    number.value = 1
    number.value = 2
    number.value = 3
    #expect(watcher == nil && log == ["1", "end of 1"])

    log = []
    func isDuplicate(_ old: Int, _ new: Int) -> Bool {
      watcher = nil
      return false
    }
    watcher = watch(of: number.value, isDuplicate: isDuplicate) { _, new in log.append("\(new)") }
    number.value = 4
    number.value = 5
    #expect(watcher == nil && log == [])
  }

  @Test("a handler that ends its watch has its cleanup run")
  func handlerEndsTheWatch() {
    var notes: [String] = []
    var watcher: Effect?
    watcher = watch(of: half()) { _, new in
      onCleanup { notes.append("first") }
      watcher?.cancel()
      notes.append("cancelled")
      onCleanup { notes.append("second") }
    }
    number.value = 4
    number.value = 6
    #expect(notes == ["first", "cancelled", "second"])
    watcher = nil
  }

  @Test("a watch that its handler drops ends after the call")
  func handlerDropsTheWatch() {
    var notes: [String] = []
    var watcher: Effect?
    watcher = watch(of: half()) { _, new in
      onCleanup { notes.append("first") }
      watcher = nil
      notes.append("dropped")
      onCleanup { notes.append("second") }
    }
    #expect(watcher != nil)
    number.value = 4
    number.value = 6
    #expect(notes == ["dropped", "second", "first"])
  }

  @Test("what a cleanup of the handler reads is not tracked, and what it writes is a later change")
  func cleanupReadsAndWrites() {
    let other = atom(0)
    var seen: [[Int]] = []
    let watcher = watch(of: half(), initial: true) { [number] _, new in
      seen.append([new])
      onCleanup {
        seen.append([new, other.value])
        if number.value == 4 { number.value = 6 }
      }
    }
    other.value = 1
    number.value = 4
    #expect(seen == [[1], [1, 1], [2], [2, 1], [3]])
    withExtendedLifetime(watcher) {}
  }
}
