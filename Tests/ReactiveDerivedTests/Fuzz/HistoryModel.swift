// A model of a history: steps are lists of old values of plain structs.

struct FuzzPage: Equatable {
  var one = 0
  var two = 0
  /// Excluded by some histories.
  var scroll = 0
}

struct FuzzDesk: Equatable {
  var page = FuzzPage()
  var other = 0
  /// Written by an observer of `page.one`, if there is one.
  var echo = 0

  static func echo(of one: Int) -> Int { one * 2 % 5 }
}

enum HistoryKind: CaseIterable {
  case whole, parts, excluding
}

/// Deliberate faults that the fuzzer must find.
enum HistoryFault: CaseIterable {
  /// A new step does not clear the redo steps.
  case redoStays
  /// Steps coalesce at any interval.
  case joinsLate
  /// Steps coalesce whatever they change.
  case joinsAll
  /// Writes of observers are a separate step.
  case observersApart
  case excludedIsStep
  case undoesExcluded
  /// A batch that restores the values is a step if something is excluded in it.
  case restoredIsStep
  /// `endStep` has no effect.
  case stepGoesOn
  case keepsOneMore
  /// Writes after an undo in the same batch join it.
  case joinsUndo
}

/// The model of a history. Writes to `desk` are collected by ``close()`` and by each operation.
struct HistoryModel {
  private enum Value: Equatable {
    case page(FuzzPage)
    case number(Int)
  }
  private typealias Step = [Int: Value]
  private enum Pile { case undo, redo }

  let kind: HistoryKind
  let limit: Int
  /// In tenths of a second; nil without coalescing.
  let interval: Int?
  let fault: HistoryFault?
  var desk: FuzzDesk
  var now = 0
  private(set) var events: [String] = []
  private var seen: FuzzDesk
  private var undoSteps: [Step] = []
  private var redoSteps: [Step] = []
  private var open: Pile?
  private var isBehindUndo = false
  /// Whether the last step goes on behind an exclusion, and what was open when it began.
  private var isUnfinished = false
  private var isBeforeExclusion = false
  private var openBefore: Pile?
  private var lastEnd = 0
  private var lastChanged: Set<Int> = []

  init(_ desk: FuzzDesk, _ kind: HistoryKind, limit: Int, interval: Int?, now: Int, fault: HistoryFault?) {
    (self.desk, seen, self.kind, self.limit, self.interval) = (desk, desk, kind, limit, interval)
    (self.now, lastEnd, self.fault) = (now, now, fault)
  }

  var canUndo: Bool { !undoSteps.isEmpty }
  var canRedo: Bool { !redoSteps.isEmpty }

  private func values(_ desk: FuzzDesk) -> [Value] {
    let others: [Value] = [.number(desk.other), .number(desk.echo)]
    switch kind {
    case .whole: return [.page(desk.page)] + others
    case .parts: return [.number(desk.page.one), .number(desk.page.two)] + others
    case .excluding:
      var page = desk.page
      page.scroll = 0
      return [.page(page)]
    }
  }

  private mutating func restore(_ place: Int, _ value: Value) {
    switch (kind == .parts ? place : place + 1, value) {
    case (_, .page(let page)):
      let scroll = desk.page.scroll
      desk.page = page
      if kind == .excluding && fault != .undoesExcluded { desk.page.scroll = scroll }
    case (0, .number(let number)): desk.page.one = number
    case (1, .number(let number)) where kind == .parts: desk.page.two = number
    case (2, .number(let number)): desk.other = number
    case (_, .number(let number)): desk.echo = number
    }
  }

  /// The changes since the last look, with their old values.
  private mutating func look() -> Step {
    let (before, after) = (values(seen), values(desk))
    seen = desk
    return Step(uniqueKeysWithValues: before.indices.filter { before[$0] != after[$0] }.map { ($0, before[$0]) })
  }

  private mutating func close(_ step: Step) {
    if step.isEmpty { return }
    switch open {
    case .undo where canUndo: undoSteps[undoSteps.count - 1].merge(step) { first, _ in first }
    case .redo where canRedo: redoSteps[redoSteps.count - 1].merge(step) { first, _ in first }
    default:
      open = .undo
      let changed = Set(step.keys)
      if let interval {
        let joins = (now - lastEnd < interval || fault == .joinsLate) && (lastChanged == changed || fault == .joinsAll)
        let hasLast = !lastChanged.isEmpty
        (lastEnd, lastChanged) = (now, changed)
        if joins && hasLast && canUndo { return }
      }
      undoSteps.append(step)
      (isUnfinished, openBefore) = (true, nil)
      if !isBeforeExclusion { finishStep() }
    }
  }

  /// A step that undoes nothing is none.
  private mutating func finishStep() {
    guard isUnfinished, let step = undoSteps.last else { return }
    isUnfinished = false
    let present = values(desk)
    if step.allSatisfy({ present[$0] == $1 }) && fault != .restoredIsStep {
      undoSteps.removeLast()
      (open, lastChanged) = (openBefore, [])
      swap(&seen, &desk)
      for (place, value) in step { restore(place, value) }
      swap(&seen, &desk)
      return
    }
    if undoSteps.count > limit + (fault == .keepsOneMore ? 1 : 0) { undoSteps.removeFirst() }
    if fault != .redoStays { redoSteps = [] }
    events.append("made")
  }

  private mutating func collect() {
    if isBehindUndo { finishStep() }
    let last = open
    if isBehindUndo && fault != .joinsUndo { open = nil }
    close(look())
    if isBehindUndo && isUnfinished { openBefore = last }
    if isBehindUndo && open == nil { open = last }
  }

  /// The outermost batch is over, before delivery.
  mutating func endBatch() {
    if isBehindUndo { collect() }
    isBehindUndo = false
  }

  /// Everything has settled.
  mutating func close() {
    collect()
    finishStep()
    open = nil
  }

  /// Writes of observers belong to the preceding step.
  mutating func observersWrite(_ write: (inout FuzzDesk) -> Void) {
    if fault == .observersApart { close() }
    write(&desk)
  }

  mutating func endStep() {
    if fault == .stepGoesOn { return }
    close()
    lastChanged = []
  }

  mutating func excluding(_ write: (inout FuzzDesk) -> Void) {
    isBeforeExclusion = true
    collect()
    isBeforeExclusion = false
    write(&desk)
    if fault == .excludedIsStep { return }
    if !look().isEmpty { lastChanged = [] }
  }

  mutating func undo(isInBatch: Bool) { takeBack(.undo, isInBatch) }
  mutating func redo(isInBatch: Bool) { takeBack(.redo, isInBatch) }

  private mutating func takeBack(_ pile: Pile, _ isInBatch: Bool) {
    if isInBatch {
      finishStep()
      open = nil
    }
    collect()
    finishStep()
    guard let step = pile == .undo ? undoSteps.popLast() : redoSteps.popLast() else { return }
    lastChanged = []
    for (place, value) in step { restore(place, value) }
    let back = look()
    open = nil
    if !back.isEmpty { open = pile == .undo ? .redo : .undo }
    if pile == .undo { redoSteps.append(back) } else { undoSteps.append(back) }
    events.append(pile == .undo ? "undone" : "redone")
    isBehindUndo = isInBatch
  }

  mutating func clear() {
    collect()
    (open, isUnfinished) = (nil, false)
    (undoSteps, redoSteps, lastChanged) = ([], [], [])
    events.append("cleared")
  }
}
