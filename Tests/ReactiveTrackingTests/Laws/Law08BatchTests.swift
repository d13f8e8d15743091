import ReactiveTracking
import Testing

/// Law 8 for atoms, derivations, effects and scopes: reads match notifications.
@Suite("Batches of tracked graphs")
struct TrackedBatchTests {
  private struct Row: Equatable {
    var id: Int
    var title: String
    static func == (a: Row, b: Row) -> Bool { a.id == b.id }
  }

  private final class User: Equatable {
    let id: Int
    let name: String
    init(_ id: Int, _ name: String) {
      self.id = id
      self.name = name
    }
    static func == (a: User, b: User) -> Bool { a.id == b.id }
  }

  // MARK: A source that nothing depended on when the batch wrote it

  @Test("a derivation that comes to follow it in an effect, and is back at its end, notifies and reruns nothing")
  func unwatchedSource() {
    let isOn = atom(false)
    let level = atom(0)
    final class Late { var shown: Derivation<String>? }
    let late = Late()
    var runs = 0
    let meddler = Effect {
      if !isOn.value { return }
      level.value = 5
      #expect(late.shown?.peek() == "5")
      level.value = 0
    }
    let shown = derive { isOn.value ? "\(level.value)" : "0" }
    let label = derive { () -> String in
      runs += 1
      return "[\(shown.value)]"
    }
    late.shown = shown
    var received: [String] = []
    let effect = Effect { received.append(label.value) }
    let subscription = shown.sink { received.append($0) }
    isOn.value = true
    #expect(shown.value == "0")
    #expect(received == ["[0]"])
    #expect(runs == 1)
    level.value = 2
    #expect(received == ["[0]", "2", "[2]"] || received == ["[0]", "[2]", "2"])
    withExtendedLifetime((meddler, effect, subscription)) {}
  }

  // MARK: A batch does not part a value from its readers

  @Test("an atom that ends on a duplicate has what it began with, and so have its readers")
  func coarseAtom() {
    let row = atom(Row(id: 1, title: "old"))
    let title = derive { row.value.title }
    var log: [String] = []
    let label = Effect { log.append("\(row.value.title) \(title.value)") }
    batch {
      row.value = Row(id: 0, title: "loading")
      row.value = Row(id: 1, title: "new")
    }
    #expect(row.value.title == "old")
    #expect(title.value == "old")
    #expect(derive { row.value.title }.value == "old")
    #expect(log == ["old old"])
    withExtendedLifetime(label) {}
  }

  @Test("so does a wrapped one, an optional object, and one with a test of its own; read in the middle or not")
  func reload() {
    @Atom var selected: User? = User(7, "old")
    @Atom(isDuplicate: { $0.count == $1.count }) var list = [1]
    let title = derive { selected?.name ?? "none" }
    let first = derive { list.first ?? 0 }
    var log: [String] = []
    let label = Effect { log.append("\(title.value) \(first.value)") }
    for isRead in [false, true] {
      batch {
        selected = nil
        list = []
        if isRead { #expect("\(title.value) \(first.value)" == "none 0") }
        selected = User(7, "new")
        list = [2]
        if isRead { #expect("\(title.value) \(first.value)" == "new 2") }
      }
      #expect(selected?.name == "old")
      #expect(list == [1])
      #expect(title.value == "old")
      #expect(first.value == 1)
    }
    #expect(log == ["old 1"])
    withExtendedLifetime(label) {}
  }

  @Test("strings that are canonically equivalent, and not the same")
  func strings() {
    let text = atom("e\u{301}")
    let bytes = derive { text.value.utf8.count }
    var log: [Int] = []
    let effect = Effect { log.append(bytes.value) }
    batch {
      text.value = ""
      text.value = "\u{e9}"
    }
    #expect(bytes.value == text.value.utf8.count)
    #expect(log == [3])
    withExtendedLifetime(effect) {}
  }

  @Test("a derivation that compares less than it holds keeps what its readers have seen")
  func coarseDerivation() {
    let number = atom(1)
    let row = derive { Row(id: number.value / 10, title: "\(number.value)") }
    let title = derive { row.value.title }
    var log: [String] = []
    let effect = Effect { log.append(title.value) }
    batch {
      number.value = 50
      #expect(title.value == "50")
      number.value = 2
      #expect(title.value == "2")
    }
    #expect(row.value.title == "1")
    #expect(title.value == "1")
    #expect(log == ["1"])
    withExtendedLifetime(effect) {}
  }

  @Test("so does one on which nothing depends, where it is read or run there and back", arguments: [false, true])
  func unwatchedDerivation(isRequested: Bool) {
    let number = atom(1)
    var note = "a"
    let row = derive { Row(id: number.value / 10, title: "\(number.value)\(note)") }
    #expect(row.value.title == "1a")
    func look(_ value: Int, _ text: String) {
      number.value = value
      note = text
      if isRequested { row.run() }
      #expect(row.value.title == "\(value)\(text)")
    }
    batch {
      look(50, "b")
      look(2, "c")
    }
    #expect(row.value.title == "1a")
    #expect(row.peek().title == "1a")
    // A change after the batch is compared with that value.
    number.value = 3
    #expect(row.value.title == "1a")
    number.value = 20
    #expect(row.value.title == "20c")
  }

  @Test("one that is outdated at the end has what it began with until it is read, and is not run for it")
  func unwatchedAndOutdated() {
    let number = atom(1)
    var runs = 0
    let row = derive { () -> Row in
      runs += 1
      return Row(id: number.value / 10, title: "\(number.value)")
    }
    #expect(row.value.title == "1")
    batch {
      number.value = 50
      #expect(row.value.title == "50")
      number.value = 2
    }
    #expect(runs == 2)
    #expect(row.value.title == "1")
    #expect(runs == 3)
    number.value = 20
    #expect(row.value.title == "20")
  }

  @Test("a read outside of any batch has what its run gave, also where the run outdates what it reads")
  func outdatedByItsOwnRun() {
    let source = atom(Row(id: 0, title: "0"))
    let other = atom(0)
    let row = derive { () -> Row in
      let number = other.value
      if number > 0 {
        source.value = Row(id: number, title: "\(number)")
        defer { source.value = Row(id: number + 1, title: "later") }
        return source.value
      }
      return source.value
    }
    #expect(row.value.title == "0")
    other.value = 1
    #expect(row.value.title == "1")
    #expect(row.value.title == "1")
  }

  // MARK: update

  @Test("small steps in place are neither stored nor notified")
  func drift() {
    @Atom(isDuplicate: { abs($0 - $1) < 0.5 }) var celsius = 20.0
    var log: [Double] = []
    let display = Effect { log.append(celsius) }
    @Derived var shown = celsius
    _ = shown
    for _ in 1...10 { $celsius.update { $0 += 0.3 } }
    #expect(celsius == 20)
    #expect(shown == 20)
    #expect(log == [20])
    withExtendedLifetime(display) {}
  }

  @Test("the body of update is a batch")
  func updateIsABatch() {
    let items = atom([Int]())
    let count = atom(0)
    var log: [String] = []
    let badge = Effect { log.append("\(count.value) of \(items.value.count)") }
    items.update {
      $0.append(1)
      count.value += 1
    }
    #expect(log == ["0 of 0", "1 of 1"])
    withExtendedLifetime(badge) {}
  }

  // MARK: run(), flush() and cancel() are writes

  @Test("run() in a batch that ends where it began notifies nothing; alone it does")
  func requestedRuns() {
    var clock = 0
    let now = derive { clock }
    let next = derive { now.value + 1 }
    var log: [Int] = []
    let effect = Effect { log.append(now.value) }
    var notified: [Int] = []
    next.sink { notified.append($0) }
    batch {
      clock = 9
      now.run()
      #expect(next.value == 10)
      clock = 0
      now.run()
    }
    #expect(log == [0])
    #expect(notified == [])
    #expect(next.value == 1)
    clock = 5
    now.run()
    #expect(log == [0, 5])
    #expect(notified == [6])
    withExtendedLifetime(effect) {}
  }

  @Test("flush() in a batch runs what the batch has written, before and after it, at the end", arguments: [1, 2])
  func flushInABatch(depth: Int) {
    let frame = Runtime(scheduler: .manual)
    let a = atom(0)
    let b = atom(0)
    var log: [String] = []
    let effect = withIsolatedRuntime(using: frame) { Effect { log.append("runs \(a.value) \(b.value)") } }
    func write() {
      a.value = 1
      frame.flush()
      log.append("after flush")
      b.value = 1
    }
    if depth == 1 { batch { write() } } else { batch { batch { write() } } }
    #expect(log == ["runs 0 0", "after flush", "runs 1 1"])
    frame.flush()
    #expect(log.count == 3)
    withExtendedLifetime(effect) {}
  }

  @Test("so it does in an effect and in an observer")
  func flushInAnEffect() {
    let frame = Runtime(scheduler: .manual)
    let trigger = atom(0)
    let a = atom(0)
    var log: [String] = []
    let effect = withIsolatedRuntime(using: frame) { Effect { log.append("runs \(a.value)") } }
    let flushing = Effect {
      if trigger.value != 1 { return }
      a.value = 1
      frame.flush()
      log.append("flushed in an effect")
    }
    trigger.sink { [unowned trigger] _ in
      if trigger.value != 2 { return }
      a.value = 2
      frame.flush()
      log.append("flushed in an observer")
    }
    trigger.value = 1
    trigger.value = 2
    #expect(log == ["runs 0", "flushed in an effect", "runs 1", "flushed in an observer", "runs 2"])
    withExtendedLifetime((effect, flushing)) {}
  }

  @Test("a flush runs an effect if what it read has changed since: written there and back is two changes, a batch none")
  func thereAndBack() {
    let frame = Runtime(scheduler: .manual)
    let source = atom(0)
    let sign = derive { source.value.signum() }
    var log: [String] = []
    let effects = withIsolatedRuntime(using: frame) {
      [Effect { log.append("source \(source.value)") }, Effect { log.append("sign \(sign.value)") }]
    }
    log = []
    source.value = 1
    source.value = 0
    frame.flush()
    #expect(log == ["source 0"])
    batch {
      source.value = 1
      source.value = 0
    }
    frame.flush()
    #expect(log == ["source 0"])
    withExtendedLifetime(effects) {}
  }

  /// A cleanup writes a sibling's dependency.
  private func makeScope(_ log: @escaping (String) -> Void) -> (EffectScope, AtomObject<[String]>) {
    let scope = EffectScope()
    let items = atom(["a"])
    scope.run {
      _ = Effect { log("renders \(items.value)") }
      _ = Effect { onCleanup { items.value = [] } }
      let inner = EffectScope()
      inner.run { _ = Effect { log("inner renders \(items.value)") } }
      inner.onCleanup { items.value = ["inner"] }
    }
    return (scope, items)
  }

  @Test("the end of a scope is one batch: a cleanup wakes nothing that is about to end", arguments: 0...3)
  func scopeEndsAsOne(way: Int) {
    var log: [String] = []
    var made: (EffectScope, AtomObject<[String]>)? = makeScope { log.append($0) }
    let items = made!.1
    let outside = Effect { log.append("outside \(items.value)") }
    log = []
    switch way {
    case 0: made!.0.cancel()
    case 1: batch { made!.0.cancel() }
    case 2: made = nil
    default:
      let outer = EffectScope()
      let scope = made!.0
      outer.onCleanup { scope.cancel() }
      outer.cancel()
    }
    #expect(log == ["outside []"])
    withExtendedLifetime((outside, made)) {}
  }

  @Test("so is the end of an effect that owns others")
  func effectEndsAsOne() {
    let items = atom(["a"])
    var log: [String] = []
    let outer = Effect { scope in
      scope.effect { log.append("renders \(items.value)") }
      scope.effect { onCleanup { items.value = [] } }
      onCleanup { items.value = ["outer"] }
    }
    log = []
    outer.cancel()
    #expect(log == [])
    #expect(items.value == ["outer"])
  }

  // MARK: Across runtimes

  @Test("an inner effect does not run on a branch that its owner leaves, when the owner waits for a flush")
  func ownerWaitsForFlush() {
    let frame = Runtime(scheduler: .manual)
    let now = Runtime()
    let data = atom(Int?.some(1))
    var log: [String] = []
    let outer = withIsolatedRuntime(using: frame) {
      Effect { scope in
        log.append("outer \(data.value as Any)")
        guard data.value != nil else { return }
        withIsolatedRuntime(using: now) { _ = scope.effect { log.append("inner \(data.value as Any)") } }
      }
    }
    log = []
    data.value = nil
    #expect(log == [])
    frame.flush()
    #expect(log == ["outer nil"])
    withExtendedLifetime(outer) {}
  }

  @Test("when the owner turns out to stay, the inner effect runs after it, once")
  func ownerStays() {
    let frame = Runtime(scheduler: .manual)
    let now = Runtime()
    let number = atom(1)
    var log: [String] = []
    let outer = withIsolatedRuntime(using: frame) {
      let isPositive = derive { number.value > 0 }
      return Effect { scope in
        guard isPositive.value else { return }
        _ = withIsolatedRuntime(using: now) {
          scope.effect { inner in
            log.append("inner \(number.value)")
            inner.effect { log.append("innermost \(number.value)") }
          }
        }
      }
    }
    log = []
    number.value = 2
    number.value = 3
    #expect(log == [])
    frame.flush()
    #expect(log == ["inner 3", "innermost 3"])
    number.value = -1
    frame.flush()
    #expect(log.count == 2)
    withExtendedLifetime(outer) {}
  }

  @Test("inner effects that wait for an outer one that stays run in the order in which changes reached them, once")
  func waitingInOrder() {
    let frame = Runtime(scheduler: .manual)
    let now = Runtime()
    let number = atom(1)
    let cells = (0..<100).map { atom($0) }
    var inner: [Effect] = []
    var log: [Int] = []
    let outer = withIsolatedRuntime(using: frame) {
      let isPositive = derive { number.value > 0 }
      return Effect { scope in
        guard isPositive.value else { return }
        withIsolatedRuntime(using: now) {
          inner = cells.map { cell in scope.effect { log.append(cell.value) } }
        }
      }
    }
    log = []
    number.value = 2
    for _ in 0..<3 {
      for cell in cells.reversed() { cell.value += 100 }
    }
    inner[7].cancel()
    #expect(log == [])
    frame.flush()
    #expect(log == (300..<400).reversed().filter { $0 != 307 })
    cells[3].value = 3
    #expect(log.count == 100 && log.last == 3)
    withExtendedLifetime(outer) {}
  }

  @Test("an outer one that is run by hand gives the inner one the turn that it was waiting for")
  func outerIsRun() {
    let frame = Runtime(scheduler: .manual)
    let now = Runtime()
    let number = atom(10)
    var log: [Int] = []
    let outer = withIsolatedRuntime(using: frame) {
      watch(of: number.value / 10, initial: true) { _, _ in
        withIsolatedRuntime(using: now) { _ = Effect { log.append(number.value) } }
      }
    }
    number.value = 11
    #expect(log == [10])
    outer.run()
    #expect(log == [10, 11])
    frame.flush()
    #expect(log == [10, 11])
    withExtendedLifetime(outer) {}
  }

  @Test("one that is paused meanwhile runs when it is resumed")
  func pausedMeanwhile() {
    let frame = Runtime(scheduler: .manual)
    let now = Runtime()
    let number = atom(1)
    var log: [Int] = []
    var inner: EffectScope?
    let outer = withIsolatedRuntime(using: frame) {
      let isPositive = derive { number.value > 0 }
      return Effect { (_: EffectScope) in
        guard isPositive.value else { return }
        let paused = EffectScope()
        inner = paused
        withIsolatedRuntime(using: now) { paused.run { _ = Effect { log.append(number.value) } } }
      }
    }
    log = []
    number.value = 2
    inner?.pause()
    frame.flush()
    #expect(log == [])
    inner?.resume()
    #expect(log == [2])
    withExtendedLifetime(outer) {}
  }
}
