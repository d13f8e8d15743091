import Foundation
import ReactiveBindings
import ReactiveDerived
import ReactiveElm
import ReactiveTestSupport
import Testing

/// Fields of a program, their parts and a history of them, against stored behaviors with the same writes: what a batch
/// writes is the same, although it changes the fields later. Stored behaviors and their histories have models of their
/// own; see ``FuzzSettings``.
@Suite("Random writes of a program's fields and of stored behaviors")
struct FieldFuzzTests {
  @Test("every value, step and flag is that of the stored behaviors", arguments: 0..<FuzzSettings.parts)
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  func randomWrites(part: UInt64) {
    let seeds = FuzzSettings.seeds(ofPart: part).prefix(most)
    if let story = DrawnProgram.failure(in: seeds, { Self.program(seed: $0) }) { Issue.record("\(story)") }
  }

  /// Programs per part, unless more are requested.
  private var most: Int { ProcessInfo.processInfo.environment["REACTIVE_FUZZ_GRAPHS"] == nil ? 300 : .max }

  @Test("a fault is found", arguments: FieldFault.allCases)
  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  func planted(fault: FieldFault) {
    #expect(FuzzSettings.seedsForFaults.contains { Self.program(seed: $0, fault: fault).failure != nil })
  }

  @available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
  private static func program(seed: UInt64, fault: FieldFault? = nil) -> DrawnProgram {
    DrawnProgram(seed: seed) { seed, skipped in
      let choices = RandomChoices(seed: seed, skipping: skipped)
      let program = FieldProgram(choices, fault: fault)
      program.run()
      return (program.failure, choices)
    }
  }
}

/// Deliberate faults, of the stored side, that the fuzzer must find.
enum FieldFault: CaseIterable {
  /// A part is written to the whole from before the batch.
  case losesParts
  /// The second undo of a batch does nothing.
  case undoesOnce
}

private struct Page: Equatable {
  struct Inner: Equatable { var two = 0, three = 0 }
  struct Row: Identifiable, Equatable { var id: Int, number = 0 }
  var one = 0
  var inner = Inner()
  var rows = [Row(id: 0), Row(id: 1)]
}

private struct Book: Module {
  struct Model: Initable { var page = Page(), other = 0 }
  enum Message {
    case page(Page)
    case other(Int)
    case perform
  }
  enum Command { case work }
  static func update(for message: Message, model: inout Model) -> [Command] {
    switch message {
    case .page(let page): model.page = page
    case .other(let other): model.other = other
    case .perform: return [.work]
    }
    return []
  }
  static func view(for model: Model) -> Int { model.other }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
private final class FieldSide {
  let page: OpenBehavior<Page>
  let other: OpenBehavior<Int>
  /// Written by an observer of the page.
  let echo = OpenBehavior(0)
  let one: OpenBehavior<Int>
  let inner: OpenBehavior<Page.Inner>
  let two: OpenBehavior<Int>
  let three: OpenBehavior<Int>
  let row: OpenBehavior<Int?>
  let text: OpenBehavior<String>
  /// Computed from a part, so it changes with the field, and written only by an undo or redo.
  let mirror: OpenBehavior<Int>
  /// Bound to parts two-way, instead of a history.
  let control = OpenBehavior(0)
  let label = OpenBehavior("")
  let clock = ManualClock()
  var history: History?
  var steps: [UndoStep] = []
  var tokens: [Subscription] = []

  init(_ page: OpenBehavior<Page>, _ other: OpenBehavior<Int>, echoes: Bool) {
    (self.page, self.other) = (page, other)
    one = page[\.one]
    inner = page[\.inner]
    two = inner[\.two]
    three = page[\.inner.three]
    row = page[\.rows][id: 1][optional: \.number]
    text = three.converted {
      "\($0)"
    } back: {
      Int($0) ?? 0
    }
    let two = two
    mirror = OpenBehavior(get: { two.value }, set: { two.value = $0 })
    if echoes { tokens.append(two.sink { [unowned self] in echo.value = $0 % 3 }) }
  }

  func bindControls() {
    tokens.append(two.bindTwoWay(to: control))
    tokens.append(one.bindTwoWay(to: label, converting: Conversion(forward: { "\($0)" }, back: { Int($0) ?? 0 })))
  }

  func makeHistory(_ kind: Int, _ limit: Int, isCoalescing: Bool) {
    steps = []
    let interval = Duration.seconds(1)
    let new =
      switch (kind, isCoalescing) {
      case (0, false): History(of: page, other, echo, keeping: limit)
      case (0, true): History(of: page, other, echo, keeping: limit, coalescing: interval, clock: clock)
      case (1, false): History(of: one, two, three, row, other, keeping: limit)
      case (1, true): History(of: one, two, three, row, other, keeping: limit, coalescing: interval, clock: clock)
      case (2, false): History(of: three, inner, echo, keeping: limit)
      case (2, true): History(of: inner, one, echo, keeping: limit, coalescing: interval, clock: clock)
      case (3, false): History(of: other, page, mirror, keeping: limit)
      // Without computed ones: whether a step is joined depends on which behaviors have changed at a cut in a batch.
      case (3, true): History(of: other, inner, keeping: limit, coalescing: interval, clock: clock)
      case (_, false): History(of: page, keeping: limit, excluding: \.one)
      case (_, true): History(of: page, keeping: limit, coalescing: interval, clock: clock, excluding: \.one)
      }
    tokens.append(new.steps.sink { [unowned self] in steps.append($0) })
    history = new
  }

  var state: String {
    "\(page.value) \(other.value) \(echo.value) \(text.value) \(mirror.value) \(control.value) \(label.value) \(steps) undo \(history?.canUndo.value == true) redo "
      + "\(history?.canRedo.value == true)"
  }
}

@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
private final class FieldProgram {
  private typealias Action = (FieldSide) -> Void

  private let choices: RandomChoices
  private let fault: FieldFault?
  private let isCoalescing: Bool
  private let program: Program<Book>
  private let fields: FieldSide
  private let stored: FieldSide
  private let work = Box<(() -> Void)?>(nil)
  private(set) var failure: String?
  private var hasControls = false
  private var writes = 0

  init(_ choices: RandomChoices, fault: FieldFault?) {
    self.choices = choices
    self.fault = fault
    program = Book.makeProgram { [work] _ in
      work.value?()
      return nil
    }
    isCoalescing = choices.once(in: 3)
    // A cut in a batch comes before the observer's write, and decides which steps are joined.
    let echoes = !isCoalescing && choices.once(in: 2)
    let isOtherLate = choices.once(in: 2)
    let other =
      isOtherLate ? program.modelBehavior(\.other, dispatching: Book.Message.other) : OpenBehavior(0)
    fields = FieldSide(program.modelBehavior(\.page, dispatching: Book.Message.page), other, echoes: echoes)
    stored = FieldSide(OpenBehavior(Page()), OpenBehavior(0), echoes: echoes)
  }

  func run() {
    hasControls = choices.once(in: 3)
    if hasControls {
      choices.note("controls")
      for side in [fields, stored] { side.bindControls() }
    } else {
      let (kind, limit) = (choices.below(5), 1 + choices.below(5))
      choices.note("history \(kind), keeping \(limit)\(isCoalescing ? ", coalescing" : "")")
      for side in [fields, stored] { side.makeHistory(kind, limit, isCoalescing: isCoalescing) }
    }
    for _ in 0..<8 + choices.below(20) where failure == nil { choices.part(step) }
    for side in [fields, stored] {
      for token in side.tokens { token.cancel() }
      side.history = nil
    }
    work.value = nil
  }

  private func step() {
    let action = drawn()
    switch choices.below(6) {
    case 0, 1, 2:
      choices.note("in a batch")
      let actions = [action] + (0..<choices.below(5)).map { _ in drawn() }
      for side in [fields, stored] {
        batch {
          let before = side.page.value
          for action in actions {
            action(side)
            if fault == .losesParts && side === stored { side.page.value.one = before.one }
          }
        }
      }
    case 3:
      choices.note("in an event")
      let actions = [action] + (0..<choices.below(3)).map { _ in drawn() }
      for side in [fields, stored] {
        let event = Event<Void>()
        for action in actions { event.sink { action(side) } }
        event.trigger()
      }
    case 4:
      // Several writes of a handler are one change of the fields.
      choices.note("in a command handler, in a batch")
      let single = action
      let action: Action = { side in batch { single(side) } }
      work.value = { [fields] in action(fields) }
      program.dispatch(.perform)
      action(stored)
    default:
      action(fields)
      action(stored)
    }
    if fields.state != stored.state {
      failure = "the fields are \(fields.state), the stored ones \(stored.state)"
      choices.note("FAILS: \(failure ?? "")")
    }
  }

  private func drawn() -> Action {
    var (number, next) = (choices.below(4), { ($0 + 1) % 4 })
    if hasControls {
      // Without duplicates, which are sent to a program, whose messages may have changed the field. Without a return to
      // the value from before a batch, which is no write of a stored behavior.
      writes += 1
      number = 4 + writes
      next = { $0 + 1_000 }
    }
    switch choices.below(25) {
    case 21, 22: return noted("control = \(number)") { $0.control.value = number }
    case 23: return noted("label = \(number)") { $0.label.value = "\(number)" }
    case 24:
      return noted("control and label = \(number)") {
        $0.control.value = number
        $0.label.value = "\(number)"
      }
    case 20:
      return noted("one = \(number), not recorded") { side in
        if let history = side.history { history.withoutRecording { side.one.value = number } }
      }
    case 0, 1: return noted("undo") { $0.history?.undo() }
    case 2:
      let fault = fault
      let stored = ObjectIdentifier(stored)
      return noted("undo twice") {
        $0.history?.undo()
        if fault != .undoesOnce || ObjectIdentifier($0) != stored { $0.history?.undo() }
      }
    case 3, 4: return noted("redo") { $0.history?.redo() }
    case 5: return noted("end step") { $0.history?.endStep() }
    case 6: return noted("clear") { $0.history?.clear() }
    case 7: return noted("time") { $0.clock.advance(by: .milliseconds(number * 400)) }
    case 8, 9: return noted("one = \(number)") { $0.one.value = number }
    case 10: return noted("two = \(number)") { $0.two.value = number }
    case 11: return noted("three = \(number)") { $0.three.value = number }
    case 12: return noted("text = \(number)") { $0.text.value = "\(number)" }
    case 13: return noted("row = \(number)") { $0.row.value = number }
    case 14: return noted("other = \(number)") { $0.other.value = number }
    case 15: return noted("inner = \(number)") { $0.inner.value = Page.Inner(two: number, three: number) }
    case 16:
      return noted("page = \(number)") { $0.page.value = Page(one: number, inner: Page.Inner(two: number)) }
    case 17: return noted("update one") { [next] side in side.one.update { $0 = next($0) } }
    case 18: return noted("update page") { [next] side in side.page.update { $0.inner.two = next($0.inner.two) } }
    default:
      return noted("one and two = \(number)") { side in
        batch {
          side.one.value = number
          side.two.value = number
        }
      }
    }
  }

  private func noted(_ text: String, _ action: @escaping Action) -> Action {
    choices.note(text)
    return action
  }
}
