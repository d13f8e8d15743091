// Tests: Coalescing, History, HistoryCore, HistorySteps, HistoryTrack

import ReactiveDerived
import ReactiveTestSupport
import Testing

@Suite("History")
struct HistoryTests {
  struct Page: Equatable {
    var text = ""
    var scroll = 0
    var zoom = 1
  }

  @Test("each write is a step; undo and redo go through them and stop at the ends")
  func steps() {
    let value = OpenBehavior(0)
    let history = History(of: value)
    #expect(!history.canUndo.value && !history.canRedo.value)
    history.undo()
    history.redo()
    value.value = 1
    value.value = 2
    value.value = 2
    history.undo()
    #expect(value.value == 1 && history.canUndo.value && history.canRedo.value)
    history.undo()
    history.undo()
    #expect(value.value == 0 && !history.canUndo.value && history.canRedo.value)
    history.redo()
    history.redo()
    history.redo()
    #expect(value.value == 2 && history.canUndo.value && !history.canRedo.value)
  }

  @Test("an outermost batch is one step of all behaviors; one that ends where it began is none")
  func batches() {
    let (title, size, other) = (OpenBehavior("a"), OpenBehavior(1), OpenBehavior(0.5))
    let history = History(of: title, size, other)
    batch {
      title.value = "b"
      batch { size.value = 2 }
      title.value = "c"
    }
    batch {
      title.value = "x"
      title.value = "c"
    }
    var seen: [String] = []
    let title2 = title.sink { seen.append("\($0) \(size.value)") }
    let size2 = size.sink { seen.append("\(title.value) \($0)") }
    history.undo()
    #expect(title.value == "a" && size.value == 1 && other.value == 0.5)
    #expect(Set(seen) == ["a 1"])
    #expect(!history.canUndo.value)
    history.redo()
    #expect(title.value == "c" && size.value == 2)
    title2.cancel()
    size2.cancel()
  }

  @Test("a new step ends what could be redone")
  func newStep() {
    let value = OpenBehavior(0)
    let history = History(of: value)
    value.value = 1
    history.undo()
    value.value = 2
    #expect(!history.canRedo.value)
    history.redo()
    #expect(value.value == 2)
    history.undo()
    #expect(value.value == 0)
  }

  @Test("what observers write when they are notified belongs to the step, and to the undo")
  func observersWrite() {
    let (text, length) = (OpenBehavior("a"), OpenBehavior(1))
    let subscription = text.sink { length.value = $0.count }
    let history = History(of: text, length)
    text.value = "abc"
    #expect(length.value == 3)
    history.undo()
    #expect(text.value == "a" && length.value == 1)
    #expect(!history.canUndo.value && history.canRedo.value)
    history.redo()
    #expect(text.value == "abc" && length.value == 3)
    subscription.cancel()
  }

  @Test("what an observer of the undo writes elsewhere comes back with the redo")
  func observersOfUndo() {
    let (value, log) = (OpenBehavior(0), OpenBehavior("-"))
    let history = History(of: value, log)
    value.value = 1
    let subscription = value.sink { if $0 == 0 { log.value = "undone" } }
    history.undo()
    #expect(value.value == 0 && log.value == "undone" && !history.canUndo.value)
    subscription.cancel()
    history.redo()
    #expect(value.value == 1 && log.value == "-")
    history.undo()
    #expect(value.value == 0 && log.value == "undone")
  }

  @Test("canUndo and canRedo notify once for a step")
  func canUndoNotifies() {
    let value = OpenBehavior(0)
    let history = History(of: value)
    var seen: [String] = []
    history.canUndo.sink { seen.append("undo \($0)") }
    history.canRedo.sink { seen.append("redo \($0)") }
    value.value = 1
    value.value = 2
    history.undo()
    history.undo()
    history.redo()
    #expect(seen == ["undo true", "redo true", "undo false", "undo true"])
  }

  @Test("keeps so many steps, of several behaviors, over and over")
  func limit() {
    let (one, two) = (OpenBehavior(0), OpenBehavior(0))
    let history = History(of: one, two, keeping: 3)
    for step in 1...200 {
      batch {
        one.value = step
        if step.isMultiple(of: 2) { two.value = step }
      }
    }
    for _ in 0..<10 { history.undo() }
    #expect(one.value == 197 && two.value == 196)
    for _ in 0..<10 { history.redo() }
    #expect(one.value == 200 && two.value == 200)
  }

  @Test("undo in a batch takes back first what the batch has written")
  func undoInBatch() {
    let (value, other) = (OpenBehavior(0), OpenBehavior(0))
    let history = History(of: value, other)
    value.value = 1
    var seen: [Int] = []
    let subscription = value.sink { seen.append($0) }
    batch {
      value.value = 2
      other.value = 5
      history.undo()
      #expect(value.value == 1 && other.value == 0)
      history.undo()
      #expect(value.value == 0)
    }
    #expect(seen == [0])
    history.redo()
    #expect(value.value == 1 && other.value == 0)
    history.redo()
    #expect(value.value == 2 && other.value == 5)
    #expect(!history.canRedo.value)
    subscription.cancel()
  }

  @Test("undo in a delivery takes back the change that is being delivered")
  func undoInDelivery() {
    let value = OpenBehavior(0)
    let history = History(of: value)
    value.value = 1
    var seen: [Int] = []
    let subscription = value.sink {
      seen.append($0)
      if $0 == 2 { history.undo() }
    }
    value.value = 2
    #expect(value.value == 1 && seen == [2, 1])
    #expect(history.canUndo.value && history.canRedo.value)
    history.redo()
    #expect(value.value == 1 && seen == [2, 1, 2, 1])
    subscription.cancel()
    history.redo()
    #expect(value.value == 2)
  }

  @Test("writes that are excluded are no step, nor are those of a batch around them lost")
  func excluding() {
    let (value, other) = (OpenBehavior(0), OpenBehavior(0))
    let history = History(of: value, other)
    value.value = 1
    let result = history.withoutRecording {
      other.value = 9
      return "done"
    }
    #expect(result == "done" && other.value == 9)
    batch {
      value.value = 2
      history.withoutRecording { other.value = 10 }
      value.value = 3
    }
    history.undo()
    #expect(value.value == 1 && other.value == 10)
    history.undo()
    #expect(value.value == 0 && other.value == 10 && !history.canUndo.value)
  }

  @Test("a batch that restores the values is no step, also if something is excluded in it; what can be redone stays")
  func restoringAroundExclusion() {
    let (value, other) = (OpenBehavior(0), OpenBehavior(0))
    let history = History(of: value, other)
    var seen: [UndoStep] = []
    let subscription = history.steps.sink { seen.append($0) }
    func restore() {
      batch {
        value.value += 1
        history.withoutRecording { other.value += 5 }
        value.value += 1
        history.withoutRecording { other.value += 5 }
        value.value -= 2
      }
    }
    restore()
    #expect(!history.canUndo.value && seen.isEmpty && other.value == 10)
    value.value = 7
    history.undo()
    restore()
    #expect(!history.canUndo.value && history.canRedo.value && seen == [.made, .undone])
    history.redo()
    #expect(value.value == 7 && other.value == 20)
    // What the exclusion leaves is the value to which the next step returns.
    batch {
      value.value = 8
      history.withoutRecording { other.value = 30 }
      other.value = 40
      value.value = 7
    }
    #expect(seen == [.made, .undone, .redone, .made])
    history.undo()
    #expect(value.value == 7 && other.value == 30 && history.canUndo.value)
    subscription.cancel()
  }

  @Test("what was written before an exclusion is a step when another begins, and ends what could be redone")
  func stepsAroundExclusion() {
    let (value, other) = (OpenBehavior(0), OpenBehavior(0))
    let history = History(of: value, other, keeping: 2)
    for new in 1...3 { value.value = new }
    history.undo()
    batch {
      value.value = 5
      history.withoutRecording { other.value = 1 }
      history.redo()
      #expect(value.value == 5)
      history.undo()
      #expect(value.value == 2)
    }
    #expect(history.canRedo.value)
    batch {
      value.value = 6
      history.withoutRecording { other.value = 2 }
      history.endStep()
      value.value = 2
    }
    #expect(!history.canRedo.value)
    history.undo()
    #expect(value.value == 6)
    history.undo()
    #expect(value.value == 2 && !history.canUndo.value)
    batch {
      value.value = 7
      history.withoutRecording { other.value = 3 }
      value.value = 2
      history.undo()
    }
    #expect(value.value == 2 && !history.canUndo.value && history.canRedo.value)
    batch {
      history.redo()
      value.value = 7
      history.withoutRecording { other.value = 4 }
      value.value = 6
    }
    #expect(value.value == 6 && history.canUndo.value && history.canRedo.value)
    history.undo()
    #expect(value.value == 2 && other.value == 4 && !history.canUndo.value)
    batch {
      history.redo()
      for new in [7, 8] {
        value.value = new
        history.withoutRecording { other.value = new }
      }
    }
    #expect(history.canUndo.value && !history.canRedo.value)
    for old in [7, 6] {
      history.undo()
      #expect(value.value == old && other.value == 8)
    }
    #expect(!history.canUndo.value)
  }

  @Test("a quick write behind a batch that restores the values is joined to nothing, so that its old value is kept")
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  func coalescingBehindRestored() {
    let (value, other) = (OpenBehavior(0), OpenBehavior(0))
    let history = History(of: value, other, coalescing: .seconds(1), clock: ManualClock())
    other.value = 1
    batch {
      value.value = 1
      history.withoutRecording {}
      value.value = 0
    }
    value.value = 2
    history.undo()
    #expect(value.value == 0 && other.value == 1 && history.canUndo.value)
  }

  @Test("an excluded body that throws ends the exclusion")
  func excludingThrows() {
    struct Failure: Error {}
    let value = OpenBehavior(0)
    let history = History(of: value)
    #expect(throws: Failure.self) {
      try history.withoutRecording {
        value.value = 1
        throw Failure()
      }
    }
    #expect(value.value == 1 && !history.canUndo.value)
    value.value = 2
    history.undo()
    #expect(value.value == 1)
  }

  @Test("excluded parts make no step, and an undo leaves them alone")
  func excludedParts() {
    let page = OpenBehavior(Page())
    let history = History(of: page, excluding: \.scroll, \.zoom)
    page.update { $0.text = "a" }
    page.update { $0.scroll = 10 }
    page.update {
      $0.text = "b"
      $0.zoom = 2
    }
    history.undo()
    #expect(page.value == Page(text: "a", scroll: 10, zoom: 2))
    history.undo()
    #expect(page.value == Page(text: "", scroll: 10, zoom: 2))
    history.redo()
    history.redo()
    #expect(page.value == Page(text: "b", scroll: 10, zoom: 2))
  }

  @Test("parts of one value are undone apart")
  func parts() {
    let page = OpenBehavior(Page())
    let history = History(of: page[\.text], page[\.zoom])
    page[\.text].value = "a"
    page.update { $0.scroll = 3 }
    page[\.zoom].value = 2
    history.undo()
    #expect(page.value == Page(text: "a", scroll: 3))
    history.undo()
    #expect(page.value == Page(scroll: 3))
  }

  @Test("quick steps of the same behavior are joined; a pause, another behavior and an undo end that")
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  func coalescing() {
    let clock = ManualClock()
    let (text, size) = (OpenBehavior(""), OpenBehavior(1))
    let history = History(of: text, size, coalescing: .seconds(1), clock: clock)
    for letter in "abc" {
      text.value.append(letter)
      clock.advance(by: .milliseconds(900))
    }
    size.value = 2
    text.value.append("d")
    clock.advance(by: .seconds(1))
    text.value.append("e")
    var undone: [String] = []
    while history.canUndo.value {
      history.undo()
      undone.append("\(text.value) \(size.value)")
    }
    #expect(undone == ["abcd 2", "abc 2", "abc 1", " 1"])
    for _ in 0..<4 { history.redo() }
    #expect(text.value == "abcde" && size.value == 2)
    history.undo()
    text.value = "x"
    text.value = "y"
    history.undo()
    #expect(text.value == "abcd")
  }

  @Test("quick steps of one behavior are joined, also without some of its parts")
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  func coalescingOne() {
    let clock = ManualClock()
    let (count, page) = (OpenBehavior(0), OpenBehavior(Page()))
    let counted = History(of: count, coalescing: .seconds(1), clock: clock)
    let typed = History(of: page, coalescing: .seconds(1), clock: clock, excluding: \.scroll, \.zoom)
    for step in 1...3 {
      count.value = step
      page.update {
        $0.text.append("a")
        $0.scroll = step
      }
    }
    clock.advance(by: .seconds(1))
    count.value = 4
    page.update { $0.text.append("b") }
    counted.undo()
    typed.undo()
    #expect(count.value == 3 && page.value == Page(text: "aaa", scroll: 3))
    counted.undo()
    typed.undo()
    #expect(count.value == 0 && page.value == Page(text: "", scroll: 3))
    #expect(!counted.canUndo.value && !typed.canUndo.value)
  }

  @Test("steps of two behaviors are joined whatever their order")
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  func coalescingPairs() {
    let (one, two) = (OpenBehavior(0), OpenBehavior(0))
    let history = History(of: one, two, coalescing: .seconds(1), clock: ManualClock())
    batch {
      one.value = 1
      two.value = 1
    }
    batch {
      two.value = 2
      one.value = 2
    }
    history.undo()
    #expect(one.value == 0 && two.value == 0 && !history.canUndo.value)
  }

  @Test("a change of an excluded part alone is no step, and what follows it is one, also where quick steps are joined")
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  func coalescingAfterExcludedPart() {
    let (page, other) = (OpenBehavior(Page()), OpenBehavior(0))
    let history = History(of: page, coalescing: .seconds(1), clock: ManualClock(), excluding: \.scroll)
    let both = History(of: page[\.scroll], other, coalescing: .seconds(1), clock: ManualClock())
    page.value.scroll = 1
    #expect(!history.canUndo.value)
    page.value.text = "a"
    page.value.scroll = 2
    page.value.text = "ab"
    #expect(history.canUndo.value)
    history.undo()
    #expect(page.value == Page(text: "", scroll: 2) && !history.canUndo.value)
    history.redo()
    #expect(page.value == Page(text: "ab", scroll: 2))
    both.undo()
    #expect(page.value == Page(text: "ab") && !both.canUndo.value)
  }

  @Test("quick steps are joined, also if something was excluded in their batches")
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  func coalescingAroundExclusion() {
    let (text, other) = (OpenBehavior(""), OpenBehavior(0))
    let history = History(of: text, other, coalescing: .seconds(1), clock: ManualClock())
    for letter in "abc" {
      batch {
        history.withoutRecording {}
        text.value.append(letter)
      }
      text.value.append("-")
    }
    history.undo()
    #expect(text.value.isEmpty && !history.canUndo.value)
  }

  @Test("quick writes behind an undo and the end of its step, or a clearing, are joined", arguments: [false, true])
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  func coalescingBehindUndo(isCleared: Bool) {
    let (one, other, trigger) = (OpenBehavior(0), OpenBehavior(0), OpenBehavior(0))
    let history = History(of: one, other, coalescing: .seconds(1), clock: ManualClock())
    let subscription = trigger.sink { other.value = $0 }
    batch {
      one.value = 1
      history.undo()
      if isCleared { history.clear() } else { history.endStep() }
      trigger.value = 2
    }
    other.value = 3
    history.undo()
    #expect(other.value == 0 && !history.canUndo.value)
    history.redo()
    #expect(other.value == 3)
    subscription.cancel()
  }

  @Test("clear forgets everything, also what is being delivered")
  func clear() {
    let value = OpenBehavior(0)
    let history = History(of: value)
    value.value = 1
    value.value = 2
    history.undo()
    history.clear()
    #expect(!history.canUndo.value && !history.canRedo.value)
    history.undo()
    history.redo()
    #expect(value.value == 1)
    value.value = 5
    history.undo()
    #expect(value.value == 1)
  }

  @Test("a value that is taken back while the history looks is not taken for a change later")
  func takenBack() {
    let value = OpenBehavior(0)
    let subscription = value.sink { _ in }
    let history = History(of: value)
    batch {
      value.value = 1
      history.withoutRecording {}
      value.value = 0
    }
    // Reading the history in the batch closed a step that changes nothing.
    value.value = 2
    history.undo()
    #expect(value.value == 0)
    history.undo()
    #expect(value.value == 0 && !history.canUndo.value)
    subscription.cancel()
  }

  @Test("behaviors without a test for duplicates: each write is a step")
  func neverEqual() {
    final class Model { @Property var count = 0 }
    struct Opaque { var number = 0 }
    let value = OpenBehavior(Opaque())
    let history = History(of: value)
    value.value = Opaque(number: 1)
    value.value = Opaque(number: 1)
    history.undo()
    #expect(value.value.number == 1)
    history.undo()
    #expect(value.value.number == 0 && !history.canUndo.value)
  }

  @Test("a behavior that rounds what is written is undone to what it made of it")
  func rounding() {
    let stored = OpenBehavior(0)
    let even = OpenBehavior(get: { stored.value }, set: { stored.value = $0 / 2 * 2 })
    let history = History(of: even)
    even.value = 5
    #expect(even.value == 4)
    even.value = 8
    history.undo()
    #expect(even.value == 4)
    history.redo()
    #expect(even.value == 8)
  }

  @Test("two histories of the same behavior do not disturb each other")
  func twoHistories() {
    let value = OpenBehavior(0)
    let (one, two) = (History(of: value), History(of: value, keeping: 1))
    value.value = 1
    value.value = 2
    one.undo()
    #expect(value.value == 1)
    two.undo()
    #expect(value.value == 2)
    one.undo()
    #expect(value.value == 1)
  }

  @Test("keeps the behaviors; nothing keeps it, and it lets go of everything")
  func lifetimes() {
    final class Token: Equatable {
      static func == (one: Token, other: Token) -> Bool { one === other }
    }
    weak var kept: OpenBehavior<Token>?
    weak var old: Token?
    do {
      var behavior: OpenBehavior<Token>? = OpenBehavior(Token())
      kept = behavior
      old = behavior?.value
      let history = History(of: behavior!)
      behavior?.value = Token()
      behavior = nil
      #expect(kept != nil && old != nil)
      history.undo()
      #expect(kept?.value === old)
      history.clear()
    }
    #expect(kept == nil && old == nil)
  }

  @Test("lets go of its steps when it ends, in a batch as well, though the behaviors live on")
  func endsBeforeBehaviors() {
    let ledger = Ledger()
    do {
      let (one, two) = (OpenBehavior(ledger.token()), OpenBehavior(ledger.token()))
      var history: History? = History(of: one, two)
      one.value = ledger.token()
      two.value = ledger.token()
      history?.undo()
      #expect(history != nil && ledger.live == 4)
      history = nil
      #expect(ledger.live == 2)
      history = History(of: two)
      two.value = ledger.token()
      batch {
        two.value = ledger.token()
        history = nil
        one.value = ledger.token()
      }
      #expect(ledger.live == 2)
    }
    #expect(ledger.live == 0)
  }

  @Test("of one, two, three and four behaviors it is the same", arguments: 1...4)
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  func anyNumber(count: Int) {
    let (number, text, isOn, other) = (OpenBehavior(0), OpenBehavior(""), OpenBehavior(false), OpenBehavior(0.5))
    func make() -> History {
      switch count {
      case 1: History(of: number, keeping: 2)
      case 2: History(of: number, text, keeping: 2)
      case 3: History(of: number, text, isOn, keeping: 2)
      default: History(of: number, text, isOn, other, keeping: 2)
      }
    }
    func makeCoalescing() -> History {
      let clock = ManualClock()
      return switch count {
      case 1: History(of: number, coalescing: .seconds(1), clock: clock)
      case 2: History(of: number, text, coalescing: .seconds(1), clock: clock)
      case 3: History(of: number, text, isOn, coalescing: .seconds(1), clock: clock)
      default: History(of: number, text, isOn, other, coalescing: .seconds(1), clock: clock)
      }
    }
    func write(_ step: Int) {
      batch {
        number.value = step
        text.value = "\(step)"
        isOn.value = step == 1
        other.value = Double(step)
      }
    }
    do {
      let history = make()
      for step in 1...3 { write(step) }
      for _ in 0..<3 { history.undo() }
      #expect(number.value == 1 && text.value == (count > 1 ? "1" : "3"))
      #expect(isOn.value == (count > 2) && other.value == (count > 3 ? 1 : 3))
      for _ in 0..<3 { history.redo() }
      #expect(number.value == 3 && text.value == "3" && !isOn.value && other.value == 3)
    }
    let history = makeCoalescing()
    for step in 4...6 { write(step) }
    number.value = 7
    history.undo()
    if count > 1 { history.undo() }
    #expect(number.value == 3 && text.value == (count > 1 ? "3" : "6") && !history.canUndo.value)
  }

  @Test("a history that is released while a step waits to be closed, or in its own delivery, is gone")
  func releasedInBetween() {
    let value = OpenBehavior(0)
    var history: History? = History(of: value)
    let subscription = value.sink { if $0 == 2 { history = nil } }
    value.value = 1
    value.value = 2
    #expect(history == nil)
    value.value = 3
    history = History(of: value, keeping: 2)
    batch {
      value.value = 4
      history?.undo()
      history = nil
      value.value = 5
    }
    #expect(value.value == 5)
    subscription.cancel()
  }

  @Test("what is written behind an undo, in the same batch or observer, is a step of its own")
  func writesBehindUndo() {
    let value = OpenBehavior(0)
    let history = History(of: value)
    value.value = 1
    batch {
      history.undo()
      value.value = 1
    }
    #expect(value.value == 1 && history.canUndo.value)
    batch {
      value.value = 7
      history.undo()
      value.value = 8
      history.undo()
      history.redo()
    }
    #expect(value.value == 8 && !history.canRedo.value)
    history.undo()
    #expect(value.value == 1)
    let command = Event<Void>()
    let subscription = command.sink { _ in
      history.undo()
      value.value = 10
    }
    command.trigger()
    #expect(value.value == 10)
    history.undo()
    #expect(value.value == 0 && history.canRedo.value)
    subscription.cancel()
  }

  @Test("what is written behind an undo is a step of its own, also if an exclusion, or the end of a step, follows")
  func excludingBehindUndo() {
    for isExcluding in [false, true] {
      let (value, other) = (OpenBehavior(0), OpenBehavior(0))
      let history = History(of: value, other)
      func follow() {
        if isExcluding { history.withoutRecording { other.value += 1 } } else { history.endStep() }
      }
      value.value = 1
      batch {
        history.undo()
        value.value = 7
        follow()
      }
      #expect(history.canUndo.value && !history.canRedo.value)
      let command = Event<Void>()
      let subscription = command.sink { _ in
        history.undo()
        value.value = 8
        follow()
      }
      command.trigger()
      subscription.cancel()
      #expect(value.value == 8 && other.value == (isExcluding ? 2 : 0))
      history.undo()
      #expect(value.value == 0 && other.value == (isExcluding ? 2 : 0) && !history.canUndo.value)
    }
  }

  @Test("an exclusion in an observer leaves the step, and an undo, in one")
  func excludingInObserver() {
    let (value, revision, server) = (OpenBehavior(0), OpenBehavior(0), OpenBehavior(0))
    let history = History(of: value, revision)
    let subscriptions = [
      value.sink { new in history.withoutRecording { server.value = new } },
      value.sink { _ in revision.value += 1 },
    ]
    value.value = 1
    value.value = 2
    history.undo()
    // The observer's count is part of the undo.
    #expect(value.value == 1 && history.canUndo.value && history.canRedo.value)
    for subscription in subscriptions { subscription.cancel() }
    history.redo()
    #expect(value.value == 2 && revision.value == 2)
    history.undo()
    history.undo()
    #expect(value.value == 0 && revision.value == 0)
  }

  @Test("a draft is restored after the source that it is linked to")
  func linked() {
    let saved = OpenBehavior("Ada")
    let draft = LinkedProperty(saved)
    for isDraftFirst in [false, true] {
      let history = isDraftFirst ? History(of: draft, saved) : History(of: saved, draft)
      saved.value = "Ada"
      draft.value = "Grace"
      saved.value = "Barbara"
      #expect(draft.value == "Barbara")
      history.undo()
      #expect(saved.value == "Ada" && draft.value == "Grace")
      draft.reset()
    }
  }

  @Test("values that are no duplicates of themselves are undone as others are")
  func unlikeThemselves() {
    let number = OpenBehavior(1.0)
    let history = History(of: number)
    number.value = 2
    number.value = .nan
    history.undo()
    #expect(number.value == 2)
    history.redo()
    #expect(number.value.isNaN)
    history.undo()
    history.undo()
    #expect(number.value == 1 && !history.canUndo.value)
    let (text, count) = (OpenBehavior("a", isDuplicate: { _, _ in false }), OpenBehavior(0))
    let both = History(of: text, count)
    count.value = 1
    text.value = "b"
    both.undo()
    #expect(text.value == "a" && count.value == 1)
    both.undo()
    #expect(count.value == 0 && !both.canUndo.value)
  }

  @Test("an old value whose end writes, undoes or clears")
  func endsOfValues() {
    final class Ending {
      let end: () -> Void
      init(_ end: @escaping () -> Void) { self.end = end }
      deinit { end() }
    }
    let (value, log) = (OpenBehavior<Ending?>(nil), OpenBehavior(0))
    let history = History(of: value, log, keeping: 1)
    var ended = 0
    for _ in 0..<5 {
      value.value = Ending {
        ended += 1
        log.value += 1
        history.undo()
        if ended == 3 { history.clear() }
      }
      value.value = nil
    }
    value.value = nil
    history.clear()
    #expect(ended == 5)
  }

  #if os(macOS) || os(Linux)
  @Test("a history that keeps no step stops")
  func noSteps() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = History(of: OpenBehavior(0), keeping: 0)
    }
    try expectStop(result, says: ["a History cannot keep 0 steps"])
  }
  #endif

  @Test("random writes, batches, undos and redos agree with a list of snapshots")
  func random() {
    for seed in 0..<300 {
      var random = SeededGenerator(seed: UInt64(seed))
      let behaviors = (0..<3).map { _ in OpenBehavior(0) }
      let history = History(of: behaviors[0], behaviors[1], behaviors[2], keeping: 5)
      var model: [[Int]] = [[0, 0, 0]]
      var place = 0
      func write() { behaviors[Int.random(in: 0..<3, using: &random)].value = Int.random(in: 0..<3, using: &random) }
      for _ in 0..<60 {
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
          history.undo()
          place = max(place - 1, 0)
        case 1:
          history.redo()
          place = min(place + 1, model.count - 1)
        default:
          let count = Int.random(in: 1...3, using: &random)
          if count == 1 { write() } else { batch { for _ in 0..<count { write() } } }
          let now = behaviors.map { $0.peek() }
          if now != model[place] {
            model.removeSubrange((place + 1)...)
            model.append(now)
            if model.count > 6 { model.removeFirst() }
            place = model.count - 1
          }
        }
        #expect(behaviors.map { $0.peek() } == model[place])
        #expect(history.canUndo.peek() == (place > 0) && history.canRedo.peek() == (place < model.count - 1))
      }
    }
  }
}
