import ReactiveBindings
import ReactiveDerived
import ReactiveElm
import ReactiveTestSupport
import ReactiveTracking
import Testing

@Suite("Law 8 of histories of a program's fields: batch")
struct ProgramHistoryBatchTests {
  private struct Note: Module {
    struct Page: Equatable { var title = "", size = 0 }
    struct Model: Initable {
      var text = "a", number = 0
      var page = Page()
      var refuses = false
    }
    enum Message {
      case text(String)
      case number(Int)
      case page(Page)
      case refuse(Bool)
      case perform
    }
    enum Command { case work }
    static func update(for message: Message, model: inout Model) -> [Command] {
      switch message {
      case .refuse(let refuses): model.refuses = refuses
      case .perform: return [.work]
      case _ where model.refuses: break
      case .text(let text): model.text = String(text.prefix(3))
      case .number(let number): model.number = number
      case .page(let page): model.page = page
      }
      return []
    }
    static func view(for model: Model) -> String { "\(model.text) \(model.number)" }
  }
  private let program: Program<Note>
  private let text: OpenBehavior<String>
  private let number: OpenBehavior<Int>
  private let work = Event<Void>()

  init() {
    program = Note.makeProgram(performing: work)
    text = program.modelBehavior(\.text, dispatching: Note.Message.text)
    number = program.modelBehavior(\.number, dispatching: Note.Message.number)
  }

  /// A history with the steps "b", 1 and "c".
  private func made() -> History {
    let history = History(of: text, number)
    text.value = "b"
    number.value = 1
    text.value = "c"
    return history
  }

  private func undone(_ history: History) -> [String] {
    var all: [String] = []
    while history.canUndo.value {
      history.undo()
      all.append(program.view)
    }
    return all
  }

  private func redone(_ history: History) -> [String] {
    var all: [String] = []
    while history.canRedo.value {
      history.redo()
      all.append(program.view)
    }
    return all
  }

  @Test("an undo keeps its redo and the other steps, wherever it is called", arguments: 0..<6)
  func places(place: Int) {
    let history = made()
    switch place {
    case 0: batch { history.undo() }
    case 1:
      let event = Event<Void>()
      event.sink { history.undo() }
      event.trigger()
    case 2:
      let start = atom(0)
      let effect = Effect { if start.value == 1 { untracked { history.undo() } } }
      start.value = 1
      effect.cancel()
    case 3:
      let start = atom(0)
      let watched = watch(of: start.value) { _, _ in history.undo() }
      start.value = 1
      watched.cancel()
    case 4:
      work.sink { history.undo() }
      program.dispatch(.perform)
    default: batch { independently { history.undo() } }
    }
    #expect(program.view == "b 1" && history.canUndo.value && history.canRedo.value)
    #expect(undone(history) == ["b 0", "a 0"])
    #expect(redone(history) == ["b 0", "b 1", "c 1"])
    #expect(!history.canRedo.value)
  }

  @Test("each of several undos and redos in a batch or an event has its own step", arguments: [false, true])
  func several(inEvent: Bool) {
    let history = made()
    func perform(_ actions: (() -> Void)...) {
      if !inEvent { return batch { for action in actions { action() } } }
      let event = Event<Void>()
      for action in actions { event.sink { action() } }
      event.trigger()
    }
    perform(history.undo, history.undo)
    #expect(program.view == "b 0" && redone(history) == ["b 1", "c 1"])
    perform(history.undo, history.redo)
    #expect(program.view == "c 1" && !history.canRedo.value)
    perform(history.undo, history.undo, history.undo, history.redo)
    #expect(program.view == "b 0" && redone(history) == ["b 1", "c 1"])
    perform(history.undo, { number.value = 9 })
    #expect(program.view == "b 9" && !history.canRedo.value)
    #expect(undone(history) == ["b 1", "b 0", "a 0"])
    #expect(redone(history) == ["b 0", "b 1", "b 9"])
  }

  @Test("what a batch has written before is the step that is undone, and endStep and clear count it")
  func before() {
    let history = made()
    batch {
      text.value = "d"
      history.undo()
    }
    #expect(program.view == "c 1" && redone(history) == ["d 1"])
    batch {
      text.value = "e"
      history.endStep()
      number.value = 5
    }
    #expect(program.view == "e 5" && undone(history).prefix(2) == ["e 1", "d 1"])
    batch {
      text.value = "f"
      history.clear()
    }
    #expect(program.view == "f 0" && !history.canUndo.value && !history.canRedo.value)
  }

  @Test("what the module makes of a value belongs to its step")
  func altered() {
    let history = History(of: text, number)
    batch {
      text.value = "long"
      history.endStep()
    }
    #expect(program.view == "lon 0" && undone(history) == ["a 0"])
    batch {
      history.redo()
      program.dispatch(.text("x"))
    }
    #expect(program.view == "x 0" && undone(history) == ["a 0"])
  }

  @Test("an undo that the module refuses leaves the next write a step of its own", arguments: 0..<3)
  func refused(place: Int) {
    let history = made()
    let refusals = program.modelBehavior(\.refuses).sink { if $0 && place == 1 { history.undo() } }
    program.dispatch(.refuse(true))
    work.sink { history.undo() }
    if place == 0 { batch { history.undo() } }
    if place == 2 { program.dispatch(.perform) }
    #expect(program.view == "c 1" && history.canRedo.value)
    program.dispatch(.refuse(false))
    number.value = 7
    #expect(!history.canRedo.value && undone(history) == ["c 1", "c 0", "a 0"])
    refusals.cancel()
  }

  @Test("what observers write when an undo arrives returns with its redo")
  func observers() {
    let count = OpenBehavior(0)
    let subscription = text.sink { count.value = $0 == "b" ? 1 : 2 }
    let history = History(of: text, count)
    text.value = "b"
    text.value = "c"
    work.sink { history.undo() }
    program.dispatch(.perform)
    #expect(text.value == "b" && count.value == 1 && history.canUndo.value)
    history.redo()
    #expect(text.value == "c" && count.value == 2 && !history.canRedo.value)
    subscription.cancel()
  }

  @Test("parts of one field are undone together, and without what is excluded")
  func parts() {
    let page = program.modelBehavior(\.page, dispatching: Note.Message.page)
    let history = History(of: page[\.title], page[\.size])
    page.value = Note.Page(title: "x", size: 1)
    history.undo()
    #expect(page.value == Note.Page() && !history.canUndo.value)
    history.redo()
    #expect(page.value == Note.Page(title: "x", size: 1))
    let titles = History(of: page, excluding: \.size)
    page[\.title].value = "y"
    batch {
      page[\.size].value = 2
      titles.undo()
    }
    #expect(page.value == Note.Page(title: "x", size: 2) && titles.canRedo.value)
  }

  @Test("what is computed from a field belongs to the step that counts the field first", arguments: 0..<5)
  func computed(place: Int) {
    let mirror = OpenBehavior(get: { number.value }, set: { number.value = $0 })
    let history = place == 4 ? History(of: number, mirror) : History(of: text, number, LinkedProperty(number))
    func perform() {
      number.value = 4
      switch place {
      case 0, 4: history.endStep()
      case 1:
        history.redo()
        history.redo()
      default: break
      }
    }
    switch place {
    case 2:
      let event = Event<Void>()
      event.sink {
        perform()
        history.endStep()
        text.value = "b"
      }
      event.trigger()
      #expect(undone(history) == ["a 4", "a 0"])
    case 3:
      let subscription = work.sink {
        batch {
          perform()
          history.undo()
          history.undo()
        }
      }
      program.dispatch(.perform)
      subscription.cancel()
      #expect(program.view == "a 0" && redone(history) == ["a 4"])
      #expect(undone(history) == ["a 0"])
    default:
      batch { perform() }
      #expect(program.view == "a 4" && undone(history) == ["a 0"])
    }
    #expect(redone(history).last == (place == 2 ? "b 4" : "a 4"))
  }

  @Test("what is computed from a field joins no step that takes the place of a forgotten one")
  func forgotten() {
    let mirror = OpenBehavior(get: { number.value }, set: { number.value = $0 })
    let history = History(of: number, mirror)
    number.value = 1
    batch {
      history.undo()
      number.value = 3
      history.undo()
    }
    #expect(number.value == 0 && mirror.value == 0)
    #expect(redone(history) == ["a 3"] && mirror.value == 3)
  }

  @Test("an override of a field returns with the step that ended it")
  func overrides() {
    let draft = LinkedProperty(number)
    let history = History(of: number, draft)
    draft.value = 9
    batch {
      number.value = 4
      history.endStep()
      number.value = 5
    }
    #expect(draft.value == 5)
    history.undo()
    #expect(number.value == 4 && draft.value == 4)
    history.undo()
    #expect(number.value == 0 && draft.value == 9)
  }

  @Test("a draft of a field is restored with the field, whichever is listed first", arguments: 0..<4)
  func drafts(place: Int) {
    func states(of number: OpenBehavior<Int>) -> [String] {
      let draft = LinkedProperty(number)
      let history = place % 2 == 0 ? History(of: draft, number) : History(of: number, draft)
      var all: [String] = []
      func note() { all.append("\(number.value) \(draft.value) \(history.canUndo.value) \(history.canRedo.value)") }
      func perform(_ action: @escaping () -> Void) {
        if place < 2 {
          action()
        } else {
          let event = Event<Void>()
          event.sink(action)
          event.trigger()
        }
        note()
      }
      number.value = 4
      perform(history.undo)
      perform(history.redo)
      draft.value = 9
      perform(history.undo)
      draft.value = 9
      draft.commit()
      for _ in 0..<3 { perform(history.undo) }
      for _ in 0..<3 { perform(history.redo) }
      return all
    }
    let fields = states(of: number)
    #expect(fields.contains("4 9 true true"))
    #expect(fields == states(of: OpenBehavior(0)))
  }

  /// The state after `change`, and after each undo and redo.
  private func trail(_ history: History, _ state: () -> String, _ change: () -> Void) -> [String] {
    func present() -> String { "\(state()) \(history.canUndo.value) \(history.canRedo.value)" }
    change()
    var all = [present()]
    while history.canUndo.value && all.count < 20 {
      history.undo()
      all.append(present())
    }
    while history.canRedo.value && all.count < 40 {
      history.redo()
      all.append(present())
    }
    return all
  }

  @Test("drafts and conversions written and undone in one batch, or written behind an undo, are as over a stored one")
  func undoneInBatch() {
    func states(of number: OpenBehavior<Int>) -> [[String]] {
      let draft = LinkedProperty(number)
      let drafts = History(of: draft, number)
      func state() -> String { "\(number.value) \(draft.value) \(draft.isOverridden.value)" }
      let first = trail(drafts, state) {
        batch {
          number.value = 3
          draft.value = 4
          drafts.undo()
        }
      }
      drafts.undo()
      drafts.clear()
      let second = trail(drafts, state) {
        number.value = 2
        batch {
          drafts.undo()
          number.value = 2
        }
      }
      number.value = 0
      let text = number.converted {
        "\($0)"
      } back: {
        Int($0) ?? 0
      }
      let texts = History(of: text, number)
      func textState() -> String { "\(number.value) \(text.value)" }
      let third = trail(texts, textState) {
        batch {
          text.value = "03"
          texts.undo()
        }
      }
      return [first, second, third]
    }
    let fields = states(of: number)
    #expect(fields[0].first == "0 0 false false true" && fields[0].last == "3 4 true true false")
    #expect(fields == states(of: OpenBehavior(0)))
  }

  @Test("a linked property with a function is restored over its field as over a stored behavior")
  func withFunction() {
    func states(of number: OpenBehavior<Int>) -> [String] {
      let sum = LinkedProperty(number) { (new: Int, old: Int?) in (old ?? 0) + new }
      let history = History(of: number, sum)
      func state() -> String { "\(number.value) \(sum.value)" }
      return trail(history, state) {
        batch {
          number.value = 2
          history.endStep()
          number.value = 3
        }
        sum.value = 50
        batch {
          number.value = 4
          sum.update { $0 += 1 }
        }
      }
    }
    let fields = states(of: number)
    #expect(fields.first == "4 55 true false" && fields == states(of: OpenBehavior(0)))
  }

  /// A part of a history that is over before the messages that it has written are handled.
  enum End: CaseIterable {
    case exclusion, exclusionInBatch, clear, endStep

    func write(_ first: OpenBehavior<Int>, _ second: OpenBehavior<Int>, in history: History) {
      func write() {
        first.value = 1
        second.value = 1
      }
      switch self {
      case .exclusion: history.withoutRecording(write)
      case .exclusionInBatch: batch { history.withoutRecording(write) }
      case .clear:
        batch {
          write()
          history.clear()
        }
      case .endStep:
        batch {
          write()
          history.endStep()
        }
      }
    }
  }

  @Test("what observers write when counted values arrive is a step of its own", arguments: End.allCases)
  func writtenByObservers(end: End) {
    func states(of first: OpenBehavior<Int>, _ second: OpenBehavior<Int>) -> [String] {
      let history = History(of: first, second)
      let subscription = first.sink { second.value = $0 * 10 }
      func state() -> String { "\(first.value) \(second.value)" }
      let all = trail(history, state) { end.write(first, second, in: history) }
      subscription.cancel()
      return all
    }
    let stored = states(of: OpenBehavior(0), OpenBehavior(0))
    #expect(stored.contains("1 1 \(end == .endStep) true"))
    let size = program.modelBehavior(\.page.size) { Note.Message.page(Note.Page(size: $0)) }
    #expect(states(of: number, size) == stored)
    let other = Note.makeProgram()
    let fields = (number, other.modelBehavior(\.number, dispatching: Note.Message.number))
    number.value = 0
    #expect(states(of: fields.0, fields.1) == stored)
  }

  @Test("fields of two programs in one history arrive one after the other", arguments: End.allCases)
  func programs(end: End) {
    func states(of first: OpenBehavior<Int>, _ second: OpenBehavior<Int>) -> [String] {
      let sum = OpenBehavior(get: { first.value + second.value }, set: { _ in })
      let history = History(of: first, second, sum)
      func state() -> String { "\(first.value) \(second.value)" }
      return trail(history, state) { end.write(first, second, in: history) }
    }
    let other = Note.makeProgram()
    let fields = states(of: number, other.modelBehavior(\.number, dispatching: Note.Message.number))
    #expect(fields == states(of: OpenBehavior(0), OpenBehavior(0)))
    #expect(fields.count == (end == .endStep ? 3 : 1))
  }

  @Test("clear and withoutRecording make no step of what still waits, nor of what is computed from it")
  func unrecorded() {
    let mirror = OpenBehavior(get: { number.value }, set: { number.value = $0 })
    let history = History(of: number, mirror)
    history.withoutRecording { number.value = 1 }
    #expect(number.value == 1 && !history.canUndo.value)
    batch { history.withoutRecording { number.value = 2 } }
    #expect(number.value == 2 && !history.canUndo.value)
    batch {
      number.value = 3
      history.clear()
    }
    #expect(number.value == 3 && !history.canUndo.value)
    batch {
      number.value = 4
      history.withoutRecording { number.value = 5 }
      number.value = 6
    }
    history.undo()
    #expect(number.value == 3 && !history.canUndo.value)
  }

  @Test("what is typed into a bound control behind undos in a batch is a step as that of stored behaviors is")
  func typed() {
    func view(of page: OpenBehavior<Note.Page>) -> [String] {
      let control = OpenBehavior("")
      let binding = control.bindTwoWay(to: page[\.title])
      let history = History(of: page)
      page[\.title].value = "b"
      batch {
        history.undo()
        history.undo()
        control.value = "typed"
      }
      var all = [page.value.title, "\(history.canUndo.value) \(history.canRedo.value)"]
      while history.canUndo.value {
        history.undo()
        all.append(page.value.title)
      }
      binding.cancel()
      return all
    }
    let fields = view(of: program.modelBehavior(\.page, dispatching: Note.Message.page))
    #expect(fields == ["typed", "true false", ""])
    #expect(fields == view(of: OpenBehavior(Note.Page())))
  }

  @Test("a part compared by identity has its redo, too")
  func identity() {
    struct Pair: Equatable {
      var value: Any = 0
      static func == (a: Pair, b: Pair) -> Bool { "\(a.value)" == "\(b.value)" }
    }
    struct Holder: Module {
      struct Model: Initable { var pair = Pair() }
      enum Message { case pair(Pair) }
      static func update(for message: Message, model: inout Model) -> [Never] {
        switch message {
        case .pair(let pair): model.pair = pair
        }
        return []
      }
      static func view(for model: Model) -> String { "\(model.pair.value)" }
    }
    let holder = Holder.makeProgram()
    let value = holder.modelBehavior(\.pair, dispatching: Holder.Message.pair)[\.value]
    let history = History(of: value)
    value.value = 1
    value.value = 2
    batch { history.undo() }
    #expect(holder.view == "1" && history.canRedo.value)
    history.redo()
    #expect(holder.view == "2" && !history.canRedo.value)
    history.undo()
    history.undo()
    #expect(holder.view == "0" && !history.canUndo.value)
  }
}
