import ReactiveDerived
import ReactiveTestSupport

/// A random program over a history that runs in the library and in the model step by step; see ``RandomChoices``.
@available(macOS 13, iOS 16, tvOS 16, watchOS 9, visionOS 1, *)
final class HistoryProgram {
  private let choices: RandomChoices
  private let fault: HistoryFault?
  private let clock = ManualClock()
  private let page: OpenBehavior<FuzzPage>
  private let other = OpenBehavior(0)
  private let echo = OpenBehavior(0)
  private let echoes: Bool
  private var model: HistoryModel
  private var history: History?
  private var events: [String] = []
  private var subscriptions: [Subscription] = []
  private var now = 0
  private(set) var failure: String?

  init(_ choices: RandomChoices, fault: HistoryFault?) {
    self.choices = choices
    self.fault = fault
    page = OpenBehavior(FuzzPage())
    echoes = choices.once(in: 2)
    model = HistoryModel(FuzzDesk(), .whole, limit: 1, interval: nil, now: 0, fault: fault)
  }

  func run() {
    if echoes {
      let one = page[\.one]
      subscriptions.append(one.sink { [unowned self] in echo.value = FuzzDesk.echo(of: $0) })
    }
    make()
    for _ in 0..<8 + choices.below(20) where failure == nil { choices.part(step) }
    for subscription in subscriptions { subscription.cancel() }
    history = nil
  }

  private func make() {
    let kind = HistoryKind.allCases[choices.below(3)]
    let limit = 1 + choices.below(5)
    let interval = choices.once(in: 2) ? Optional(10) : nil
    choices.note("history of \(kind), keeping \(limit), coalescing \(interval ?? 0)")
    model = HistoryModel(model.desk, kind, limit: limit, interval: interval, now: now, fault: fault)
    events = []
    let new = made(kind, limit, interval.map { .milliseconds($0 * 100) })
    new.steps.sink { [unowned self] in events.append("\($0)") }
    history = new
  }

  private func made(_ kind: HistoryKind, _ limit: Int, _ interval: Duration?) -> History {
    switch (kind, interval) {
    case (.whole, nil): History(of: page, other, echo, keeping: limit)
    case (.whole, let interval?): History(of: page, other, echo, keeping: limit, coalescing: interval, clock: clock)
    case (.parts, nil): History(of: page[\.one], page[\.two], other, echo, keeping: limit)
    case (.parts, let interval?):
      History(of: page[\.one], page[\.two], other, echo, keeping: limit, coalescing: interval, clock: clock)
    case (.excluding, nil): History(of: page, keeping: limit, excluding: \.scroll)
    case (.excluding, let interval?):
      History(of: page, keeping: limit, coalescing: interval, clock: clock, excluding: \.scroll)
    }
  }

  private func step() {
    act()
    check()
    if choices.once(in: 25) { make() }
  }

  /// An outermost batch or a single operation, followed by the writes of observers.
  private func act() {
    let one = model.desk.page.one
    if choices.once(in: 3) {
      choices.note("batch")
      batch {
        for _ in 0..<1 + choices.below(5) { choices.part { operate(isInBatch: true) } }
      }
      choices.note("end")
    } else {
      operate(isInBatch: false)
    }
    model.endBatch()
    if echoes && one != model.desk.page.one {
      model.observersWrite { $0.echo = FuzzDesk.echo(of: $0.page.one) }
    }
    model.close()
  }

  private func operate(isInBatch: Bool) {
    guard let history else { return }
    switch choices.below(isInBatch ? 14 : 17) {
    case 0, 1:
      choices.note("undo")
      model.undo(isInBatch: isInBatch)
      history.undo()
    case 2, 3:
      choices.note("redo")
      model.redo(isInBatch: isInBatch)
      history.redo()
    case 4:
      choices.note("endStep")
      model.endStep()
      history.endStep()
    case 5:
      let write = drawn()
      choices.note("excluded:")
      model.excluding { write(&$0) }
      history.withoutRecording { carryOut(model.desk) }
    case 6 where choices.once(in: 4):
      choices.note("clear")
      model.clear()
      history.clear()
    case 7 where isInBatch:
      choices.note("nested")
      batch { for _ in 0..<2 { choices.part { operate(isInBatch: true) } } }
      choices.note("end of nested")
    case 14, 15, 16:
      let tenths = 4 + choices.below(12)
      choices.note("\(tenths) tenths")
      now += tenths
      model.now = now
      clock.advance(by: .milliseconds(tenths * 100))
    default:
      drawn()(&model.desk)
      carryOut(model.desk)
    }
  }

  private func drawn() -> (inout FuzzDesk) -> Void {
    let (field, number) = (choices.below(5), choices.below(4))
    choices.note("\(["one", "two", "scroll", "other", "whole"][field]) = \(number)")
    return { desk in
      switch field {
      case 0: desk.page.one = number
      case 1: desk.page.two = number
      case 2: desk.page.scroll = number
      case 3: desk.other = number
      default: desk.page = FuzzPage(one: number, two: number)
      }
    }
  }

  /// Writes the difference: the whole or a part.
  private func carryOut(_ desk: FuzzDesk) {
    if choices.once(in: 2) {
      page.value = desk.page
    } else {
      batch {
        page[\.one].value = desk.page.one
        page[\.two].value = desk.page.two
        page[\.scroll].value = desk.page.scroll
      }
    }
    other.value = desk.other
  }

  private func check() {
    let desk = FuzzDesk(page: page.value, other: other.value, echo: echo.value)
    if desk != model.desk { return fail("all is \(desk), not \(model.desk)") }
    guard let history else { return }
    if history.canUndo.value != model.canUndo { fail("canUndo is \(history.canUndo.value)") }
    if history.canRedo.value != model.canRedo { fail("canRedo is \(history.canRedo.value)") }
    if events != model.events { fail("the steps were \(events), not \(model.events)") }
  }

  private func fail(_ text: String) {
    choices.note("FAILS: \(text)")
    if failure == nil { failure = text }
  }
}
